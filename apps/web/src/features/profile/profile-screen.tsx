import { Button, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentUser, useOwnProfile } from '#web/app/current-user.ts'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { SessionList } from '../sessions/session-list.tsx'
import { EmailSection } from './email-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** The signed-in user's profile. */
export const ProfileScreen = () => {
  const user = useCurrentUser()
  return user && <LoadedProfile id={user.id} />
}

const LoadedProfile = ({ id }: { id: string }) => {
  const { data, error, refetch } = useOwnProfile({ id })
  return (
    <Stack maw={720} mx="auto">
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
              <Button
                component={Link}
                to="/change-password"
                variant="default"
                leftSection={<IconKey size={16} aria-hidden />}
              >
                Change password
              </Button>
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
