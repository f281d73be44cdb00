import type { Invitation } from '#contract/invitations.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

/** Resends and revokes invitations, with toasts; reloads the list. */
export const useInvitationChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.invitations.key() })
  const failed = 'Something went wrong. Please try again.'
  const resend = useChange(({ id }: Invitation) => api.invitations.resend({ id }), {
    refresh,
    done: ({ email }) => `A new link was sent to ${email}`,
    failed,
  })
  const revoke = useChange(({ id }: Invitation) => api.invitations.revoke({ id }), {
    refresh,
    done: (_, { email }) => `The invitation to ${email} was revoked`,
    failed,
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
