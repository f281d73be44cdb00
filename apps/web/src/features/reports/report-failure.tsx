import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { errorItems, errorStatus } from '#web/api/api-error.ts'
import { Notice } from '#web/app/notice.tsx'

interface ReportFailureProps {
  /** null: the report does not exist */
  readonly error: unknown
  readonly onRetry: () => void
}

const NOT_THERE = 'This report doesn’t exist, or it isn’t shared with you.'

/** The distinct messages of an error. */
const wordsOf = (error: unknown): string => {
  if (error === null || errorStatus(error) === 404) return NOT_THERE
  const messages = [...new Set(errorItems(error).map(({ message }) => message))]
  return messages.length > 0 ? messages.join('. ') : 'Couldn’t connect to Cuvee. Please try again.'
}

/** Why a report cannot be shown, and a retry button. */
export const ReportFailure = ({ error, onRetry }: ReportFailureProps) => (
  <Notice
    tone="bad"
    role="alert"
    title="This report couldn’t be loaded"
    icon={<IconAlertCircle size={20} aria-hidden />}
    action={
      error === null ? null : (
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      )
    }
  >
    {wordsOf(error)}
  </Notice>
)
