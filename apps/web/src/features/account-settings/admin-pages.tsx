import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Heading } from '#web/app/heading.tsx'

interface AdminPage {
  readonly title: string
  readonly text: string
  readonly to: string
}

const SECURITY: readonly AdminPage[] = [
  {
    title: 'Sign-in security',
    text: 'Single sign-on, passkeys and authenticator apps, and whether everyone needs two-step verification.',
    to: '/security',
  },
  { title: 'Your sessions', text: 'Where you’re signed in.', to: '/profile' },
  {
    title: 'Sessions of others',
    text: 'Sign people out, or turn off their access, from their row in the list of users.',
    to: '/admin/users',
  },
  { title: 'Audit log', text: 'Who made each change, when, and from where.', to: '/admin/settings/audit' },
]

const DEVELOPERS: readonly AdminPage[] = [
  {
    title: 'API keys',
    text: 'Let programs read or change this account’s data without a password.',
    to: '/api-keys',
  },
  {
    title: 'Webhooks',
    text: 'Notify your own programs when data is loaded, a sync fails, an alert fires, or an insight is found.',
    to: '/webhooks',
  },
]

const PageLinks = ({ pages }: { readonly pages: readonly AdminPage[] }) =>
  pages.map(({ title, text, to }) => (
    <div key={title}>
      <Anchor component={Link} to={to} fw={500}>
        {title}
      </Anchor>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
  ))

/** How people sign in, and what they did. */
export const SecurityPages = () => (
  <Stack maw="var(--cuvee-width-form)" mx="auto">
    <Heading title="Security">How people sign in to this account, and what they changed.</Heading>
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component={Stack}>
      <PageLinks pages={SECURITY} />
    </Paper>
  </Stack>
)

/** What programs use. */
export const DeveloperPages = () => (
  <Stack maw="var(--cuvee-width-form)" mx="auto">
    <Heading title="Developers">Use this account’s data from your own programs.</Heading>
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component={Stack}>
      <PageLinks pages={DEVELOPERS} />
      <div>
        <Anchor href="/api/docs" fw={500}>
          API documentation
        </Anchor>
        <Text size="sm" c="dimmed">
          Every call, with its fields and answers.
        </Text>
      </div>
    </Paper>
  </Stack>
)
