import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChangedUser } from '#contract/users.ts'
import { EmailForm } from './email-form.tsx'
import { PendingEmail } from './pending-email.tsx'

/** The address in force, one that waits for its link, and the way to another. */
export const EmailSection = ({ user }: { user: ChangedUser }) => {
  const [isChanging, setChanging] = useState(false)
  const { email, emailVerified, pendingEmail } = user
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Badge size="sm" variant="default" tt="none" miw="fit-content">
          {emailVerified ? 'Verified' : 'Not verified'}
        </Badge>
      </Group>
      {pendingEmail !== null && <PendingEmail user={user} pendingEmail={pendingEmail} />}
      {isChanging ? (
        <EmailForm user={user} onDone={() => setChanging(false)} />
      ) : (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setChanging(true)}>
          {pendingEmail === null ? 'Change email address' : 'Use a different address'}
        </Button>
      )}
    </Stack>
  )
}
