import { Button } from '@mantine/core'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { User } from '#contract/auth.ts'
import { hasNoEmail } from '#domain/field-rules.ts'
import { useCurrentUser } from '../current-user.ts'
import { Notice } from '../notice.tsx'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'

/** Asks a user to verify their email address; disappears once it is verified in any window. */
export const VerificationBanner = () => {
  const user = useCurrentUser()
  if (!user || user.emailVerified) return null
  return hasNoEmail(user) ? <NoEmailBanner /> : <Banner user={user} />
}

const NoEmailBanner = () => (
  <Notice
    tone="warning"
    icon={<IconMailOff size={20} stroke={1.5} aria-hidden />}
    action={
      <Button variant="default" size="xs" component={Link} to="/profile">
        Enter an address
      </Button>
    }
  >
    Somebody else confirmed that the email address you had entered is theirs. You have no email address until you enter
    another.
  </Notice>
)

const Banner = ({ user }: { user: User }) => {
  const { queries } = useRuntime()
  const request = useMutation(
    queries.auth.requestEmailVerification.mutationOptions({
      onSuccess: () => toast.success('Email sent'),
      onError: () => toast.failure('Unable to send email. Please try again later.'),
    }),
  )
  return (
    <Notice
      icon={<IconMailCheck size={20} stroke={1.5} aria-hidden />}
      action={
        <Button variant="default" size="xs" loading={request.isPending} onClick={() => request.mutate(undefined)}>
          Resend email
        </Button>
      }
    >
      We sent a link to {user.email}. Open it to confirm your email address.
    </Notice>
  )
}
