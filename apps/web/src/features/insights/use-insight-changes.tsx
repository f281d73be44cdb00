import { useMutation } from '@tanstack/react-query'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useInsightCache, useProgressChanges } from './use-progress-changes.tsx'

/** Changes that are saved immediately. */
export const useInsightChanges = () => {
  const { queries } = useRuntime()
  const { updateCache, onError } = useInsightCache()
  const progress = useProgressChanges()

  const options = { onSuccess: updateCache, onError }
  const restore = useMutation(queries.insights.restore.mutationOptions(options))
  const answer = useMutation(queries.insights.feedback.mutationOptions(options))
  const dismiss = useMutation(
    queries.insights.dismiss.mutationOptions({
      onSuccess: (changed, { id }) => {
        updateCache(changed)
        toastWithUndo('Insight dismissed', () => restore.mutate({ id }))
      },
      onError,
    }),
  )
  // The user didn't ask for this, so a failure isn't shown.
  const markRead = useMutation(
    queries.insights.markRead.mutationOptions({
      onSuccess: updateCache,
      onError: (error) => console.error('The insight could not be marked as read', error),
    }),
  )
  return { restore, dismiss, answer, markRead, ...progress }
}

export type InsightChanges = ReturnType<typeof useInsightChanges>
