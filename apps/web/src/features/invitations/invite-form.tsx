import { Button, Group, Progress, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { RoleChoices } from '../users/role-choices.tsx'
import { grantLock } from '../users/role-rules.ts'
import { addressesIn, addressProblem } from './address-list.ts'
import type { InviteResult } from './invite-all.ts'
import { useInvite } from './use-invite.ts'

interface InviteValues {
  addresses: string
  roles: Role[]
}

interface InviteFormProps {
  readonly actor: User
  readonly onCancel: () => void
  readonly onDone: (results: readonly InviteResult[]) => void
}

const inviteWords = (count: number): string => (count > 1 ? `Send ${count} invitations` : 'Send invitation')

export const InviteForm = ({ actor, onCancel, onDone }: InviteFormProps) => {
  const invite = useInvite()
  const [sent, setSent] = useState(0)
  const form = useForm<InviteValues>({
    initialValues: { addresses: '', roles: ['User'] },
    validate: {
      addresses: (text) => addressProblem(addressesIn(text)),
      roles: (roles) => (roles.length === 0 ? 'Choose at least one role' : null),
    },
  })
  const { good } = addressesIn(form.values.addresses)
  const submit = form.onSubmit(({ roles }) =>
    invite.mutate({ emails: good, roles, onResult: () => setSent((count) => count + 1) }, { onSuccess: onDone }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
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
        <RoleChoices
          label="Roles"
          chosen={form.values.roles}
          lockOf={(role) => grantLock(role, actor)}
          error={form.errors.roles ? String(form.errors.roles) : null}
          onChange={(roles) => form.setFieldValue('roles', roles)}
        />
        {invite.isPending && good.length > 1 && (
          <Progress value={(100 * sent) / good.length} aria-label={`${sent} of ${good.length} invitations sent`} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={invite.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {inviteWords(good.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
