import { ActionIcon, Avatar, Menu, UnstyledButton } from '@mantine/core'
import { IconKey, IconLogout, IconMenu2, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'

const CHANGE_PASSWORD = { label: 'Change Password', href: '/change-password' } as const
export const PROFILE = { label: 'Profile', href: '/profile' } as const
export const ALL_NOTIFICATIONS = { label: 'See All Notifications', href: '/notifications' } as const
export const SIGN_OUT_LABEL = 'Sign out'

/** The avatar menu at the right of the header. */
export const ProfileMenu = () => {
  const user = useCurrentUser()
  const { session } = useRuntime()
  const name = user ? `${user.firstName} ${user.lastName}` : ''
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`Profile menu for ${name}`} style={{ borderRadius: '50%' }}>
          <Avatar src={user?.profilePhotoUrlSmall ?? null} alt="" radius="50%" size={36}>
            <IconUser size={20} stroke={1.5} aria-hidden />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={CHANGE_PASSWORD.href} leftSection={<IconKey size={16} aria-hidden />}>
          {CHANGE_PASSWORD.label}
        </Menu.Item>
        <Menu.Item component={Link} to={PROFILE.href} leftSection={<IconUser size={16} aria-hidden />}>
          {PROFILE.label}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => session.end('signed-out')}>
          {SIGN_OUT_LABEL}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** On small screens, replaces the bell and the profile menu. */
export const SmallScreenPanel = () => {
  const { session } = useRuntime()
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open user menu" hiddenFrom="md">
          <IconMenu2 stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={ALL_NOTIFICATIONS.href}>
          {ALL_NOTIFICATIONS.label}
        </Menu.Item>
        <Menu.Item component={Link} to={PROFILE.href}>
          {PROFILE.label}
        </Menu.Item>
        <Menu.Item onClick={() => session.end('signed-out')}>{SIGN_OUT_LABEL}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
