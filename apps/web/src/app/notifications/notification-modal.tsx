import { Button, Loader, Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { NotificationDetail } from '#contract/notifications.ts'

const Markdown = lazy(async () => ({ default: (await import('./safe-markdown.tsx')).SafeMarkdown }))

interface NotificationModalProps {
  /** null: closed */
  readonly detail: NotificationDetail | null
  readonly onClose: () => void
}

/** A notification to be read. */
export const NotificationModal = ({ detail, onClose }: NotificationModalProps) => (
  <Modal opened={detail !== null} onClose={onClose} title={detail?.subject ?? 'No subject'} size="lg">
    <Suspense fallback={<Loader size="sm" />}>
      <Markdown text={detail?.content ?? ''} />
    </Suspense>
    <Button variant="default" mt="lg" onClick={onClose}>
      Back to notifications
    </Button>
  </Modal>
)
