import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AccountStatus } from '#contract/account.ts'
import { useAccountStatus } from './account-data.ts'
import { useRuntime } from './runtime.tsx'

/** Calls `onChange` when a load has changed the account's data, but not when its version is first known. */
export const useOnDataChange = (onChange: () => void): void => {
  const version = useAccountStatus()?.dataVersion
  const known = useRef(version)
  const call = useRef(onChange)
  call.current = onChange
  useEffect(() => {
    if (known.current !== undefined && version !== undefined && known.current !== version) call.current()
    known.current = version
  }, [version])
}

/** Milliseconds between checks for new data: during the first load, before it, and later. */
const POLL_MS = { loading: 2_000, empty: 4_000, loaded: 30_000 }

const pollInterval = (status: AccountStatus | undefined): number => {
  if (status?.firstLoad) return POLL_MS.loading
  return status?.lastSyncUtc === null ? POLL_MS.empty : POLL_MS.loaded
}

/** First part of the keys of cached pages of reports. */
export const REPORT_PAGES = 'report'

/** Notices new data while a page is open: open reports load again in place, dashboards by themselves. */
export const useDataUpdates = (): void => {
  const { queries, queryClient } = useRuntime()
  useQuery(queries.account.status.queryOptions({ refetchInterval: ({ state }) => pollInterval(state.data) }))
  useOnDataChange(() => {
    const shown = [queries.system.setting, queries.account.dataSpan, queries.reports.query, queries.subjects]
    for (const queryKey of [[REPORT_PAGES], ...shown.map((call) => call.key())]) {
      void queryClient.invalidateQueries({ queryKey })
    }
    // The explanation of a number that is open stays that of the number that was clicked.
    void queryClient.invalidateQueries({ queryKey: queries.reports.key(), refetchType: 'none' })
  })
}
