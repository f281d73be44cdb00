import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconCursorText, IconDotsVertical, IconShieldCog, IconTrash } from '@tabler/icons-react'
import type { User } from '#contract/auth.ts'
import { fullName } from './full-name.ts'
import { deleteLock, type PeopleSituation } from './role-rules.ts'

interface UserMenuProps {
  readonly user: User
  readonly situation: PeopleSituation
  readonly onRoles: () => void
  readonly onRename: () => void
  readonly onDelete: () => void
}

/** What can be done with somebody of the account; what cannot says why. */
export const UserMenu = ({ user, situation, onRoles, onRename, onDelete }: UserMenuProps) => {
  const lock = deleteLock(situation)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Actions for ${fullName(user)}`}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconShieldCog size={14} />} onClick={onRoles}>
          Change roles
        </Menu.Item>
        <Menu.Item leftSection={<IconCursorText size={14} />} onClick={onRename}>
          Change name
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red.9" leftSection={<IconTrash size={14} />} disabled={lock !== null} onClick={onDelete}>
          Delete
        </Menu.Item>
        {lock !== null && (
          <Text size="xs" c="dimmed" px="sm" pb={6}>
            {lock}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
