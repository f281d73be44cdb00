import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { errorStatus } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from '#web/features/auth/auth-panel.tsx'
import { JoinForm } from './join-form.tsx'

/** Shown for an invalid, expired or used invitation link. */
const InvalidInvitation = () => (
  <AuthPanel
    title="This invitation isn’t valid"
    links={
      <>
        <TextLink to="/sign-in">Sign in</TextLink>
        <TextLink to="/register">Create an account</TextLink>
      </>
    }
  >
    <Text size="sm" role="alert">
      The link is invalid, expired, or already used. Invitations work for 7 days, and only the link in the latest email
      works.
    </Text>
    <Text size="sm">Ask the person who invited you to resend it. If you’ve already joined, sign in.</Text>
  </AuthPanel>
)

/** The target of an invitation link. */
export const JoinScreen = () => {
  const { queries } = useRuntime()
  const { token = '' }: Record<string, unknown> = useSearch({ strict: false })
  const mailed = typeof token === 'string' ? token : ''
  const user = useCurrentUser()
  const { data, error, refetch } = useQuery(
    queries.invitations.look.queryOptions({
      input: { token: mailed },
      enabled: mailed !== '',
      retry: false,
    }),
  )
  if (mailed === '') return <InvalidInvitation />
  if (error && isRefusal(error)) return <InvalidInvitation />
  if (error) {
    return (
      <AuthPanel title="Join">
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </AuthPanel>
    )
  }
  if (!data) {
    return (
      <AuthPanel title="Join">
        <Loader size="sm" role="img" aria-label="Checking link" />
      </AuthPanel>
    )
  }
  if (user) return <AlreadySignedIn email={user.email} invited={data.email} token={mailed} />
  return <JoinForm invitation={data} token={mailed} />
}

/** Whether the server rejected the link, as opposed to a server error or rate limit. */
const isRefusal = (error: unknown): boolean => {
  const status = errorStatus(error)
  return status !== null && status < 500 && status !== 429
}

interface AlreadySignedInProps {
  readonly email: string
  readonly invited: string
  readonly token: string
}

const AlreadySignedIn = ({ email, invited, token }: AlreadySignedInProps) => {
  const { session } = useRuntime()
  const navigate = useNavigate()
  const handleSignOut = (): void => {
    session.end('signed-out')
    // Signing out navigates to the sign-in page; return to the invitation.
    void navigate({ to: '/join', search: { token }, replace: true })
  }
  return (
    <AuthPanel title="You’re already signed in">
      <Text size="sm">
        The invitation is for <span className="email">{invited}</span>, but you’re signed in as{' '}
        <span className="email">{email}</span>. To accept it, sign out first.
      </Text>
      <Stack gap="xs">
        <Button onClick={handleSignOut}>Sign out and continue</Button>
        <Button variant="default" onClick={() => void navigate({ to: '/' })}>
          Stay signed in
        </Button>
      </Stack>
    </AuthPanel>
  )
}
