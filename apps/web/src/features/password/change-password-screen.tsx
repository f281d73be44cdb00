import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '#web/app/notice.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

/** Replaces the own password, which signs out every other place. */
export const ChangePasswordScreen = () => {
  const [isChanged, setChanged] = useState(false)
  return (
    <Stack maw={640} mx="auto">
      <div>
        <Title order={1}>Change Password</Title>
        <Text c="dimmed" size="sm">
          You’ll stay signed in here and be signed out on every other browser and device.
        </Text>
      </div>
      {isChanged ? (
        <Notice
          tone="good"
          role="status"
          title="Your password was changed"
          icon={<IconCircleCheck size={20} aria-hidden />}
        >
          You were signed out everywhere else.{' '}
          <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/profile" />}>
            Back to your profile
          </Anchor>
        </Notice>
      ) : (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <ChangePasswordForm onChanged={() => setChanged(true)} />
        </Paper>
      )}
    </Stack>
  )
}
