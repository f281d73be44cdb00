import { useMutation } from '@tanstack/react-query'
import type { InsightDetail, InsightList, InsightSummary } from '#contract/insights.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { withInsight } from './insight-list-state.ts'

/** Changes that are saved immediately; every cached list and the insight are updated. */
export const useInsightChanges = () => {
  const { api, queries, queryClient } = useRuntime()

  const updateCache = (changed: InsightSummary): void => {
    queryClient.setQueriesData<InsightList>(
      { queryKey: queries.insights.list.key() },
      (list) => list && withInsight(list, changed),
    )
    queryClient.setQueryData<InsightDetail>(
      queries.insights.get.queryKey({ input: { id: changed.insightId } }),
      (detail) => detail && { ...detail, ...changed },
    )
  }
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error))
    void queryClient.invalidateQueries({ queryKey: queries.insights.key() })
  }

  const restore = useMutation({
    mutationFn: (id: string) => api.insights.restore({ id }),
    onSuccess: updateCache,
    onError,
  })
  const dismiss = useMutation({
    mutationFn: (id: string) => api.insights.dismiss({ id }),
    onSuccess: (changed, id) => {
      updateCache(changed)
      toastWithUndo('Insight dismissed', () => restore.mutate(id))
    },
    onError,
  })
  const answer = useMutation({
    mutationFn: (given: { readonly id: string; readonly useful: boolean | null }) => api.insights.feedback(given),
    onSuccess: updateCache,
    onError,
  })
  // The user didn't ask for this, so a failure isn't shown.
  const markRead = useMutation({
    mutationFn: (id: string) => api.insights.markRead({ id }),
    onSuccess: updateCache,
    onError: (error) => console.error('The insight could not be marked as read', error),
  })
  return { restore, dismiss, answer, markRead }
}

export type InsightChanges = ReturnType<typeof useInsightChanges>
