import { Group, SegmentedControl } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { User } from '#contract/auth.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { useThemeChange } from '#web/app/layout/theme-switch.tsx'

type Theme = User['theme']

const THEMES: readonly Theme[] = ['light', 'dark']
const WORDS = { light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>
const ICONS = { light: IconSun, dark: IconMoon } as const satisfies Record<Theme, unknown>

const label = (theme: Theme) => {
  const Icon = ICONS[theme]
  return (
    <Group gap={6} wrap="nowrap" justify="center">
      <Icon size={16} aria-hidden />
      {WORDS[theme]}
    </Group>
  )
}

const DATA = THEMES.map((theme) => ({ value: theme, label: label(theme) }))

/** Light or dark. */
export const ThemeChoice = () => {
  const user = useCurrentUser()
  const changeTheme = useThemeChange()
  return (
    <SegmentedControl
      aria-label="Theme"
      style={{ alignSelf: 'flex-start' }}
      data={DATA}
      value={user?.theme ?? 'light'}
      onChange={changeTheme}
    />
  )
}
