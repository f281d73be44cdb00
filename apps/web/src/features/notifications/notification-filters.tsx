import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { NotificationSummary } from '#contract/notifications.ts'
import { isNotificationKind, kindInfo } from '#domain/notification-kind.ts'
import { unreadSummary } from '#web/app/notifications/unread.ts'
import classes from './notifications.module.css'
import { kindsToChoose, type NotificationsView } from './notifications-address.ts'

interface NotificationFiltersProps {
  readonly all: readonly NotificationSummary[]
  readonly view: NotificationsView
  readonly onShow: (change: Partial<NotificationsView>) => void
  readonly isMarking: boolean
  readonly onMarkAllRead: () => void
}

/** Which notifications are listed, and a button that marks all of them as read. */
export const NotificationFilters = ({ all, view, onShow, isMarking, onMarkAllRead }: NotificationFiltersProps) => {
  const { count } = unreadSummary(all)
  const kinds = kindsToChoose(all, view.kind).map((kind) => ({ value: kind, label: kindInfo(kind).title }))
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label="Show notifications"
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: count === 0 ? 'Unread' : `Unread (${count})` },
        ]}
        value={view.unreadOnly ? 'unread' : 'all'}
        onChange={(value) => onShow({ unreadOnly: value === 'unread' })}
      />
      <NativeSelect
        aria-label="Type"
        className={classes.kind}
        data={[{ value: '', label: 'All types' }, ...kinds]}
        value={view.kind ?? ''}
        onChange={({ currentTarget: { value } }) => onShow({ kind: isNotificationKind(value) ? value : null })}
      />
      <Button
        variant="default"
        className={classes.markAll}
        leftSection={<IconChecks size={16} aria-hidden />}
        disabled={count === 0}
        loading={isMarking}
        onClick={onMarkAllRead}
      >
        Mark all as read
      </Button>
    </div>
  )
}
