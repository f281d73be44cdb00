import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '../notice.tsx'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import { withAllRead, withoutNotification, withRead } from './unread.ts'

/** Mutations of notifications; they update the cached list, which the bell and the list read. */
export const useNotificationChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const { key, queryKey } = queries.notifications.list
  const refresh = () => queryClient.invalidateQueries({ queryKey: key() })
  const change = async (update: (all: readonly NotificationSummary[]) => NotificationSummary[]) => {
    // A list request in flight predates the change.
    await queryClient.cancelQueries({ queryKey: key() })
    queryClient.setQueryData(queryKey(), (all) => all && update(all))
  }
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error))
    void refresh()
  }

  const restore = useMutation(queries.notifications.restore.mutationOptions({ onSuccess: refresh, onError }))
  const remove = useMutation({
    mutationFn: (id: string) => api.notifications.remove({ id }),
    onSuccess: (_, id) => {
      toastWithUndo('Notification deleted', () => restore.mutate({ id }))
      return change((all) => withoutNotification(all, id))
    },
    onError,
  })
  const markAllRead = useMutation(
    queries.notifications.markAllRead.mutationOptions({ onSuccess: () => change(withAllRead), onError }),
  )
  return { remove, markAllRead }
}

/** Milliseconds between polls; hidden pages do not poll. */
const POLL_INTERVAL = 60_000

/** The user's notifications, newest first, polled for new ones. */
export const useNotifications = () => {
  const { queries } = useRuntime()
  return useQuery(queries.notifications.list.queryOptions({ refetchInterval: POLL_INTERVAL }))
}

/** Fetches a notification's detail, and marks it as read here and on the server. */
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
