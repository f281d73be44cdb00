import { useMutation } from '@tanstack/react-query'
import type { Invitation } from '#contract/invitations.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Resends and revokes invitations, with toasts; reloads the list. */
export const useInvitationChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const reload = () => queryClient.invalidateQueries({ queryKey: queries.invitations.key() })
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error, 'Something went wrong. Please try again.'))
    // The cached list may be stale.
    void reload()
  }
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) => api.invitations.resend({ id }),
    onSuccess: ({ email }) => {
      toast.success(`A new link was sent to ${email}`)
      return reload()
    },
    onError,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => api.invitations.revoke({ id }),
    onSuccess: (_, { email }) => {
      toast.success(`The invitation to ${email} was revoked`)
      return reload()
    },
    onError,
  })
  const askToRevoke = (invitation: Invitation): void => {
    askToConfirm({
      title: `Revoke the invitation to ${invitation.email}?`,
      text: 'The link in their email stops working right away. You can invite them again at any time.',
      confirm: 'Revoke invitation',
      cancel: 'Keep invitation',
      onConfirm: () => revoke.mutate(invitation),
    })
  }
  return { resend, askToRevoke }
}

export type InvitationChanges = ReturnType<typeof useInvitationChanges>
