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
  /** a button at the end */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** An inline message. */
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

/** A form's server error that does not belong to a single field. */
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

/** A toast message with an Undo button. */
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

/** A loading error with a retry button. */
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
