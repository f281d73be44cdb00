import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import classes from './product-choices.module.css'
import type { Draft } from './use-draft.ts'

interface SaveBarProps {
  readonly draft: Pick<Draft<unknown>, 'isChanged' | 'canUndo' | 'undo' | 'discard'>
  readonly isSaving: boolean
  /** why it cannot be saved yet; null when it can */
  readonly problem: string | null
  readonly onSave: () => void
}

/** Stands at the foot of the screen while changes are unsaved. */
export const SaveBar = ({ draft, isSaving, problem, onSave }: SaveBarProps) => (
  <>
    <div role="status" className={classes.announcement}>
      {draft.isChanged ? 'Changes are not saved' : ''}
    </div>
    {draft.isChanged && (
      <div className={classes.bar} role="toolbar" aria-label="Unsaved changes">
        <p className={classes.barText} data-problem={problem !== null || undefined}>
          {problem ?? 'Not saved yet'}
        </p>
        <div className={classes.barActions}>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!draft.canUndo || isSaving}
            onClick={draft.undo}
          >
            Undo
          </Button>
          <Button variant="default" disabled={isSaving} onClick={draft.discard}>
            Discard
          </Button>
          <Button loading={isSaving} disabled={problem !== null} onClick={onSave}>
            Save
          </Button>
        </div>
      </div>
    )}
    <LeaveGuard mustAsk={() => draft.isChanged}>
      Your changes are not saved yet. They are lost when you leave.
    </LeaveGuard>
  </>
)
