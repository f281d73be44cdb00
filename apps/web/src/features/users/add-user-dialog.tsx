import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { checkEmail, checkName } from '../auth/field-checks.ts'
import { NameFields } from '../auth/name-fields.tsx'
import { RoleChoices } from './role-choices.tsx'
import { grantLock } from './role-rules.ts'
import type { UserChanges } from './use-user-changes.tsx'

interface NewUser {
  firstName: string
  lastName: string
  email: string
  roles: Role[]
}

interface AddUserDialogProps {
  readonly actor: User
  readonly changes: Pick<UserChanges, 'add'>
  readonly isOpen: boolean
  readonly onClose: () => void
}

const EMPTY: NewUser = { firstName: '', lastName: '', email: '', roles: ['User'] }

/**
 * Adds a user, who is emailed a link to choose a password. Input survives closing the dialog by accident, but not Cancel.
 */
export const AddUserDialog = ({ actor, changes: { add }, isOpen, onClose }: AddUserDialogProps) => {
  const form = useForm<NewUser>({
    initialValues: EMPTY,
    validate: {
      firstName: checkName,
      lastName: checkName,
      email: checkEmail,
      roles: (roles) => (roles.length === 0 ? 'Choose at least one role' : null),
    },
  })
  const finish = (): void => {
    form.reset()
    onClose()
  }
  const submit = form.onSubmit((person) =>
    add.mutate(
      { ...person, email: person.email.trim() },
      { onSuccess: finish, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  )
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add a user" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            We’ll email them a link to choose a password. They can sign in as soon as they do.
          </Text>
          <FormFailure message={generalMessage(add.error)} />
          <NameFields inputProps={form.getInputProps} />
          <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
          <RoleChoices
            label="Roles"
            chosen={form.values.roles}
            lockOf={(role) => grantLock(role, actor)}
            error={form.errors.roles ? String(form.errors.roles) : null}
            onChange={(roles) => form.setFieldValue('roles', roles)}
          />
          <DialogButtons confirm="Add user" isBusy={add.isPending} onCancel={finish} />
        </Stack>
      </form>
    </Modal>
  )
}
