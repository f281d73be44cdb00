import type { Segment } from '#contract/segments.ts'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

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

/** Renames and deletes segments. */
export const useSegmentChanges = (onDeleted: () => void) => {
  const { api } = useRuntime()
  const refresh = useRefreshSegments()
  const remove = useChange(({ id }: Segment) => api.segments.remove({ id }), {
    refresh: async () => {
      onDeleted()
      await refresh()
    },
    done: (_, { name }) => `${name} deleted`,
  })
  return { remove }
}

/** The segment that a name would replace. */
export const segmentNamed = (segments: readonly Segment[], name: string): Segment | null =>
  segments.find((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ?? null
