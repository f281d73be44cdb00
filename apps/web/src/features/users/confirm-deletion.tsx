import { List, Stack, Text } from '@mantine/core'
import type { User } from '#contract/auth.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { fullName } from './user-avatar.tsx'

interface Deletion {
  readonly user: User
  /** whether it is the signed-in user */
  readonly isSelf: boolean
  readonly onConfirm: () => void
}

/** Confirms a deletion and explains what happens to the user's content. */
export const confirmDeletion = ({ user, isSelf, onConfirm }: Deletion): void => {
  askToConfirm({
    title: isSelf ? 'Delete your own user?' : `Delete ${fullName(user)}?`,
    text: isSelf ? <OwnDeletionText /> : <UserDeletionText user={user} />,
    confirm: isSelf ? 'Delete my user' : 'Delete user',
    onConfirm,
  })
}

const UserDeletionText = ({ user }: { user: User }) => (
  <Stack gap="xs">
    <Text size="sm">
      {user.email} will be signed out everywhere right away and can no longer sign in. This can’t be undone.
    </Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports they share or schedule for others become yours.</List.Item>
      <List.Item>Their personal dashboards and reports are deleted.</List.Item>
      <List.Item>Their pending invitations are revoked.</List.Item>
    </List>
  </Stack>
)

const OwnDeletionText = () => (
  <Stack gap="xs">
    <Text size="sm">You’ll be signed out everywhere right away and can no longer sign in. This can’t be undone.</Text>
    <List size="sm" spacing={4}>
      <List.Item>Reports you share or schedule for others are transferred to an owner.</List.Item>
      <List.Item>Your personal dashboards and reports are deleted.</List.Item>
      <List.Item>Your pending invitations are revoked.</List.Item>
    </List>
  </Stack>
)
