import { useState } from 'react'
import type { NotificationDetail } from '#contract/notifications.ts'
import { firstMessage } from '../../api/api-error.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import { withRead } from './unread.ts'

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
