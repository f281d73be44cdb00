import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'

/** Deletes the account, with 30 days to undo it. */
export const useRemoveAccount = (onRemoved: () => void) => {
  const { queries, queryClient } = useRuntime()
  return useMutation(
    queries.account.remove.mutationOptions({
      onSuccess: async () => {
        // The banner says the rest.
        await queryClient.invalidateQueries({ queryKey: queries.account.get.key() })
        onRemoved()
      },
    }),
  )
}
