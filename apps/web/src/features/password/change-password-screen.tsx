import { Anchor, Button, Group, Paper, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorItems, fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { Heading } from '#web/app/heading.tsx'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { checkNewConfirmation, checkNewPassword, checkRequired } from '#web/features/auth/field-checks.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' }
const WRONG_CURRENT = 'auth.wrong_current_password'

/** The server's error messages by field. */
const messagesOf = (error: unknown): Record<string, string> => {
  const wrong = errorItems(error).find(({ code }) => code === WRONG_CURRENT)
  return wrong ? { currentPassword: wrong.message } : fieldMessages(error)
}

const ChangePasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { queries, queryClient } = useRuntime()
  const email = useCurrentUser()?.email ?? ''
  const form = useForm({
    initialValues: EMPTY,
    validate: { currentPassword: checkRequired, newPassword: checkNewPassword, confirmation: checkNewConfirmation },
  })
  const change = useMutation(
    queries.users.changePassword.mutationOptions({
      onSuccess: () => {
        toast.success('Password changed')
        void queryClient.invalidateQueries({ queryKey: queries.users.sessions.key() })
        onChanged()
      },
      onError: (error) => form.setErrors(messagesOf(error)),
    }),
  )
  const submit = form.onSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }))
  const isAboutField = change.error && Object.keys(messagesOf(change.error)).length > 0
  return (
    <FormStack onSubmit={submit}>
      <FormFailure message={change.error && !isAboutField ? firstMessage(change.error) : null} />
      {/* Password managers store the new password under the username in the form. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        maxLength={128}
        required
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordFields
        label="New password"
        repeatLabel="Confirm new password"
        password={form.values.newPassword}
        fieldProps={form.getInputProps('newPassword')}
        repeatProps={form.getInputProps('confirmation')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </Group>
      <LeaveGuard mustAsk={() => form.isDirty() && !change.isSuccess}>
        Your new password isn’t saved yet. It will be lost if you leave.
      </LeaveGuard>
    </FormStack>
  )
}

/** Changes the user's password, which signs out all other sessions. */
export const ChangePasswordScreen = () => {
  const [isChanged, setChanged] = useState(false)
  return (
    <Stack maw="var(--cuvee-width-form)" mx="auto">
      <Heading title="Change Password">
        You’ll stay signed in here and be signed out on every other browser and device.
      </Heading>
      {isChanged ? (
        <Notice
          tone="good"
          role="status"
          title="Your password was changed"
          icon={<IconCircleCheck size={20} aria-hidden />}
        >
          You were signed out everywhere else.{' '}
          <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/profile" />}>
            Back to your profile
          </Anchor>
        </Notice>
      ) : (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <ChangePasswordForm onChanged={() => setChanged(true)} />
        </Paper>
      )}
    </Stack>
  )
}
