import { Stack, Text } from '@mantine/core'
import { AuthPanel } from '../auth/auth-panel.tsx'
import { TextLink } from '../auth/text-link.tsx'

/** Says that an invitation cannot be used, and what to do. */
export const DeadLink = () => (
  <AuthPanel title="This invitation cannot be used">
    <Text size="sm" role="alert">
      The link is invalid, has expired or was used before. Invitations work for 7 days, and only the newest mail counts.
    </Text>
    <Text size="sm">Ask whoever invited you to send it again. If you have joined already, sign in.</Text>
    <Stack align="center" gap={4}>
      <TextLink to="/sign-in">Sign in</TextLink>
      <TextLink to="/register">Register a new account</TextLink>
    </Stack>
  </AuthPanel>
)
