import type { AccountRow } from '#server/modules/accounts/accounts.repo.ts'
import type { AccountDataStatus } from '#warehouse/engine.ts'
import type { RebuildProgress } from './rebuild-progress.repo.ts'

/** How far the account's rows are on their way to its time zone; null where they are in it, or there are none. */
export const rebuildStatus = (
  account: Pick<AccountRow, 'time_zone' | 'rebuild_done' | 'rebuild_total'>,
  { timeZone }: AccountDataStatus,
): RebuildProgress | null => {
  if (timeZone === undefined || timeZone === account.time_zone) return null
  return { done: account.rebuild_done, total: account.rebuild_total }
}
