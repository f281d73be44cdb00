import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { NameFields } from '#web/app/fields.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useSessionStart } from '#web/features/auth/use-session-start.ts'
import { AuthForm, AuthPanel } from '../auth/auth-panel.tsx'
import { checkConfirmation, checkName, checkNewPassword } from '../auth/field-checks.ts'
import { NewPasswordFields } from '../password/new-password-fields.tsx'

interface JoinFormProps {
  readonly invitation: { readonly email: string; readonly accountName: string; readonly invitedByName: string }
  readonly token: string
}

/** Collects an invited user's name and password, and signs them in. */
export const JoinForm = ({ invitation: { email, accountName, invitedByName }, token }: JoinFormProps) => {
  const { queries } = useRuntime()
  const arrive = useSessionStart()
  const form = useForm({
    initialValues: { firstName: '', lastName: '', password: '', confirmation: '' },
    validate: {
      firstName: checkName,
      lastName: checkName,
      password: checkNewPassword,
      confirmation: checkConfirmation,
    },
  })
  const join = useMutation(
    queries.invitations.join.mutationOptions({
      onSuccess: (answer) => arrive(answer.user),
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  )
  const submit = form.onSubmit(({ confirmation: _, ...values }) =>
    join.mutate({ ...values, token, culture: navigator.language }),
  )
  return (
    <AuthPanel
      title={`Join ${accountName}`}
      text={`${invitedByName} invited you to see this winery’s numbers in Cuvee.`}
    >
      <AuthForm failure={generalMessage(join.error)} submit="Join" isBusy={join.isPending} onSubmit={submit}>
        <TextInput
          label="Email"
          description="The address your invitation was sent to. You can change it later."
          type="text"
          inputMode="email"
          autoComplete="username"
          value={email}
          readOnly
          variant="filled"
        />
        <NameFields inputProps={form.getInputProps} isOwn />
        <NewPasswordFields
          label="Password"
          repeatLabel="Confirm password"
          password={form.values.password}
          fieldProps={form.getInputProps('password')}
          repeatProps={form.getInputProps('confirmation')}
        />
      </AuthForm>
    </AuthPanel>
  )
}
