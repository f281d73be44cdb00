import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import classes from './notice.module.css'
import { toast } from './toast.ts'

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

/** A toast with an Undo button, which closes the toast. `detail` is a second line. */
export const toastWithUndo = (text: string, onUndo: () => void, detail?: string): void => {
  const handleUndo = (): void => {
    toast.hide(shown)
    onUndo()
  }
  const shown = toast.success(
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>
        {text}
        {detail === undefined ? null : (
          <Text span display="block" size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </span>
      <Button size="compact-xs" variant="default" flex="none" onClick={handleUndo}>
        Undo
      </Button>
    </Group>,
  )
}

interface LoadFailureProps {
  readonly title?: string
  readonly error: unknown
  /** said without a message of the server */
  readonly fallback?: string
  readonly onRetry: () => void
}

/** A loading error with a retry button. */
export const LoadFailure = ({
  title = 'This couldn’t be loaded',
  error,
  fallback = 'Check your connection.',
  onRetry,
}: LoadFailureProps) => (
  <Notice
    tone="bad"
    role="alert"
    title={title}
    icon={<IconAlertCircle size={20} aria-hidden />}
    action={
      <Button size="xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {firstMessage(error, fallback)}
  </Notice>
)

export interface QueryState<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

interface QueryContentProps<T> {
  readonly query: QueryState<T>
  /** pixels of the skeleton */
  readonly height: number
  /** stands for what does not exist; absent: that is an error like others */
  readonly missing?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** What a query has loaded: first a skeleton, and its error with a retry button above what was loaded before. */
export const QueryContent = <T,>({ query, height, missing, children }: QueryContentProps<T>) => {
  const { data, error, refetch } = query
  if (missing !== undefined && errorStatus(error) === 404) return missing
  return (
    <>
      {error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton h={height} />}
      {data !== undefined && children(data)}
    </>
  )
}
