import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '../../api/api-error.ts'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'

/** Changes the theme at once and saves it to the user. */
export const ThemeSwitch = () => {
  const { session, queries } = useRuntime()
  const user = useCurrentUser()
  const save = useMutation(
    queries.users.setTheme.mutationOptions({ onError: (error) => toast.failure(firstMessage(error)) }),
  )
  if (!user) return null
  const change = (dark: boolean) => {
    const theme = dark ? 'dark' : 'light'
    session.replaceUser({ ...user, theme })
    save.mutate({ theme })
  }
  return (
    <Switch
      label="Enable dark mode"
      labelPosition="left"
      size="sm"
      checked={user.theme === 'dark'}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
