import { List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { User } from '#contract/auth.ts'
import { fullName } from './full-name.ts'

interface Deletion {
  readonly user: User
  /** whether it is the signed-in user */
  readonly isSelf: boolean
  readonly onConfirm: () => void
}

/** Says what becomes of somebody's things before they are deleted. */
export const confirmDeletion = ({ user, isSelf, onConfirm }: Deletion): void => {
  modals.openConfirmModal({
    title: isSelf ? 'Delete yourself?' : `Delete ${fullName(user)}?`,
    children: isSelf ? <OwnThings /> : <TheirThings user={user} />,
    labels: { confirm: isSelf ? 'Delete me' : 'Delete user', cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    onConfirm,
  })
}

const TheirThings = ({ user }: { user: User }) => (
  <Stack gap="xs">
    <Text size="sm">
      {user.email} is signed out everywhere at once and can no longer sign in. This cannot be undone.
    </Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports that they share, and those that they have sent to others, become yours.</List.Item>
      <List.Item>Their own dashboards and reports are deleted.</List.Item>
      <List.Item>Invitations that they sent, and that nobody has accepted, are revoked.</List.Item>
    </List>
  </Stack>
)

const OwnThings = () => (
  <Stack gap="xs">
    <Text size="sm">You are signed out everywhere at once and can no longer sign in. This cannot be undone.</Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports that you share, and those that you have sent to others, pass to an owner.</List.Item>
      <List.Item>Your own dashboards and reports are deleted.</List.Item>
      <List.Item>Invitations that you sent, and that nobody has accepted, are revoked.</List.Item>
    </List>
  </Stack>
)
