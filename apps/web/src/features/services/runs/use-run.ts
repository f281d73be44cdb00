import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Run } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { isActive } from './run-state.ts'

/** Milliseconds between two looks at a run. */
const POLL_EVERY = 1000

/** A run as it goes on. When it is over, everything that its rows may have changed is loaded anew. */
export const useRun = (id: string, runId: string): Run | null => {
  const { queries } = useRuntime()
  const reloadAll = useReloadAfterRun()
  const { data } = useQuery(
    queries.services.run.queryOptions({
      input: { id, runId },
      staleTime: 0,
      refetchIntervalInBackground: true,
      refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : POLL_EVERY),
    }),
  )
  const over = data !== undefined && !isActive(data)
  useEffect(() => {
    if (over) reloadAll()
  }, [over, reloadAll])
  return data ?? null
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
