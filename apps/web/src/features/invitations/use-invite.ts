import { useMutation } from '@tanstack/react-query'
import type { Role } from '#domain/role.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { type InviteResult, inviteAll } from './invite-all.ts'

interface Invited {
  readonly emails: readonly string[]
  readonly roles: Role[]
  readonly onResult: (result: InviteResult) => void
}

/** Invites addresses for the same roles. Resolves to what became of each, also when none was invited. */
export const useInvite = () => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: ({ emails, roles, onResult }: Invited) =>
      inviteAll(emails, (email) => api.invitations.create({ email, roles }), onResult),
    onSuccess: (results) => {
      const invited = results.filter(({ failure }) => failure === null)
      if (invited.length === 1) toast.success('Invitation sent')
      if (invited.length > 1) toast.success(`${invited.length} invitations sent`)
      void queryClient.invalidateQueries({ queryKey: queries.invitations.key() })
    },
  })
}
