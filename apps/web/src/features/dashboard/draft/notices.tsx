import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'

interface RestoredNoticeProps {
  /** epoch milliseconds of the last edit */
  readonly editedAt: number
  /** the dashboard was saved after the edits began */
  readonly isOutdated: boolean
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

/** Unsaved edits of an earlier visit are on screen. */
export const RestoredNotice = ({ editedAt, isOutdated, onContinue, onDiscard }: RestoredNoticeProps) => {
  const formats = useFormats()
  return (
    <Notice
      role="status"
      icon={<IconHistory size={18} aria-hidden />}
      title={`Unsaved changes from ${formats.instant(new Date(editedAt).toISOString())}`}
      action={
        <>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard changes
          </Button>
          <Button size="xs" onClick={onContinue}>
            Continue editing
          </Button>
        </>
      }
    >
      {isOutdated
        ? 'This dashboard was saved elsewhere since then. When you save, you choose what to keep.'
        : 'This browser kept them for you. They aren’t saved yet.'}
    </Notice>
  )
}

/** After a save conflicted with a newer version: the unsaved changes stay until the user decides. */
export const StaleNotice = ({ onReview }: { onReview: () => void }) => (
  <Notice
    tone="bad"
    role="alert"
    icon={<IconAlertTriangle size={18} aria-hidden />}
    title="Changes not saved"
    action={
      <Button size="xs" variant="default" onClick={onReview}>
        Review changes
      </Button>
    }
  >
    This dashboard was saved by someone else. Your changes are still here.
  </Notice>
)
