import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { checkEmail, checkName } from '../auth/field-checks.ts'
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
  readonly onClose: () => void
}

const EMPTY: NewUser = { firstName: '', lastName: '', email: '', roles: ['User'] }

/** Adds somebody at once; they are mailed a link to choose a password. */
export const AddUserDialog = ({ actor, changes: { add }, onClose }: AddUserDialogProps) => {
  const form = useForm<NewUser>({
    initialValues: EMPTY,
    validate: {
      firstName: checkName,
      lastName: checkName,
      email: checkEmail,
      roles: (roles) => (roles.length === 0 ? 'Choose at least one role' : null),
    },
  })
  const submit = form.onSubmit((person) =>
    add.mutate(
      { ...person, email: person.email.trim() },
      { onSuccess: onClose, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  )
  const isAboutField = add.error && Object.keys(fieldMessages(add.error)).length > 0
  return (
    <Modal opened onClose={onClose} title="Add a user" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            They can sign in as soon as they have chosen a password: we mail them a link for that.
          </Text>
          <FormFailure message={add.error && !isAboutField ? firstMessage(add.error) : null} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
            <TextInput label="Last name" required {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
          <RoleChoices
            label="What they may do in this account"
            chosen={form.values.roles}
            lockOf={(role) => grantLock(role, actor)}
            error={form.errors.roles ? String(form.errors.roles) : null}
            onChange={(roles) => form.setFieldValue('roles', roles)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add user
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
