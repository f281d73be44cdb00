import { Loader, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AccountStatus } from '#contract/account.ts'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { useAccount } from '#web/app/account-data.ts'
import { formatCount } from '#web/app/format.ts'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

type Rebuild = NonNullable<AccountStatus['rebuild']>

/** Percent of the records that are in their new zone; null while they are being counted. */
export const rebuildShare = ({ done, total }: Rebuild): number | null =>
  total === 0 ? null : Math.min(100, Math.round((done / total) * 100))

/** How far it is, in words. */
export const rebuildText = ({ done, total }: Rebuild, culture?: string): string =>
  total === 0 ? 'Counting the records…' : `${formatCount(done, culture)} of ${formatCount(total, culture)} records`

/** Polling interval during a rebuild, in milliseconds. */
const POLL_INTERVAL_MS = 1000

/** Shows the progress of a rebuild for a new time zone. */
export const RebuildBanner = () => {
  const { queries, queryClient } = useRuntime()
  const account = useAccount()
  const { data } = useQuery(
    queries.account.status.queryOptions({
      refetchInterval: ({ state }) => (state.data?.rebuild ? POLL_INTERVAL_MS : false),
    }),
  )
  const rebuild = data?.rebuild ?? null
  const isOn = rebuild !== null
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current && !isOn) {
      toast.success('All records now use the new time zone')
      void queryClient.invalidateQueries()
    }
    wasOn.current = isOn
  }, [isOn, queryClient])
  if (rebuild === null || account === null) return null
  const share = rebuildShare(rebuild)
  return (
    <Notice
      tone="warning"
      role="status"
      title={`Recalculating for ${timeZoneName(account.timeZone)}`}
      icon={<Loader size={18} />}
    >
      The time zone was changed, so every record is moving to its new local day. Until that’s done, numbers use the old
      time zone. You can leave this page.
      <Progress
        mt={8}
        size="sm"
        value={share ?? 100}
        animated={share === null}
        aria-label="Records in the new time zone"
      />
      <span className="numbers">{rebuildText(rebuild)}</span>
    </Notice>
  )
}
