import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { firstMessage } from '#web/api/api-error.ts'
import { Notice } from '#web/app/notice.tsx'

interface LoadFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Says why something could not be loaded and offers to try again. */
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
