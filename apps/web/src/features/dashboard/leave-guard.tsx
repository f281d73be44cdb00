import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRuntime } from '#web/app/runtime.tsx'

/** Asks before unsaved changes are left behind, by a link or with the tab. */
export const LeaveGuard = ({ mustAsk }: { mustAsk: () => boolean }) => {
  const { session } = useRuntime()
  const blocker = useBlocker({
    // Without a session there is nothing to come back to: the way to the sign-in screen is open.
    shouldBlockFn: ({ current, next }) => mustAsk() && session.current() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal opened onClose={blocker.reset} title="Leave without saving?">
      <Text size="sm">The changes to this dashboard are not saved yet. They are lost when you leave.</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={blocker.reset} data-autofocus>
          Stay
        </Button>
        <Button color="red.9" onClick={blocker.proceed}>
          Leave
        </Button>
      </Group>
    </Modal>
  )
}
