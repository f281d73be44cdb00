import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Takes the deletion of the account back. */
export const useRestoreAccount = () => {
  const { queries, queryClient } = useRuntime()
  return useMutation(
    queries.account.restore.mutationOptions({
      onSuccess: (account) => {
        queryClient.setQueryData(queries.account.get.queryKey(), account)
        toast.success('Account restored. Nothing was removed.')
        // What paused while the account was to go is at work again.
        void queryClient.invalidateQueries()
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
}
