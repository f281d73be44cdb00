import { List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { fieldMessages, firstMessage, generalMessage } from '#web/api/api-error.ts'
import { askToConfirm, DialogButtons } from '#web/app/dialog.tsx'
import { NameFields } from '#web/app/fields.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { checkEmail, checkName } from '#web/features/auth/field-checks.ts'
import { NewRoles, RoleChoices } from './role-choices.tsx'
import { type AccessAction, type RoleChangeContext, roleLock, selfDemotionWarning } from './role-rules.ts'
import type { UserChanges } from './use-user-changes.tsx'
import { fullName } from './user-avatar.tsx'

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
      <FormStack onSubmit={submit}>
        <Text size="sm" c="dimmed">
          We’ll email them a link to choose a password. They can sign in as soon as they do.
        </Text>
        <FormFailure message={generalMessage(add.error)} />
        <NameFields inputProps={form.getInputProps} />
        <TextInput label="Email" type="text" inputMode="email" required {...form.getInputProps('email')} />
        <NewRoles form={form} actor={actor} />
        <DialogButtons confirm="Add user" isBusy={add.isPending} onCancel={finish} />
      </FormStack>
    </Modal>
  )
}

interface RenameDialogProps {
  readonly user: User
  readonly changes: Pick<UserChanges, 'rename'>
  readonly onClose: () => void
}

/** Changes a user's name. */
export const RenameDialog = ({ user, changes: { rename }, onClose }: RenameDialogProps) => {
  const form = useForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: { firstName: checkName, lastName: checkName },
  })
  const save = form.onSubmit((names) =>
    rename.mutate(
      { ...user, ...names },
      { onSuccess: onClose, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  )
  return (
    <Modal opened onClose={onClose} title={`Rename ${fullName(user)}`}>
      <FormStack onSubmit={save}>
        <FormFailure message={rename.error && firstMessage(rename.error)} />
        <NameFields inputProps={form.getInputProps} />
        <DialogButtons confirm="Save name" isBusy={rename.isPending} disabled={!form.isDirty()} onCancel={onClose} />
      </FormStack>
    </Modal>
  )
}

interface RolesDialogProps {
  readonly user: User
  readonly situation: RoleChangeContext
  readonly changes: Pick<UserChanges, 'setRoles'>
  readonly onClose: () => void
}

const isSame = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role))

/** Changes a user's roles. */
export const RolesDialog = ({ user, situation, changes: { setRoles }, onClose }: RolesDialogProps) => {
  const [roles, setChosen] = useState<Role[]>(user.roles)
  const isSelf = user.id === situation.actor.id
  const loss = selfDemotionWarning(situation, roles)
  const missing = roles.length === 0 ? 'Choose at least one role' : null
  const save = (): void => setRoles.mutate({ user, roles }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={isSelf ? 'Your roles' : `Roles for ${fullName(user)}`} size="lg">
      <Stack>
        <FormFailure message={setRoles.error && firstMessage(setRoles.error)} />
        <RoleChoices
          label="Roles"
          chosen={roles}
          lockOf={(role) => roleLock(role, situation)}
          error={missing}
          onChange={setChosen}
        />
        {loss !== null && (
          <Notice tone="warning" role="status" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {loss}
          </Notice>
        )}
        <DialogButtons
          confirm="Save roles"
          isBusy={setRoles.isPending}
          disabled={missing !== null || isSame(roles, user.roles)}
          onConfirm={save}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  )
}

interface Deletion {
  readonly user: User
  /** whether it is the signed-in user */
  readonly isSelf: boolean
  readonly onConfirm: () => void
}

/** Confirms a deletion and explains what happens to the user's content. */
export const confirmDeletion = ({ user, isSelf, onConfirm }: Deletion): void => {
  askToConfirm({
    title: isSelf ? 'Remove yourself from this account?' : `Delete ${fullName(user)}?`,
    text: isSelf ? <OwnDeletionText /> : <UserDeletionText user={user} />,
    confirm: isSelf ? 'Remove me' : 'Delete user',
    onConfirm,
  })
}

const UserDeletionText = ({ user }: { user: User }) => (
  <Stack gap="xs">
    <Text size="sm">
      <span className="email">{user.email}</span> will be signed out everywhere right away and can no longer sign in.
      This can’t be undone.
    </Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports they share or schedule for others become yours.</List.Item>
      <List.Item>Their personal dashboards and reports are deleted.</List.Item>
      <List.Item>Their invitations, public links, and personal API keys are revoked.</List.Item>
    </List>
  </Stack>
)

const OwnDeletionText = () => (
  <Stack gap="xs">
    <Text size="sm">You’ll be signed out everywhere right away and can no longer sign in. This can’t be undone.</Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports you share or schedule for others are transferred to an owner.</List.Item>
      <List.Item>Your personal dashboards and reports are deleted.</List.Item>
      <List.Item>Your invitations, public links, and personal API keys are revoked.</List.Item>
    </List>
  </Stack>
)

const ACCESS_TEXTS = {
  sessions: {
    title: 'Sign NAME out everywhere?',
    text: 'All of their browsers and devices are signed out right away. They can sign in again.',
    confirm: 'Sign out everywhere',
  },
  factors: {
    title: 'Reset two-step verification for NAME?',
    text: 'For someone who has lost their phone and recovery codes. They’re signed out everywhere, and sign in with their password until they set it up again.',
    confirm: 'Reset two-step verification',
  },
  disable: {
    title: 'Disable NAME?',
    text: 'They’re signed out everywhere and can’t sign in until you enable them again. Their invitations, public links, and personal API keys are revoked and stay revoked if you enable them again. Their dashboards and reports are kept.',
    confirm: 'Disable user',
  },
} as const satisfies Record<AccessAction, object>

/** Confirms a change of someone's access. */
export const confirmAccessChange = (user: User, action: AccessAction, onConfirm: () => void): void => {
  const { title, text, confirm } = ACCESS_TEXTS[action]
  askToConfirm({ title: title.replace('NAME', fullName(user)), text, confirm, onConfirm })
}
