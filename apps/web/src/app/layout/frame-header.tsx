import { ActionIcon, Box, Button, Group, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { PaletteButton } from '#web/features/ask/palette-host.tsx'
import type { OpenPalette } from '../../features/ask/palette-host.tsx'
import { NotificationBell } from '../notifications/notification-bell.tsx'
import classes from './frame.module.css'
import { ProfileMenu, ThemeSwitch } from './profile-menu.tsx'

interface FrameHeaderProps {
  readonly collapsed: boolean
  readonly onToggleSideBar: () => void
  readonly menuOpened: boolean
  readonly onOpenMenu: () => void
  readonly onOpenPalette: OpenPalette
}

/** The header. On small screens the menu has what the profile menu has. */
export const FrameHeader = ({
  collapsed,
  onToggleSideBar,
  menuOpened,
  onOpenMenu,
  onOpenPalette,
}: FrameHeaderProps) => {
  const label = collapsed ? 'Show sidebar' : 'Hide sidebar'
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <header className={classes.header}>
      <Tooltip label={label}>
        <ActionIcon size="lg" aria-label={label} aria-expanded={!collapsed} visibleFrom="md" onClick={onToggleSideBar}>
          <Icon stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button
        variant="subtle"
        color="gray"
        px={8}
        leftSection={<IconMenu2 stroke={1.5} aria-hidden />}
        aria-expanded={menuOpened}
        hiddenFrom="md"
        onClick={onOpenMenu}
      >
        Menu
      </Button>
      <Group ml="auto" gap="sm" wrap="nowrap">
        <PaletteButton onOpen={onOpenPalette} />
        <Box visibleFrom="md">
          <ThemeSwitch />
        </Box>
        <NotificationBell />
        <Box visibleFrom="md">
          <ProfileMenu />
        </Box>
      </Group>
    </header>
  )
}
