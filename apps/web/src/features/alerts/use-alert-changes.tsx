import type { Alert } from '#contract/alerts.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Changes of alerts that apply immediately, each with its toast. Refreshes the list. */
export const useAlertChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.alerts.key() })
  /** Without the history of an alert that is gone. */
  const refreshList = () => queryClient.invalidateQueries({ queryKey: queries.alerts.list.key() })
  const failed = 'Something went wrong. Check your connection and try again.'
  const pause = useChange(({ id, isPaused }: Pick<Alert, 'id' | 'isPaused'>) => api.alerts.pause({ id, isPaused }), {
    refresh,
    done: ({ isPaused }) => (isPaused ? 'Alert paused' : 'Alert resumed'),
    failed,
  })
  const restore = useChange((id: string) => api.alerts.restore({ id }), {
    refresh,
    done: ({ name }) => `${name} restored`,
    failed,
  })
  const remove = useChange(({ id }: Pick<Alert, 'id' | 'name'>) => api.alerts.remove({ id }), {
    refresh: refreshList,
    done: (_, { name }) => `${name} deleted`,
    undo: ({ id }) => restore.mutate(id),
    failed,
  })
  const leave = useChange(({ id }: Pick<Alert, 'id' | 'name'>) => api.alerts.leave({ id }), {
    refresh: refreshList,
    done: (_, { name }) => `You no longer receive ${name}`,
    failed,
  })
  return { pause, remove, leave, refresh }
}
