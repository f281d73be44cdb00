import type { AccountStatus } from '#contract/account.ts'
import { formatCount } from '#web/app/format.ts'

type Rebuild = NonNullable<AccountStatus['rebuild']>

/** Percent of the records that are in their new zone; null while they are being counted. */
export const rebuildShare = ({ done, total }: Rebuild): number | null =>
  total === 0 ? null : Math.min(100, Math.round((done / total) * 100))

/** How far it is, in words. */
export const rebuildText = ({ done, total }: Rebuild, culture?: string): string =>
  total === 0 ? 'Counting the records…' : `${formatCount(done, culture)} of ${formatCount(total, culture)} records`
