import { Avatar, Menu, Switch, UnstyledButton } from '@mantine/core'
import { IconKey, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '#contract/auth.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '../current-user.ts'
import { useSignOut } from '../draft/use-sign-out.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import classes from './profile-menu.module.css'

const CHANGE_PASSWORD = { label: 'Change Password', href: '/change-password' } as const
const PROFILE = { label: 'Profile', href: '/profile' } as const
export const ALL_NOTIFICATIONS = { label: 'See All Notifications', href: '/notifications' } as const
const SIGN_OUT_LABEL = 'Sign out'

/** The avatar menu at the right of the header. */
export const ProfileMenu = () => {
  const user = useCurrentUser()
  const signOut = useSignOut()
  const name = user ? `${user.firstName} ${user.lastName}` : ''
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton aria-label={`Profile menu for ${name}`} style={{ borderRadius: '50%', display: 'block' }}>
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {SIGN_OUT_LABEL}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** At the end of the menu of small screens, which have no profile menu. */
export const SmallScreenItems = () => {
  const signOut = useSignOut()
  return (
    <div className={classes.items}>
      <ThemeSwitch />
      <Link className={classes.item} to={ALL_NOTIFICATIONS.href}>
        {ALL_NOTIFICATIONS.label}
      </Link>
      <Link className={classes.item} to={PROFILE.href}>
        {PROFILE.label}
      </Link>
      <UnstyledButton className={classes.item} onClick={signOut}>
        {SIGN_OUT_LABEL}
      </UnstyledButton>
    </div>
  )
}

/** Applies a theme immediately and saves it to the server. One that was not saved is taken back. */
export const useThemeChange = (): ((theme: User['theme']) => void) => {
  const { session, queries } = useRuntime()
  const apply = (theme: User['theme']): void => {
    const user = session.current()?.user
    if (user) session.replaceUser({ ...user, theme })
  }
  const save = useMutation(
    queries.users.setTheme.mutationOptions({
      onError: (error, { theme }) => {
        toast.failure(firstMessage(error, 'The theme couldn’t be saved. Please try again.'))
        apply(theme === 'dark' ? 'light' : 'dark')
      },
    }),
  )
  return (theme) => {
    apply(theme)
    save.mutate({ theme })
  }
}

/** Applies the theme immediately and saves it to the user. */
export const ThemeSwitch = () => {
  const user = useCurrentUser()
  const changeTheme = useThemeChange()
  if (!user) return null
  return (
    <Switch
      label="Enable dark mode"
      labelPosition="left"
      classNames={{ body: classes.themeSwitch }}
      size="sm"
      checked={user.theme === 'dark'}
      onChange={(event) => changeTheme(event.currentTarget.checked ? 'dark' : 'light')}
    />
  )
}
