import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Run } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { isActive } from './run-state.ts'

/** Milliseconds between two looks at a run. */
const POLL_INTERVAL = 1000

/** A run as it goes on; null until it is known. When it is over, everything that its rows may have changed is loaded anew. */
export const useRun = (id: string, runId: string): Run | null => useRunQuery(id, runId).data ?? null

/** The same, with what went wrong. */
export const useRunQuery = (id: string, runId: string) => {
  const { queries } = useRuntime()
  const reloadAll = useReloadAfterRun()
  const query = useQuery(
    queries.services.run.queryOptions({
      input: { id, runId },
      staleTime: 0,
      refetchIntervalInBackground: true,
      refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : POLL_INTERVAL),
    }),
  )
  const over = query.data !== undefined && !isActive(query.data)
  useEffect(() => {
    if (over) reloadAll()
  }, [over, reloadAll])
  return query
}

/** Loads anew what depends on the account's rows, services and their runs among it. */
export const useReloadAfterRun = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  const reloadAccount = useReloadAccount()
  return useCallback(() => {
    reloadAccount()
    for (const call of [queries.services.get, queries.services.runs]) {
      void queryClient.invalidateQueries({ queryKey: call.key() })
    }
  }, [queries, queryClient, reloadAccount])
}

/** The same without what is known of single services: one of them may be gone. */
export const useReloadAccount = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  return useCallback(() => {
    for (const call of [queries.services.list, queries.account.status, queries.system.setting]) {
      void queryClient.invalidateQueries({ queryKey: call.key() })
    }
  }, [queries, queryClient])
}
