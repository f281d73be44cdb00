import { Group, Paper, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core'
import { IconApi, IconKey, IconMoon, IconShieldLock, IconSun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#contract/auth.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { Heading, LinkButton } from '#web/app/heading.tsx'
import { useThemeChange } from '#web/app/layout/profile-menu.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { SessionList } from '#web/features/sessions/session-list.tsx'
import { EmailSection } from './email-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import { ProfileForm } from './profile-form.tsx'

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
const ThemeChoice = () => {
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

/** The signed-in user's profile. */
export const ProfileScreen = () => {
  const user = useCurrentUser()
  return user && <LoadedProfile id={user.id} />
}

const LoadedProfile = ({ id }: { id: string }) => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.users.get.queryOptions({ input: { id } }))
  return (
    <Stack maw="var(--cuvee-width-form)" mx="auto">
      <Title order={1}>Profile</Title>
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} radius="md" />}
      {data && (
        <>
          <Section title="Photo" text="Colleagues see it next to your name.">
            <PhotoSection user={data} />
          </Section>
          <Section title="About you" text="Your name, and how dates and amounts are shown to you.">
            <ProfileForm stored={data} />
          </Section>
          <Section title="Email address" text="You sign in with it and get reports and notifications there.">
            <EmailSection user={data} />
          </Section>
          <Section title="Theme" text="Applies right away, wherever you’re signed in.">
            <ThemeChoice />
          </Section>
          <Section
            title="Active sessions"
            text="If you don’t recognize a session, sign out everywhere else and change your password."
          >
            <SessionList>
              <LinkButton to="/change-password" icon={IconKey}>
                Change password
              </LinkButton>
              <LinkButton to="/security" icon={IconShieldLock}>
                Sign-in security
              </LinkButton>
              <LinkButton to="/api-keys" icon={IconApi}>
                API keys
              </LinkButton>
            </SessionList>
          </Section>
        </>
      )}
    </Stack>
  )
}

interface SectionProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Section = ({ title, text, children }: SectionProps) => (
  <Paper component="section" aria-label={title} withBorder p={{ base: 'md', sm: 'lg' }}>
    <Stack gap="sm">
      <Heading order={2} title={title}>
        {text}
      </Heading>
      {children}
    </Stack>
  </Paper>
)
