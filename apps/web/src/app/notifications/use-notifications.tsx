import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { UndoMessage } from '../notice.tsx'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import { withAllRead, without, withRead } from './unread.ts'

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

/** Milliseconds between two looks for new ones; a page that nobody sees does not look. */
const LOOK_EVERY = 60_000

/** The user's notifications, newest first; new ones arrive by themselves. */
export const useNotifications = () => {
  const { queries } = useRuntime()
  return useQuery(
    queries.notifications.list.queryOptions({ refetchInterval: LOOK_EVERY, refetchOnWindowFocus: 'always' }),
  )
}

/** Fetches a notification to be read, and marks it as read here and on the server. */
export const useOpenNotification = () => {
  const { api, queries, queryClient } = useRuntime()
  const [detail, setDetail] = useState<NotificationDetail | null>(null)
  const { key, queryKey } = queries.notifications.list

  const open = async (id: string): Promise<void> => {
    try {
      setDetail(await api.notifications.get({ id }))
    } catch (error) {
      toast.failure(firstMessage(error))
      // It may have been deleted elsewhere.
      void queryClient.invalidateQueries({ queryKey: key() })
      return
    }
    await queryClient.cancelQueries({ queryKey: key() })
    queryClient.setQueryData(queryKey(), (all) => all && withRead(all, id))
    await api.notifications.markRead({ id }).catch((error: unknown) => {
      console.error('The notification could not be marked as read', error)
    })
  }

  return { detail, open, close: () => setDetail(null) }
}
