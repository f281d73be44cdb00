import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Run } from '#contract/runs.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { isActive } from './run-state.ts'

/** Milliseconds between polls of a run. */
const POLL_INTERVAL = 1000

/** A polled run; null until loaded. When it finishes, all data that it may have changed is reloaded. */
export const useRun = (id: string, runId: string): Run | null => useRunQuery(id, runId).data ?? null

/** The same as a query result, with its error. */
export const useRunQuery = (id: string, runId: string) => {
  const { queries } = useRuntime()
  const reloadAll = useReloadAfterRun()
  const query = useQuery(
    queries.services.run.queryOptions({
      input: { id, runId },
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

/** Reloads everything that depends on the account's data, including services and runs. */
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

/** The same without single services, one of which may have been removed. */
export const useReloadAccount = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  return useCallback(() => {
    for (const call of [
      queries.services.list,
      queries.account.status,
      queries.account.dataSpan,
      queries.system.setting,
    ]) {
      void queryClient.invalidateQueries({ queryKey: call.key() })
    }
  }, [queries, queryClient])
}
