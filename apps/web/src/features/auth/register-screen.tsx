import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from './auth-panel.tsx'
import { checkConfirmation, checkEmail, checkName, checkNewPassword } from './field-checks.ts'
import { toUser, useSessionStart } from './use-session-start.ts'

const initialValues = { firstName: '', lastName: '', email: '', accountName: '', password: '', confirmation: '' }

const browserSettings = () => ({
  culture: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export const RegisterScreen = () => {
  const { queries } = useRuntime()
  const arrive = useSessionStart()
  const form = useForm({
    initialValues,
    validate: {
      firstName: checkName,
      lastName: checkName,
      email: checkEmail,
      accountName: checkName,
      password: checkNewPassword,
      confirmation: checkConfirmation,
    },
  })
  const register = useMutation(
    queries.auth.createAccount.mutationOptions({
      onSuccess: (answer) => arrive(answer.token, toUser(answer, new Date())),
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  )
  const submit = form.onSubmit(({ confirmation: _, ...values }) => register.mutate({ ...values, ...browserSettings() }))
  const isAboutField = register.error && Object.keys(fieldMessages(register.error)).length > 0
  return (
    <AuthPanel title="Register" text="Free for 14 days. No credit card required.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure message={register.error && !isAboutField ? firstMessage(register.error) : null} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First name"
              autoComplete="given-name"
              autoFocus
              required
              {...form.getInputProps('firstName')}
            />
            <TextInput label="Last name" autoComplete="family-name" required {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <TextInput
            label="Winery or business"
            autoComplete="organization"
            required
            {...form.getInputProps('accountName')}
          />
          <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description="Minimum 8 characters, at least 1 letter, 1 number and 1 special character"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            required
            {...form.getInputProps('confirmation')}
          />
          <Button type="submit" loading={register.isPending} fullWidth>
            Register
          </Button>
        </Stack>
      </form>
      <Stack align="center">
        <TextLink to="/sign-in">Already have an account? Sign in</TextLink>
      </Stack>
    </AuthPanel>
  )
}
