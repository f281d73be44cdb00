import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import type { NotificationSummary } from '#contract/notifications.ts'
import { isNotificationKind, kindInfo } from '#domain/notification-kind.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { unreadSummary } from '#web/app/notifications/unread.ts'
import {
  useNotificationChanges,
  useNotifications,
  useOpenNotification,
} from '#web/app/notifications/use-notifications.tsx'
import { useListKeys } from '#web/app/use-list-keys.ts'
import { NotificationRow, ROW_ATTRIBUTE } from './notification-row.tsx'
import classes from './notifications.module.css'
import { kindsToChoose, type NotificationsView, notificationsInView } from './notifications-address.ts'

interface NotificationFiltersProps {
  readonly all: readonly NotificationSummary[]
  readonly view: NotificationsView
  readonly onShow: (change: Partial<NotificationsView>) => void
  readonly isMarking: boolean
  readonly onMarkAllRead: () => void
}

/** Which notifications are listed, and a button that marks all of them as read. */
const NotificationFilters = ({ all, view, onShow, isMarking, onMarkAllRead }: NotificationFiltersProps) => {
  const { count } = unreadSummary(all)
  const kinds = kindsToChoose(all, view.kind).map((kind) => ({ value: kind, label: kindInfo(kind).title }))
  return (
    <Group gap="8px 12px" mb={12}>
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
    </Group>
  )
}

/** The empty state of the list. */
const NoNotifications = ({ onPreferences }: { onPreferences: () => void }) => (
  <div className={`card ${classes.empty}`}>
    <IconBell size={32} stroke={1.5} aria-hidden />
    <Title order={2}>No notifications</Title>
    <Text size="sm">When a sync fails, a report is sent, or a trial ends, you’ll see it here and under the bell.</Text>
    <Button variant="default" onClick={onPreferences}>
      Choose your notifications
    </Button>
  </div>
)

interface NotificationListProps {
  readonly view: NotificationsView
  readonly onShow: (change: Partial<NotificationsView>) => void
}

/** The list with its filters. */
export const NotificationList = ({ view, onShow }: NotificationListProps) => {
  const { data, error, refetch } = useNotifications()
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.length === 0) return <NoNotifications onPreferences={() => onShow({ tab: 'preferences' })} />
  return <LoadedList all={data} view={view} onShow={onShow} />
}

const LoadedList = ({ all, view, onShow }: NotificationListProps & { all: readonly NotificationSummary[] }) => {
  const { detail, open, close } = useOpenNotification()
  const { remove, markAllRead } = useNotificationChanges()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const keys = useListKeys(ROW_ATTRIBUTE)
  const shown = notificationsInView(all, view, opened)

  const handleToggle = (id: string): void => {
    if (detail?.notificationId === id) {
      close()
      return
    }
    setOpened(new Set([...opened, id]))
    void open(id)
  }
  const handleRemove = (id: string): void => {
    keys.moveOn(id)
    remove.mutate(id, { onSuccess: () => detail?.notificationId === id && close() })
  }
  const handleShow = (change: Partial<NotificationsView>): void => {
    setOpened(new Set())
    onShow(change)
  }

  return (
    <>
      <NotificationFilters
        all={all}
        view={view}
        onShow={handleShow}
        isMarking={markAllRead.isPending}
        onMarkAllRead={() => markAllRead.mutate()}
      />
      {shown.length === 0 ? (
        <p className={classes.nothing} role="status">
          {view.unreadOnly ? 'No unread notifications.' : 'No notifications of this type.'}{' '}
          <button
            type="button"
            className={`bare-button ${classes.plainLink}`}
            onClick={() => handleShow({ unreadOnly: false, kind: null })}
          >
            Show all notifications
          </button>
        </p>
      ) : (
        <ul
          ref={keys.listRef}
          className={`bare-list card ${classes.box}`}
          onKeyDown={(event) => keys.handleKeyDown(event, handleRemove)}
        >
          {shown.map((item) => (
            <NotificationRow
              key={item.notificationId}
              item={item}
              detail={detail?.notificationId === item.notificationId ? detail : null}
              onToggle={handleToggle}
              onRemove={handleRemove}
            />
          ))}
        </ul>
      )}
    </>
  )
}
