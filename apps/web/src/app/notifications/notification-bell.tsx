import { ActionIcon, Indicator, Menu, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { ALL_NOTIFICATIONS } from '../layout/profile-links.ts'
import { useRuntime } from '../runtime.tsx'
import { NotificationModal } from './notification-modal.tsx'
import { relativeTime } from './relative-time.ts'
import { unreadSummary } from './unread.ts'
import { useOpenNotification } from './use-open-notification.ts'

const bellLabel = (count: number): string => (count === 0 ? 'Notifications' : `Notifications, ${count} unread`)

/** The bell with its count of unread notifications, and the newest of them. */
export const NotificationBell = () => {
  const { queries } = useRuntime()
  const { data = [] } = useQuery(queries.notifications.list.queryOptions())
  const accountCulture = useAccount()?.culture
  const culture = useCurrentUser()?.culture ?? accountCulture
  const { count, shown } = unreadSummary(data)
  const { detail, open, close } = useOpenNotification()
  return (
    <>
      <Menu position="bottom-end" width={300} withinPortal={false}>
        <Indicator
          color="#B42318"
          label={count}
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
      <NotificationModal detail={detail} onClose={close} />
    </>
  )
}
