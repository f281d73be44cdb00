import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { EmailField, PasswordFields } from '#web/app/fields.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthForm, AuthPanel, TextLink } from './auth-panel.tsx'
import { checkConfirmation, checkEmail, checkNewPassword } from './field-checks.ts'

export const ForgotPasswordScreen = () => {
  const { queries } = useRuntime()
  const form = useForm({ initialValues: { email: '' }, validate: { email: checkEmail } })
  const request = useMutation(
    queries.auth.requestPasswordReset.mutationOptions({
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  )
  if (request.isSuccess) return <LinkSent email={form.values.email} />
  return (
    <AuthPanel
      title="Forgot password"
      text="We’ll email you a link to reset it."
      links={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      <AuthForm
        failure={request.error && firstMessage(request.error)}
        submit="Send link"
        isBusy={request.isPending}
        onSubmit={form.onSubmit(({ email }) => request.mutate({ email: email.trim() }))}
      >
        <EmailField label="Email" inputProps={form.getInputProps('email')} />
      </AuthForm>
    </AuthPanel>
  )
}

const LinkSent = ({ email }: { email: string }) => (
  <AuthPanel title="Check your email" links={<TextLink to="/sign-in">Back to sign in</TextLink>}>
    <Text size="sm" role="status">
      If <span className="email">{email}</span> belongs to an account, a link is on its way. It expires in 30 minutes.
    </Text>
  </AuthPanel>
)

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
    <AuthPanel
      title="Reset password"
      text="Choose a new password for your account."
      links={<TextLink to="/forgot-password">Request a new link</TextLink>}
    >
      <AuthForm
        failure={reset.error && !isAboutPassword ? firstMessage(reset.error) : null}
        submit="Save password"
        isBusy={reset.isPending}
        onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, userId, password }))}
      >
        <PasswordFields
          label="New password"
          repeatLabel="Confirm new password"
          autoFocus
          inputProps={form.getInputProps}
        />
      </AuthForm>
    </AuthPanel>
  )
}

const PasswordChanged = () => (
  <AuthPanel title="Password changed" links={<TextLink to="/sign-in">Sign in</TextLink>}>
    <Text size="sm" role="status">
      You can now sign in with your new password. All other sessions were signed out.
    </Text>
  </AuthPanel>
)
