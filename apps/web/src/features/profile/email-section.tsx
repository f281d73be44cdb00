import { Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChangedUser } from '#contract/users.ts'
import { canonicalEmail, hasNoEmail, requiredRule } from '#domain/field-rules.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { Notice } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import { checkEmail } from '#web/features/auth/field-checks.ts'
import { useCancelEmailChange, useEmailChange, useResendLink } from './use-profile-changes.ts'

/** A pending email address, whose confirmation can be resent or canceled. */
const PendingEmail = ({ user, pendingEmail }: { user: ChangedUser; pendingEmail: string }) => {
  const resend = useResendLink()
  const cancel = useCancelEmailChange(user)
  const isBusy = resend.isPending || cancel.isPending
  const sendAgain = (): void =>
    resend.mutate(undefined, {
      onSuccess: () => toast.success('Email sent'),
      onError: (error) => toast.failure(firstMessage(error, 'Unable to send email. Please try again later.')),
    })
  const cancelChange = (): void =>
    cancel.mutate(undefined, {
      onSuccess: () => toast.success('Your email address won’t change'),
      onError: (error) => toast.failure(firstMessage(error)),
    })
  return (
    <Notice
      tone="warning"
      title={`Confirmation pending: ${pendingEmail}`}
      icon={<IconMailForward size={20} aria-hidden />}
    >
      We emailed a link to this address. Open it within 24 hours to confirm the change.
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" loading={resend.isPending} disabled={isBusy} onClick={sendAgain}>
          Resend email
        </Button>
        <Button size="xs" variant="default" loading={cancel.isPending} disabled={isBusy} onClick={cancelChange}>
          {hasNoEmail(user) ? 'Cancel' : `Keep ${user.email}`}
        </Button>
      </Group>
    </Notice>
  )
}

/** Messages by field; others belong to the address. */
const errorsOf = (error: Error): Record<string, string> => {
  const messages = fieldMessages(error)
  return Object.keys(messages).length > 0 ? messages : { email: firstMessage(error) }
}

/** Requests a change of the email address. */
const EmailForm = ({ user, onDone }: { user: ChangedUser; onDone: () => void }) => {
  const change = useEmailChange(user.id)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) =>
        checkEmail(value) ?? (canonicalEmail(value) === user.email ? 'This is already your email address' : null),
      password: requiredRule,
    },
  })
  const submit = form.onSubmit(({ email, password }) =>
    change.mutate(
      { email: email.trim(), password },
      {
        onSuccess: () => {
          toast.success('Email sent')
          onDone()
        },
        onError: (error) => form.setErrors(errorsOf(error)),
      },
    ),
  )
  return (
    <FormStack gap="sm" onSubmit={submit}>
      <TextInput
        label="New email address"
        description="We’ll email a link to this address. Your email address won’t change until you open it."
        type="text"
        inputMode="email"
        autoComplete="email"
        required
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        maxLength={128}
        required
        {...form.getInputProps('password')}
      />
      <Group gap="xs">
        <Button type="submit" loading={change.isPending}>
          Send link
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      <LeaveGuard mustAsk={() => form.isDirty() && !change.isPending && !change.isSuccess}>
        Your new email address isn’t saved yet. It will be lost if you leave.
      </LeaveGuard>
    </FormStack>
  )
}

/** Says why an address that the user never confirmed is gone. */
const NoEmail = ({ user }: { user: ChangedUser }) => (
  <Notice tone="warning" title="You have no email address" icon={<IconMailOff size={20} aria-hidden />}>
    Someone else confirmed the address you entered. Enter another one to receive email. Until you confirm it, sign in
    with <span className="email">{user.email}</span> and your password.
  </Notice>
)

const changeLabel = (user: ChangedUser): string => {
  if (user.pendingEmail !== null) return 'Use a different address'
  return hasNoEmail(user) ? 'Enter an email address' : 'Change email address'
}

/** The current email address, a pending one, and a form to change it. */
export const EmailSection = ({ user }: { user: ChangedUser }) => {
  const [isChanging, setChanging] = useState(false)
  const { email, emailVerified, pendingEmail } = user
  return (
    <Stack gap="sm">
      {hasNoEmail(user) ? (
        <NoEmail user={user} />
      ) : (
        <Group gap="xs">
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          <Badge size="sm" variant="default" tt="none" miw="fit-content">
            {emailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </Group>
      )}
      {pendingEmail !== null && <PendingEmail user={user} pendingEmail={pendingEmail} />}
      {isChanging ? (
        <EmailForm user={user} onDone={() => setChanging(false)} />
      ) : (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setChanging(true)}>
          {changeLabel(user)}
        </Button>
      )}
    </Stack>
  )
}
