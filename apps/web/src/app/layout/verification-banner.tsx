import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import { useCurrentUser } from '../current-user.ts'
import { Notice } from '../notice.tsx'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'

/** Asks a user to verify their email address; disappears once it is verified in any window. */
export const VerificationBanner = () => {
  const user = useCurrentUser()
  return user && !user.emailVerified && <Banner user={user} />
}

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
