import { ActionIcon, Menu } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRuntime } from '../runtime.tsx'
import { ALL_NOTIFICATIONS, PROFILE, SIGN_OUT_LABEL } from './profile-links.ts'

/** What the bell and the profile menu hold on large screens. */
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
