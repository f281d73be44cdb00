import { ActionIcon, Indicator, Menu, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ALL_NOTIFICATIONS } from '../layout/profile-links.ts'
import { useCulture } from '../use-culture.ts'
import { NotificationModal } from './notification-modal.tsx'
import { relativeTime } from './relative-time.ts'
import { badgeText, unreadSummary } from './unread.ts'
import { useNotificationChanges } from './use-notification-changes.tsx'
import { useNotifications } from './use-notifications.ts'
import { useOpenNotification } from './use-open-notification.ts'

const bellLabel = (count: number): string => (count === 0 ? 'Notifications' : `Notifications, ${count} unread`)

/** The bell with its count of unread notifications, and the newest of them. */
export const NotificationBell = () => {
  const { data = [] } = useNotifications()
  const culture = useCulture()
  const { count, shown } = unreadSummary(data)
  const { detail, open, close } = useOpenNotification()
  const { remove } = useNotificationChanges()
  return (
    <>
      <Menu position="bottom-end" width={300} withinPortal={false}>
        <Indicator
          color="#B42318"
          label={badgeText(count)}
          size={18}
          disabled={count === 0}
          offset={5}
          className="numbers"
          styles={{ indicator: { color: '#FFFFFF' } }}
        >
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={bellLabel(count)}>
              <IconBell stroke={1.5} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Indicator>
        <Menu.Dropdown>
          {shown.length === 0 && <Menu.Label>No unread notifications</Menu.Label>}
          {shown.map(({ notificationId, subject, createdDateUtc }) => (
            <Menu.Item key={notificationId} onClick={() => open(notificationId)}>
              <Text size="sm" lineClamp={2}>
                {subject ?? 'No subject'}
              </Text>
              <Text size="xs" c="dimmed">
                {relativeTime(createdDateUtc, Date.now(), culture)}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item component={Link} to={ALL_NOTIFICATIONS.href} ta="center">
            {ALL_NOTIFICATIONS.label}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NotificationModal detail={detail} onClose={close} onDelete={(id) => remove.mutate(id, { onSuccess: close })} />
    </>
  )
}
