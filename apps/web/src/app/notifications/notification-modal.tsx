import { Button, Group, Modal, Text } from '@mantine/core'
import type { NotificationDetail } from '#contract/notifications.ts'
import { useCulture } from '../use-culture.ts'
import { NotificationContent, NotificationSubject } from './notification-text.tsx'
import { relativeTime } from './relative-time.ts'

interface NotificationModalProps {
  /** null: closed */
  readonly detail: NotificationDetail | null
  readonly onClose: () => void
  readonly onDelete: (id: string) => void
}

/** A notification to be read. */
export const NotificationModal = ({ detail, onClose, onDelete }: NotificationModalProps) => {
  const culture = useCulture()
  return (
    <Modal
      opened={detail !== null}
      onClose={onClose}
      title={<NotificationSubject subject={detail?.subject ?? null} />}
      size="lg"
    >
      {detail && (
        <>
          <Text size="xs" c="dimmed" mb="md">
            {relativeTime(detail.createdDateUtc, Date.now(), culture)}
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
    </Modal>
  )
}
