import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useClientSettings } from '../account-data.ts'
import { Wordmark } from './layouts.tsx'

/** An error page with links to the home page and to support. */
export const ErrorPage = ({ title, text }: { title: string; text: string }) => {
  const { supportUrl } = useClientSettings()
  return (
    <Stack align="center" justify="center" flex={1} gap="md" p="md" ta="center">
      <Wordmark height={32} />
      <Title order={1} mt="lg">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      <Group justify="center">
        <Button component={Link} to="/">
          Go home
        </Button>
        <Anchor href={supportUrl} target="_blank" rel="noopener">
          Contact support
        </Anchor>
      </Group>
    </Stack>
  )
}

export const NotFoundPage = () => (
  <ErrorPage title="Page not found" text="Please check the URL in the address bar and try again." />
)

export const UnauthorizedPage = () => (
  <ErrorPage title="Unauthorized" text="You are not authorized to visit this page." />
)
