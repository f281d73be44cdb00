import { Progress, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { NewRoles } from '#web/features/users/role-choices.tsx'
import { addressProblem, parseAddresses } from './address-list.ts'

/** The result for one address; a null failure means that it was invited. */
export interface InviteResult {
  readonly email: string
  readonly failure: string | null
}

/**
 * Invites addresses sequentially, so that a rate limit affects as few as possible, and reports each result immediately.
 * One failure does not stop the others.
 */
export const inviteAll = async (
  emails: readonly string[],
  invite: (email: string) => Promise<unknown>,
  onResult: (result: InviteResult) => void,
): Promise<readonly InviteResult[]> => {
  const results: InviteResult[] = []
  for (const email of emails) {
    const result = await invite(email).then(
      () => ({ email, failure: null }),
      (error: unknown) => ({ email, failure: firstMessage(error, 'The invitation couldn’t be sent.') }),
    )
    results.push(result)
    onResult(result)
  }
  return results
}

interface Invited {
  readonly emails: readonly string[]
  readonly roles: Role[]
  readonly onResult: (result: InviteResult) => void
}

/** Invites addresses with the same roles. Resolves to the result of each, even if all failed. */
const useInvite = () => {
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

interface InviteValues {
  addresses: string
  roles: Role[]
}

interface InviteFormProps {
  readonly actor: User
  readonly onCancel: () => void
  readonly onDone: (results: readonly InviteResult[]) => void
}

const submitLabel = (count: number): string => (count > 1 ? `Send ${count} invitations` : 'Send invitation')

export const InviteForm = ({ actor, onCancel, onDone }: InviteFormProps) => {
  const invite = useInvite()
  const [sent, setSent] = useState(0)
  const form = useForm<InviteValues>({
    initialValues: { addresses: '', roles: ['User'] },
    validate: {
      addresses: (text) => addressProblem(parseAddresses(text)),
      roles: (roles) => (roles.length === 0 ? 'Choose at least one role' : null),
    },
  })
  const { good } = parseAddresses(form.values.addresses)
  const submit = form.onSubmit(({ roles }) =>
    invite.mutate({ emails: good, roles, onResult: () => setSent((count) => count + 1) }, { onSuccess: onDone }),
  )
  return (
    <FormStack onSubmit={submit}>
      <Textarea
        label="Email addresses"
        description="Enter one or more addresses, or paste a list. Each person gets a link that works for 7 days."
        placeholder="ann@winery.example, bo@winery.example"
        autosize
        minRows={2}
        maxRows={8}
        required
        data-autofocus
        {...form.getInputProps('addresses')}
      />
      <NewRoles form={form} actor={actor} />
      {invite.isPending && good.length > 1 && (
        <Progress value={(100 * sent) / good.length} aria-label={`${sent} of ${good.length} invitations sent`} />
      )}
      <DialogButtons confirm={submitLabel(good.length)} isBusy={invite.isPending} locksCancel onCancel={onCancel} />
    </FormStack>
  )
}
