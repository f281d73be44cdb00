import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChangedUser } from '#contract/users.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { toast } from '#web/app/toast.ts'
import { checkEmail } from '../auth/field-checks.ts'
import { useEmailChange } from './use-email-change.ts'

interface EmailFormProps {
  readonly user: ChangedUser
  readonly onDone: () => void
}

/** Asks for the address that the link goes to. */
export const EmailForm = ({ user, onDone }: EmailFormProps) => {
  const change = useEmailChange(user.id)
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) =>
        checkEmail(value) ?? (value.trim().toLowerCase() === user.email ? 'This is already your email address' : null),
    },
  })
  const submit = form.onSubmit(({ email }) =>
    change.mutate(email.trim(), {
      onSuccess: () => {
        toast.success('Email sent')
        onDone()
      },
      onError: (error) => form.setErrors({ email: firstMessage(error), ...fieldMessages(error) }),
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="New email address"
          description="We’ll email a link to this address. Your email address won’t change until you open it."
          type="email"
          autoComplete="email"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <Group gap="xs">
          <Button type="submit" loading={change.isPending}>
            Send link
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
      <LeaveGuard mustAsk={() => form.isDirty() && !change.isPending && !change.isSuccess}>
        Your new email address isn’t saved yet. It will be lost if you leave.
      </LeaveGuard>
    </form>
  )
}
