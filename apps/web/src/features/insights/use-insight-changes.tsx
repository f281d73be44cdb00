import { useMutation } from '@tanstack/react-query'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useInsightCache, useProgressChanges } from './use-progress-changes.tsx'

/** Changes that are saved immediately. */
export const useInsightChanges = () => {
  const { api } = useRuntime()
  const { updateCache, onError } = useInsightCache()
  const progress = useProgressChanges()

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
  return { restore, dismiss, answer, markRead, ...progress }
}

export type InsightChanges = ReturnType<typeof useInsightChanges>
