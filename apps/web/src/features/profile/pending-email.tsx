import { Button, Group } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { ChangedUser } from '#contract/users.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { Notice } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import { useEmailChange } from './use-email-change.ts'

interface PendingEmailProps {
  readonly user: ChangedUser
  readonly pendingEmail: string
}

/** Says that an address waits for its link, which can be sent again or given up. */
export const PendingEmail = ({ user, pendingEmail }: PendingEmailProps) => {
  const resend = useEmailChange(user.id)
  const cancel = useEmailChange(user.id)
  const isBusy = resend.isPending || cancel.isPending
  const sendAgain = (): void =>
    resend.mutate(pendingEmail, {
      onSuccess: () => toast.success('Email sent'),
      onError: (error) => toast.failure(firstMessage(error, 'Unable to send email. Please try again later.')),
    })
  const giveUp = (): void =>
    cancel.mutate(user.email, {
      onSuccess: () => toast.success('Your email address won’t change'),
      onError: (error) => toast.failure(firstMessage(error)),
    })
  return (
    <Notice
      tone="warning"
      title={`Confirmation pending: ${pendingEmail}`}
      icon={<IconMailForward size={20} aria-hidden />}
    >
      We emailed a link to this address. Open it within 24 hours to confirm the change.
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" loading={resend.isPending} disabled={isBusy} onClick={sendAgain}>
          Resend email
        </Button>
        <Button size="xs" variant="default" loading={cancel.isPending} disabled={isBusy} onClick={giveUp}>
          Keep {user.email}
        </Button>
      </Group>
    </Notice>
  )
}
