import type { SaveStepInput } from '#contract/save-list.ts'
import type { HoldoutPercent } from '#domain/save-list.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Changes of the list, each with its toast; the list is loaded again. */
export const useSaveListChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.saveList.key() })
  const assign = useChange(
    (given: { readonly id: string; readonly userId: string | null }) => api.saveList.assign(given),
    { refresh, done: (_, { userId }) => (userId === null ? 'Unassigned' : 'Assigned') },
  )
  const takeBack = useChange((id: string) => api.saveList.takeBack({ id }), { refresh })
  const log = useChange((step: SaveStepInput & { readonly id: string }) => api.saveList.addStep(step), {
    refresh,
    done: 'Logged',
    undo: ({ id }) => takeBack.mutate(id),
  })
  const setHoldout = useChange((percent: HoldoutPercent) => api.saveList.setHoldout({ percent }), {
    refresh,
    done: 'Saved. It applies to members who enter the list from now on.',
  })
  return { assign, log, setHoldout }
}
