import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Renames and deletes fields. Every number with a field changes its name or is gone, so all are loaded again. */
export const useCustomFieldChanges = () => {
  const { queries, queryClient } = useRuntime()
  const invalidateNumbers = useInvalidateNumbers()
  const onSuccess = async (message: string): Promise<void> => {
    toast.success(message)
    invalidateNumbers()
    await queryClient.invalidateQueries({ queryKey: queries.customFields.list.key() })
  }
  const onError = (error: Error): void => {
    toast.failure(firstMessage(error, 'Something went wrong. Please try again.'))
  }
  const rename = useMutation(
    queries.customFields.rename.mutationOptions({ onSuccess: () => onSuccess('Field renamed'), onError }),
  )
  const remove = useMutation(
    queries.customFields.remove.mutationOptions({ onSuccess: () => onSuccess('Field deleted'), onError }),
  )
  return { rename, remove }
}
