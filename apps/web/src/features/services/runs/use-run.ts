import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Run } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { isActive } from './run-state.ts'

/** Milliseconds between two looks at a run. */
const POLL_EVERY = 1000

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
      refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : POLL_EVERY),
    }),
  )
  const over = query.data !== undefined && !isActive(query.data)
  useEffect(() => {
    if (over) reloadAll()
  }, [over, reloadAll])
  return query
}

/** Loads anew what depends on the account's rows. */
export const useReloadAfterRun = (): (() => void) => {
  const { queries, queryClient } = useRuntime()
  return useCallback(() => {
    const changed = [
      queries.services.list.key(),
      queries.services.get.key(),
      queries.services.runs.key(),
      queries.account.status.key(),
      queries.system.setting.key(),
    ]
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
  }, [queries, queryClient])
}
