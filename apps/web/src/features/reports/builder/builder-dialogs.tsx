import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRuntime } from '#web/app/runtime.tsx'

interface LeaveDialogProps {
  readonly mustAsk: () => boolean
  readonly onDiscard: () => void
}

/** Asks before leaving an unsaved report. The draft is restored at the next visit unless it is discarded. */
export const LeaveDialog = ({ mustAsk, onDiscard }: LeaveDialogProps) => {
  const { session } = useRuntime()
  const blocker = useBlocker({
    // Never block the redirect to the sign-in page after the session has ended.
    shouldBlockFn: ({ current, next }) => mustAsk() && session.current() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const discard = (): void => {
    onDiscard()
    blocker.proceed()
  }
  return (
    <Modal opened onClose={blocker.reset} title="Leave without saving?">
      <Text size="sm">Your changes are saved in this browser and will be restored when you come back.</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={blocker.reset} data-autofocus>
          Stay
        </Button>
        <Button variant="default" onClick={discard}>
          Discard changes
        </Button>
        <Button onClick={blocker.proceed}>Leave and keep draft</Button>
      </Group>
    </Modal>
  )
}

interface StaleDialogProps {
  readonly isBusy: boolean
  readonly onReload: () => void
  readonly onSaveCopy: () => void
  readonly onClose: () => void
}

/** The report was saved by someone else since it was loaded. */
export const StaleDialog = ({ isBusy, onReload, onSaveCopy, onClose }: StaleDialogProps) => (
  <Modal opened onClose={onClose} title="This report has changed">
    <Text size="sm">
      Someone, perhaps you in another tab, saved it after you opened it. Reload the latest version, or save yours as a
      copy.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="default" onClick={onSaveCopy} loading={isBusy}>
        Save mine as a copy
      </Button>
      <Button onClick={onReload} loading={isBusy} data-autofocus>
        Reload
      </Button>
    </Group>
  </Modal>
)
