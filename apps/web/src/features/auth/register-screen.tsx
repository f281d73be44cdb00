import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { NameFields, PasswordFields } from '#web/app/fields.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthForm, AuthPanel, TextLink } from './auth-panel.tsx'
import { checkConfirmation, checkEmail, checkName, checkNewPassword } from './field-checks.ts'
import { useSessionStart } from './use-session-start.ts'

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
      onSuccess: (answer) => arrive(answer.user),
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  )
  const submit = form.onSubmit(({ confirmation: _, ...values }) => register.mutate({ ...values, ...browserSettings() }))
  return (
    <AuthPanel
      title="Register"
      text="Free for 14 days. No credit card required."
      links={<TextLink to="/sign-in">Already have an account? Sign in</TextLink>}
    >
      <AuthForm
        failure={generalMessage(register.error)}
        submit="Register"
        isBusy={register.isPending}
        onSubmit={submit}
      >
        <NameFields inputProps={form.getInputProps} isOwn />
        <TextInput
          label="Winery or business"
          autoComplete="organization"
          required
          {...form.getInputProps('accountName')}
        />
        <TextInput
          label="Email"
          type="text"
          inputMode="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <PasswordFields label="Password" repeatLabel="Confirm password" inputProps={form.getInputProps} />
      </AuthForm>
    </AuthPanel>
  )
}
