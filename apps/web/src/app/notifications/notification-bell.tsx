import { ActionIcon, Button, Group, Indicator, Menu, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { NotificationDetail } from '#contract/notifications.ts'
import { useCulture } from '../account-data.ts'
import { formatRelativeTime } from '../format.ts'
import { ALL_NOTIFICATIONS } from '../layout/profile-menu.tsx'
import { LazyModal } from '../lazy-part.tsx'
import { NotificationContent, NotificationSubject } from './notification-text.tsx'
import { badgeText, unreadSummary } from './unread.ts'
import { useNotificationChanges, useNotifications, useOpenNotification } from './use-notifications.tsx'

interface NotificationModalProps {
  /** null: closed */
  readonly detail: NotificationDetail | null
  readonly onClose: () => void
  readonly onDelete: (id: string) => void
}

/** Shows one notification. */
const NotificationModal = ({ detail, onClose, onDelete }: NotificationModalProps) => {
  const culture = useCulture()
  return (
    <LazyModal
      opened={detail !== null}
      onClose={onClose}
      title={<NotificationSubject subject={detail?.subject ?? null} />}
      size="lg"
    >
      {detail && (
        <>
          <Text size="xs" c="dimmed" mb="md">
            {formatRelativeTime(detail.createdDateUtc, Date.now(), culture)}
          </Text>
          <NotificationContent content={detail.content} onLeave={onClose} />
          <Group justify="space-between" mt="lg" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              Back to notifications
            </Button>
            <Button variant="subtle" color="gray" onClick={() => onDelete(detail.notificationId)}>
              Delete
            </Button>
          </Group>
        </>
      )}
    </LazyModal>
  )
}

const bellLabel = (count: number): string => (count === 0 ? 'Notifications' : `Notifications, ${count} unread`)

/** Shows the count on the icon of the installed app, as long as someone is signed in. */
const useAppBadge = (count: number): void => {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Browsers without an installed app refuse it.
    navigator.setAppBadge(count).catch(() => undefined)
    return () => void navigator.clearAppBadge().catch(() => undefined)
  }, [count])
}

interface NewestItemsProps {
  readonly newest: ReturnType<typeof unreadSummary>['shown']
  readonly onOpen: (notificationId: NewestItemsProps['newest'][number]['notificationId']) => void
}

/** A component of its own, because a closed menu renders none of its components. */
const NewestItems = ({ newest, onOpen }: NewestItemsProps) => {
  const culture = useCulture()
  if (newest.length === 0) return <Menu.Label>No unread notifications</Menu.Label>
  return newest.map(({ notificationId, subject, createdDateUtc }) => (
    <Menu.Item key={notificationId} onClick={() => onOpen(notificationId)}>
      <Text size="sm" lineClamp={2}>
        {subject ?? 'No subject'}
      </Text>
      <Text size="xs" c="dimmed">
        {formatRelativeTime(createdDateUtc, Date.now(), culture)}
      </Text>
    </Menu.Item>
  ))
}

/** The bell with the unread count, and a menu of the newest unread notifications. */
export const NotificationBell = () => {
  const { data = [] } = useNotifications()
  const { count, shown } = unreadSummary(data)
  useAppBadge(count)
  const { detail, open, close } = useOpenNotification()
  const { remove } = useNotificationChanges()
  return (
    <>
      <Menu position="bottom-end" width={300} withinPortal={false}>
        <Indicator
          color="red.8"
          label={badgeText(count)}
          size={18}
          disabled={count === 0}
          offset={5}
          className="numbers"
          styles={{ indicator: { color: 'var(--cuvee-on-accent)' } }}
        >
          <Menu.Target>
            <ActionIcon size="lg" aria-label={bellLabel(count)}>
              <IconBell stroke={1.5} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Indicator>
        <Menu.Dropdown>
          <NewestItems newest={shown} onOpen={open} />
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
