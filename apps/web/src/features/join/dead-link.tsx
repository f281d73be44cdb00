import { Stack, Text } from '@mantine/core'
import { AuthPanel } from '../auth/auth-panel.tsx'
import { TextLink } from '../auth/text-link.tsx'

/** Says that an invitation cannot be used, and what to do. */
export const DeadLink = () => (
  <AuthPanel title="This invitation isn’t valid">
    <Text size="sm" role="alert">
      The link is invalid, expired, or already used. Invitations work for 7 days, and only the link in the latest email
      works.
    </Text>
    <Text size="sm">Ask the person who invited you to resend it. If you’ve already joined, sign in.</Text>
    <Stack align="center" gap={4}>
      <TextLink to="/sign-in">Sign in</TextLink>
      <TextLink to="/register">Create an account</TextLink>
    </Stack>
  </AuthPanel>
)
