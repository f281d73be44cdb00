import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Adds and removes promises. Free stock changes wherever it is shown, so all numbers are loaded again. */
export const usePromiseChanges = () => {
  const { queries, queryClient } = useRuntime()
  const invalidateNumbers = useInvalidateNumbers()
  const onSuccess = (): Promise<void> => {
    invalidateNumbers()
    return queryClient.invalidateQueries({ queryKey: queries.stockPromises.list.key() })
  }
  const create = useMutation(queries.stockPromises.create.mutationOptions({ onSuccess }))
  const remove = useMutation(
    queries.stockPromises.remove.mutationOptions({
      onSuccess,
      onError: (error) => {
        toast.failure(firstMessage(error, 'Something went wrong. Please try again.'))
      },
    }),
  )
  return { create, remove }
}
