import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { computedFromData } from '#web/app/freshness.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Adds and removes promises. Free stock changes wherever it is shown, so all numbers are loaded again. */
export const usePromiseChanges = () => {
  const { queries, queryClient } = useRuntime()
  const onSuccess = (): Promise<unknown> =>
    Promise.all([
      queryClient.invalidateQueries(computedFromData),
      queryClient.invalidateQueries({ queryKey: queries.stockPromises.list.key() }),
    ])
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
