import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Stands where products would be chosen while the account has none. */
export const NoProducts = () => (
  <Paper withBorder p="xl">
    <Stack align="center" ta="center" gap="sm">
      <Title order={2}>No products yet</Title>
      <Text c="dimmed" maw={480}>
        Products come from your services. Connect the platform you sell with, then choose products here.
      </Text>
      <Button component={Link} to="/admin/services">
        Go to Services
      </Button>
    </Stack>
  </Paper>
)
