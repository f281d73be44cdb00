import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Signs out everywhere but here, once the user has confirmed it. */
export const useEndOtherSessions = () => {
  const { queries, queryClient } = useRuntime()
  const end = useMutation(
    queries.users.endOtherSessions.mutationOptions({
      onSuccess: () => {
        toast.success('Signed out everywhere else')
        return queryClient.invalidateQueries({ queryKey: queries.users.sessions.key() })
      },
      onError: (error) => toast.failure(firstMessage(error, 'Something went wrong. Please try again.')),
    }),
  )
  const ask = (): void => {
    modals.openConfirmModal({
      title: 'Sign out everywhere else?',
      children: (
        <Text size="sm">
          You’ll stay signed in here. All other browsers and devices will be signed out, and unsaved changes there will
          be lost.
        </Text>
      ),
      labels: { confirm: 'Sign out everywhere else', cancel: 'Cancel' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => end.mutate(undefined),
    })
  }
  return { ask, isPending: end.isPending }
}
