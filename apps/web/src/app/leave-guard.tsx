import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LazyModal } from './lazy-part.tsx'
import { useRuntime } from './runtime.tsx'

interface LeaveGuardProps {
  readonly mustAsk: () => boolean
  /** whether closing or reloading the tab is confirmed too; not needed for changes that the browser has stored */
  readonly asksOnUnload?: boolean
  /** discards changes that this browser would keep; absent: leaving discards them */
  readonly onDiscard?: () => void
  /** what happens to the changes */
  readonly children: ReactNode
}

/** Confirms before navigating away from unsaved changes or closing the tab. */
export const LeaveGuard = ({ mustAsk, asksOnUnload = true, onDiscard, children }: LeaveGuardProps) => {
  const { session } = useRuntime()
  const blocker = useBlocker({
    // Never block the redirect to the sign-in page after the session has ended.
    shouldBlockFn: ({ current, next }) => mustAsk() && session.current() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => asksOnUnload && mustAsk(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const discard = (): void => {
    onDiscard?.()
    blocker.proceed()
  }
  return (
    <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} onDiscard={onDiscard ? discard : null}>
      {children}
    </LeaveDialog>
  )
}

interface LeaveDialogProps {
  readonly onStay: () => void
  readonly onLeave: () => void
  /** leaves without the changes, which are kept otherwise; null: leaving discards them */
  readonly onDiscard: (() => void) | null
  /** what happens to the changes */
  readonly children: ReactNode
}

/** The question before unsaved changes are left. */
export const LeaveDialog = ({ onStay, onLeave, onDiscard, children }: LeaveDialogProps) => (
  <LazyModal opened onClose={onStay} title="Leave without saving?">
    <Text size="sm">{children}</Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onStay} data-autofocus>
        Stay
      </Button>
      {onDiscard ? (
        <>
          <Button variant="default" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button onClick={onLeave}>Leave and keep draft</Button>
        </>
      ) : (
        <Button color="red.9" onClick={onLeave}>
          Leave
        </Button>
      )}
    </Group>
  </LazyModal>
)
