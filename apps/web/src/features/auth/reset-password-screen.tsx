import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from './auth-panel.tsx'
import { checkConfirmation, checkNewPassword } from './field-checks.ts'

export const ResetPasswordScreen = () => {
  const { queries } = useRuntime()
  const { token = '', userId = '' } = useSearch({ strict: false })
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: { password: checkNewPassword, confirmation: checkConfirmation },
  })
  const reset = useMutation(
    queries.auth.resetPassword.mutationOptions({ onError: (error) => form.setErrors(fieldMessages(error)) }),
  )
  if (reset.isSuccess) return <PasswordChanged />
  const isAboutPassword = reset.error && 'password' in fieldMessages(reset.error)
  return (
    <AuthPanel title="Reset password" text="Choose a new password for your account.">
      <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, userId, password }))} noValidate>
        <Stack>
          <FormFailure message={reset.error && !isAboutPassword ? firstMessage(reset.error) : null} />
          <PasswordInput
            label="New password"
            description="Minimum 8 characters, at least 1 letter, 1 number and 1 special character"
            autoComplete="new-password"
            autoFocus
            required
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Confirm new password"
            autoComplete="new-password"
            required
            {...form.getInputProps('confirmation')}
          />
          <Button type="submit" loading={reset.isPending} fullWidth>
            Save password
          </Button>
        </Stack>
      </form>
      <Stack align="center">
        <TextLink to="/forgot-password">Request a new link</TextLink>
      </Stack>
    </AuthPanel>
  )
}

const PasswordChanged = () => (
  <AuthPanel title="Password changed">
    <Text size="sm" role="status">
      You can now sign in with your new password. All other sessions were signed out.
    </Text>
    <Stack align="center">
      <TextLink to="/sign-in">Sign in</TextLink>
    </Stack>
  </AuthPanel>
)
