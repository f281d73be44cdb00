import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Saved segments are columns of every report. */
export const useRefreshSegments = () => {
  const { queries, queryClient } = useRuntime()
  return async (): Promise<void> => {
    queryClient.removeQueries({ queryKey: [REPORT_PAGES] })
    await Promise.all(
      [queries.segments.key(), queries.reports.catalog.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
