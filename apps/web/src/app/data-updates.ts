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

/** Notices new data while a page is open. What is on screen is refreshed by those who show it. */
export const useDataUpdates = (): void => {
  const { queries, queryClient } = useRuntime()
  useQuery(queries.account.status.queryOptions({ refetchInterval: ({ state }) => pollInterval(state.data) }))
  useOnDataChange(() => {
    for (const call of [queries.system.setting, queries.account.dataSpan]) {
      void queryClient.invalidateQueries({ queryKey: call.key() })
    }
    // An open report stays as it is until it is shown again.
    void queryClient.invalidateQueries({ queryKey: queries.reports.key(), refetchType: 'none' })
  })
}
