import { List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { User } from '#contract/auth.ts'
import { fullName } from './full-name.ts'

/** Says what goes with somebody before they are deleted. */
export const confirmDeletion = (user: User, onConfirm: () => void): void => {
  modals.openConfirmModal({
    title: `Delete ${fullName(user)}?`,
    children: (
      <Stack gap="xs">
        <Text size="sm">
          {user.email} is signed out everywhere at once and can no longer sign in. This cannot be undone.
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>Their dashboards and saved reports are deleted, also reports that they share.</List.Item>
          <List.Item>Reports that they have sent by e-mail are not sent any more.</List.Item>
          <List.Item>Services, orders and everything else of the winery stay.</List.Item>
        </List>
      </Stack>
    ),
    labels: { confirm: 'Delete user', cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    onConfirm,
  })
}
