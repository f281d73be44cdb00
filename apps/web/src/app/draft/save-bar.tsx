import { Button } from '@mantine/core'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import classes from '#web/features/product-choices/product-choices.module.css'
import { UndoRedo } from './undo-redo.tsx'
import type { Draft } from './use-draft.ts'

interface SaveBarProps {
  readonly draft: Pick<Draft<unknown>, 'isChanged' | 'canUndo' | 'canRedo' | 'undo' | 'redo' | 'discard'>
  readonly isSaving: boolean
  /** why it cannot be saved yet; null when it can */
  readonly problem: string | null
  /** text of the confirmation when leaving the screen */
  readonly leaving?: string
  /** it can be saved whatever the plan's state */
  readonly worksReadOnly?: boolean
  readonly onSave: () => void
}

const LOST = 'Your changes aren’t saved yet. They’ll be lost if you leave.'

/** A toolbar at the bottom of the screen while there are unsaved changes or changes to redo. */
export const SaveBar = ({ draft, isSaving, leaving = LOST, worksReadOnly = false, onSave, ...props }: SaveBarProps) => {
  const lock = usePlanLock()
  const problem = worksReadOnly ? props.problem : (lock ?? props.problem)
  return (
    <>
      <div role="status" className="visually-hidden">
        {draft.isChanged ? 'Unsaved changes' : ''}
      </div>
      {(draft.isChanged || draft.canRedo) && (
        <div className={classes.bar} role="toolbar" aria-label="Unsaved changes">
          <p className={classes.barText} data-problem={problem !== null || undefined}>
            {problem ?? (draft.isChanged ? 'Unsaved changes' : 'No unsaved changes')}
          </p>
          <div className={classes.barActions}>
            <UndoRedo
              canUndo={draft.canUndo && !isSaving}
              canRedo={draft.canRedo && !isSaving}
              onUndo={draft.undo}
              onRedo={draft.redo}
            />
            <Button variant="default" disabled={isSaving} onClick={draft.discard}>
              Discard
            </Button>
            <Button loading={isSaving} disabled={problem !== null || !draft.isChanged} onClick={onSave}>
              Save
            </Button>
          </div>
        </div>
      )}
      <LeaveGuard mustAsk={() => draft.isChanged}>{leaving}</LeaveGuard>
    </>
  )
}
