import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel } from './auth-panel.tsx'
import { DemoSignIn } from './demo-sign-in.tsx'
import { checkEmail, checkRequired } from './field-checks.ts'
import { TextLink } from './text-link.tsx'
import { useArrival } from './use-arrival.ts'

export const SignInScreen = () => {
  const { queries } = useRuntime()
  const { redirect } = useSearch({ strict: false })
  const arrive = useArrival()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: checkRequired },
  })
  const signIn = useMutation(
    queries.auth.token.mutationOptions({ onSuccess: ({ user, ...tokens }) => arrive(tokens, user) }),
  )
  const submit = form.onSubmit(({ email, password }) =>
    signIn.mutate({ grant_type: 'password', username: email.trim(), password }),
  )
  return (
    <AuthPanel title="Sign in" text="Your winery’s numbers, every morning.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure message={signIn.error && firstMessage(signIn.error)} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <DemoSignIn onChoose={(demo) => form.setValues(demo)} />
      <Stack gap={4} align="center">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
        <TextLink to="/register" search={{ redirect }}>
          Create an account
        </TextLink>
      </Stack>
    </AuthPanel>
  )
}
