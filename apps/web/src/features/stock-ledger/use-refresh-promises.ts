import { computedFromData } from '#web/app/freshness.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Loads promises and all numbers again: free stock changes wherever it is shown. */
export const useRefreshPromises = () => {
  const { queries, queryClient } = useRuntime()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(computedFromData),
      queryClient.invalidateQueries({ queryKey: queries.stockPromises.list.key() }),
    ])
}
