import { useMutation } from '@tanstack/react-query'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Adds, changes and removes own codes. Every number by channel, type or status may change, so all are loaded again. */
export const useOwnCodeChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const invalidateNumbers = useInvalidateNumbers()
  const refresh = async (): Promise<void> => {
    invalidateNumbers()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.ownCodes.list.key() }),
      queryClient.invalidateQueries({ queryKey: queries.services.preview.key() }),
    ])
  }
  const create = useMutation(queries.ownCodes.create.mutationOptions({ onSuccess: refresh }))
  const update = useMutation(queries.ownCodes.update.mutationOptions({ onSuccess: refresh }))
  const remove = useChange(api.ownCodes.remove, { refresh, failed: 'Something went wrong. Please try again.' })
  return { create, update, remove }
}
