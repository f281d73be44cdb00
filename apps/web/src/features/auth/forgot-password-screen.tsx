import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthForm, AuthPanel, TextLink } from './auth-panel.tsx'
import { checkEmail } from './field-checks.ts'

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
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.getInputProps('email')}
        />
      </AuthForm>
    </AuthPanel>
  )
}

const LinkSent = ({ email }: { email: string }) => (
  <AuthPanel title="Check your email" links={<TextLink to="/sign-in">Back to sign in</TextLink>}>
    <Text size="sm" role="status">
      If {email} belongs to an account, a link is on its way. It expires in 30 minutes.
    </Text>
  </AuthPanel>
)
