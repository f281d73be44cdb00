import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
