import { useMutation } from '@tanstack/react-query'
import type { NotificationSummary } from '#contract/notifications.ts'
import { firstMessage } from '../../api/api-error.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import { UndoMessage } from '../undo-message.tsx'
import { withAllRead, without } from './unread.ts'

/** Changes to notifications that act at once. The list and the bell follow. */
export const useNotificationChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const { key, queryKey } = queries.notifications.list
  const refresh = () => queryClient.invalidateQueries({ queryKey: key() })
  const change = async (update: (all: readonly NotificationSummary[]) => NotificationSummary[]) => {
    // A list that is on its way was made before the change.
    await queryClient.cancelQueries({ queryKey: key() })
    queryClient.setQueryData(queryKey(), (all) => all && update(all))
  }
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error))
    void refresh()
  }

  const restore = useMutation({
    mutationFn: (id: string) => api.notifications.restore({ id }),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.notifications.remove({ id }),
    onSuccess: (_, id) => {
      const handleUndo = (): void => {
        toast.hide(shown)
        restore.mutate(id)
      }
      const shown = toast.success(<UndoMessage text="Notification deleted" onUndo={handleUndo} />)
      return change((all) => without(all, id))
    },
    onError,
  })
  const markAllRead = useMutation({
    mutationFn: () => api.notifications.markAllRead(),
    onSuccess: () => change(withAllRead),
    onError,
  })
  return { remove, markAllRead }
}
