import { Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import classes from './notice.module.css'

export type NoticeTone = 'plain' | 'good' | 'warning' | 'bad'

interface NoticeProps {
  readonly tone?: NoticeTone
  readonly title?: string
  /** `alert` interrupts a screen reader, `status` waits for a pause */
  readonly role?: 'alert' | 'status'
  readonly icon?: ReactNode
  /** a button at the end of the line */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A line in the page that something is worth knowing. */
export const Notice = ({ tone = 'plain', title, role, icon, action, children }: NoticeProps) => (
  <div className={classes.notice} data-tone={tone} role={role}>
    {icon && <span className={classes.icon}>{icon}</span>}
    <div className={classes.words}>
      {title && (
        <Text component="div" size="sm" fw={600}>
          {title}
        </Text>
      )}
      {children && (
        <Text component="div" size="sm">
          {children}
        </Text>
      )}
    </div>
    {action}
  </div>
)

/** What the server said against a form, where it is about no single field. */
export const FormFailure = ({ message }: { message: string | null }) =>
  message && (
    <Notice tone="bad" role="alert" icon={<IconAlertCircle size={18} aria-hidden />}>
      {message}
    </Notice>
  )

interface UndoMessageProps {
  readonly text: string
  readonly onUndo: () => void
}

/** A toast's words with the way back. */
export const UndoMessage = ({ text, onUndo }: UndoMessageProps) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{text}</span>
    <Button size="compact-xs" variant="default" flex="none" onClick={onUndo}>
      Undo
    </Button>
  </Group>
)

interface LoadFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Says why something could not be loaded and offers to try again. */
export const LoadFailure = ({ error, onRetry }: LoadFailureProps) => (
  <Notice
    tone="bad"
    role="alert"
    title="This couldn’t be loaded"
    icon={<IconAlertCircle size={20} aria-hidden />}
    action={
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {firstMessage(error, 'Check your connection.')}
  </Notice>
)
