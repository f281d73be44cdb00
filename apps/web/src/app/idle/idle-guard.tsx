import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useSession } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'
import { useIdle } from './use-idle.ts'

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Signs an idle user out, after a warning that any activity dismisses. */
export const IdleGuard = () => {
  const { session } = useRuntime()
  const signedIn = useSession() !== null
  const { state, dismiss } = useIdle(session, signedIn)

  useEffect(() => {
    if (state.kind === 'over') session.end('idle')
  }, [state, session])

  if (!signedIn) return null
  const warned = state.kind === 'warning'
  return (
    <Modal opened={warned} onClose={dismiss} title="Are you still there?" closeOnClickOutside={false} size="sm">
      <Text>You’ll be signed out soon because you’ve been inactive.</Text>
      <Text mt="sm" fw={600} className="numbers" aria-hidden>
        {warned ? minutesAndSeconds(state.secondsLeft) : ''}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => session.end('signed-out')}>
          Sign out
        </Button>
        <Button data-autofocus onClick={dismiss}>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  )
}
