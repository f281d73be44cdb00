import { Switch } from '@mantine/core'
import { useCurrentUser } from '../current-user.ts'
import { useThemeChange } from '../use-theme-change.ts'

/** Changes the theme at once and saves it to the user. */
export const ThemeSwitch = () => {
  const user = useCurrentUser()
  const changeTheme = useThemeChange()
  if (!user) return null
  return (
    <Switch
      label="Enable dark mode"
      labelPosition="left"
      size="sm"
      checked={user.theme === 'dark'}
      onChange={(event) => changeTheme(event.currentTarget.checked ? 'dark' : 'light')}
    />
  )
}
