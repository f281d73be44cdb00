import { useMutation } from '@tanstack/react-query'
import type { Alert } from '#contract/alerts.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Changes of alerts that apply immediately, each with its toast. Refreshes the list. */
export const useAlertChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.alerts.key() })
  /** Without the history of an alert that is gone. */
  const refreshList = () => queryClient.invalidateQueries({ queryKey: queries.alerts.list.key() })
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error, 'Something went wrong. Check your connection and try again.'))
    void refresh()
  }
  const pause = useMutation({
    mutationFn: ({ id, isPaused }: Pick<Alert, 'id' | 'isPaused'>) => api.alerts.pause({ id, isPaused }),
    onSuccess: ({ isPaused }) => {
      toast.success(isPaused ? 'Alert paused' : 'Alert resumed')
      return refresh()
    },
    onError,
  })
  const restore = useMutation({
    mutationFn: (id: string) => api.alerts.restore({ id }),
    onSuccess: ({ name }) => {
      toast.success(`${name} restored`)
      return refresh()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Pick<Alert, 'id' | 'name'>) => api.alerts.remove({ id }),
    onSuccess: (_, { id, name }) => {
      toastWithUndo(`${name} deleted`, () => restore.mutate(id))
      return refreshList()
    },
    onError,
  })
  const leave = useMutation({
    mutationFn: ({ id }: Pick<Alert, 'id' | 'name'>) => api.alerts.leave({ id }),
    onSuccess: (_, { name }) => {
      toast.success(`You no longer receive ${name}`)
      return refreshList()
    },
    onError,
  })
  return { pause, remove, leave, refresh }
}
