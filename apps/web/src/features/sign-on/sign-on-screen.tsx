import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { firstMessage } from '#web/api/api-error.ts'
import { EmailField } from '#web/app/fields.tsx'
import { AuthForm, AuthPanel, TextLink } from '#web/features/auth/auth-panel.tsx'
import { checkEmail } from '#web/features/auth/field-checks.ts'
import { useSignOnStart } from './use-sign-on-start.ts'

/** Finds the provider of an address. */
export const SignOnScreen = () => {
  const { redirect } = useSearch({ strict: false })
  const start = useSignOnStart()
  const form = useForm({ initialValues: { email: '' }, validate: { email: checkEmail } })
  const submit = form.onSubmit(({ email }) => start.mutate({ email: email.trim(), redirect }))
  return (
    <AuthPanel
      title="Single sign-on"
      text="Sign in with the account that you have at work."
      links={
        <TextLink to="/sign-in" search={{ redirect }}>
          Back to sign in
        </TextLink>
      }
    >
      <AuthForm
        failure={start.error && firstMessage(start.error)}
        submit="Continue"
        isBusy={start.isPending || start.isSuccess}
        onSubmit={submit}
      >
        <EmailField label="Work email" inputProps={form.getInputProps('email')} />
      </AuthForm>
    </AuthPanel>
  )
}
