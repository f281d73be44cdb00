import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Adds, changes and removes own codes. Every number by channel, type or status may change, so all are loaded again. */
export const useOwnCodeChanges = () => {
  const { queries, queryClient } = useRuntime()
  const invalidateNumbers = useInvalidateNumbers()
  const onSuccess = async (): Promise<void> => {
    invalidateNumbers()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.ownCodes.list.key() }),
      queryClient.invalidateQueries({ queryKey: queries.services.preview.key() }),
    ])
  }
  const create = useMutation(queries.ownCodes.create.mutationOptions({ onSuccess }))
  const update = useMutation(queries.ownCodes.update.mutationOptions({ onSuccess }))
  const remove = useMutation(
    queries.ownCodes.remove.mutationOptions({
      onSuccess,
      onError: (error) => {
        toast.failure(firstMessage(error, 'Something went wrong. Please try again.'))
      },
    }),
  )
  return { create, update, remove }
}
