import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'

/** Applies a theme immediately and saves it to the server. */
export const useThemeChange = (): ((theme: User['theme']) => void) => {
  const { session, queries } = useRuntime()
  const save = useMutation(
    queries.users.setTheme.mutationOptions({ onError: (error) => toast.failure(firstMessage(error)) }),
  )
  return (theme) => {
    const user = session.current()?.user
    if (!user) return
    session.replaceUser({ ...user, theme })
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
      size="sm"
      checked={user.theme === 'dark'}
      onChange={(event) => changeTheme(event.currentTarget.checked ? 'dark' : 'light')}
    />
  )
}
