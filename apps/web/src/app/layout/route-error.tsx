import { Button, Stack, Text, Title } from '@mantine/core'

/** Shown when a page cannot be drawn, most often because its script could not be fetched. */
export const RouteError = () => (
  <Stack component="main" align="center" justify="center" mih="100dvh" gap="md" p="md" ta="center">
    <Title order={1}>This page couldn’t be displayed</Title>
    <Text c="dimmed">Check your connection, then reload the page.</Text>
    <Button onClick={() => window.location.reload()}>Reload page</Button>
  </Stack>
)
