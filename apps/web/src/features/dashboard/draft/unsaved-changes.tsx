import { lazy, Suspense } from 'react'
import { LeaveDialog, LeaveGuard } from '#web/app/leave-guard.tsx'
import type { Mergeable } from '../merge/merge-dashboards.ts'
import { isSame } from '../merge/three-way.ts'
import type { useDashboardMutations } from '../use-dashboard-mutations.ts'
import type { useLayout } from '../use-layout.ts'

// Rarely needed, so their code is loaded on demand.
const notices = () => import('./notices.tsx')
const RestoredNotice = lazy(() => notices().then((m) => ({ default: m.RestoredNotice })))
const StaleNotice = lazy(() => notices().then((m) => ({ default: m.StaleNotice })))
const MergeDialog = lazy(() => import('../merge/merge-dialog.tsx').then((m) => ({ default: m.MergeDialog })))

type Layout = ReturnType<typeof useLayout>

/** What the user should know about unsaved changes. */
export const UnsavedNotices = ({
  layout: { saving, restored, acceptRestored, discardRestored },
}: {
  layout: Layout
}) => (
  <Suspense fallback={null}>
    {saving.versions ? (
      <div className="screen-only">
        <StaleNotice onReview={saving.review} />
      </div>
    ) : null}
    {restored ? (
      <div className="screen-only">
        <RestoredNotice {...restored} onContinue={acceptRestored} onDiscard={discardRestored} />
      </div>
    ) : null}
  </Suspense>
)

const RESTORE_MESSAGE = 'Your changes are saved in this browser and will be restored when you come back.'
const LOST = 'You have unsaved changes to this dashboard. They’ll be lost if you leave.'

interface AskBeforeNewProps {
  readonly isStored: boolean
  readonly onStay: () => void
  readonly onLeave: (keepsDraft: boolean) => void
}

/** Asks before a new dashboard is created, which opens it and so leaves this one. */
export const AskBeforeNew = ({ isStored, onStay, onLeave }: AskBeforeNewProps) => (
  <LeaveDialog onStay={onStay} onLeave={() => onLeave(isStored)} onDiscard={isStored ? () => onLeave(false) : null}>
    Your new dashboard opens once it’s created. {isStored ? RESTORE_MESSAGE : LOST}
  </LeaveDialog>
)

interface UnsavedDialogsProps {
  readonly layout: Layout
  readonly mustAsk: () => boolean
  /** called before a navigation that must not ask, and that discards the changes */
  readonly onLeaving: () => void
  readonly mutations: Pick<ReturnType<typeof useDashboardMutations>, 'rename' | 'describe' | 'saveFilterBar'>
}

/** Asks before unsaved changes are left, and what to keep when the dashboard was saved elsewhere. */
export const UnsavedDialogs = ({ layout: { saving, stored }, mustAsk, onLeaving, mutations }: UnsavedDialogsProps) => {
  const saveMerged = (result: Mergeable): void =>
    saving.saveMerged(result.widgets, (theirs) => {
      if (result.name !== theirs.name) mutations.rename.mutate(result.name)
      if (result.description !== theirs.description && result.description) mutations.describe.mutate(result.description)
      if (!isSame(result.filterBar, theirs.filterBar)) mutations.saveFilterBar.mutate(result.filterBar)
    })
  return (
    <>
      {stored.isStored ? (
        <LeaveGuard mustAsk={mustAsk} asksOnUnload={false} onDiscard={onLeaving}>
          {RESTORE_MESSAGE}
        </LeaveGuard>
      ) : (
        <LeaveGuard mustAsk={mustAsk}>{LOST}</LeaveGuard>
      )}
      <Suspense fallback={null}>
        {saving.versions && saving.isReviewing ? (
          <MergeDialog
            versions={saving.versions}
            isBusy={saving.isSaving}
            onSave={saveMerged}
            onDiscard={saving.takeTheirs}
            onClose={saving.closeReview}
          />
        ) : null}
      </Suspense>
    </>
  )
}
