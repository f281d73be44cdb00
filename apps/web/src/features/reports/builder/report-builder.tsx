import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Dispatch, useMemo, useReducer, useRef, useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { useDraftStorage } from '#web/app/draft/draft-storage.ts'
import { useDraftKeys } from '#web/app/draft/use-draft.ts'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import classes from './builder.module.css'
import { BuilderProvider } from './builder-context.tsx'
import { BuilderHead } from './builder-head.tsx'
import { type BuilderAction, builderReducer, isDirty, startBuilder } from './builder-reducer.ts'
import type { BuilderStart } from './builder-start.ts'
import { withCalculations } from './calculations.ts'
import { ChartSection } from './chart-section.tsx'
import { ColumnsSection } from './columns-section.tsx'
import { OrderSection } from './order-section.tsx'
import { PreviewPanel, usePreview } from './preview-panel.tsx'
import { FiltersSection, RangeSection } from './range-section.tsx'
import { type ReportDraft, toDefinition, toSavedDraft } from './report-draft.ts'
import { type ShownView, viewRequest, viewSearch } from './shown-view.ts'
import { serializeDraft, useStoredReportDraft } from './stored-draft.ts'
import { saveProblems, useSaveReport } from './use-save-report.ts'

interface PinnedDraft {
  readonly start: Pick<BuilderStart, 'type' | 'report'>
  readonly draft: ReportDraft
  readonly view: ShownView
  /** the draft differs from the saved report */
  readonly isDirty: boolean
}

/** A report in the builder, to be pinned: the saved one if there is one, or the draft as a copy. */
const pinnedDraft = ({ start: { type, report }, draft, view, isDirty }: PinnedDraft): PinSubject => {
  const { isPublic: _, ...definition } = toDefinition(type, draft)
  const title = draft.name.trim() === '' ? type.title : draft.name.trim()
  const named = { ...definition, name: title }
  return {
    title,
    link: report === null ? null : { id: report.id },
    copy: { definition: named, dates: viewRequest(view) },
    isChanged: isDirty,
    definition: named,
  }
}

interface StaleDialogProps {
  readonly isBusy: boolean
  readonly onReload: () => void
  readonly onSaveCopy: () => void
  readonly onClose: () => void
}

/** The report was saved by someone else since it was loaded. */
const StaleDialog = ({ isBusy, onReload, onSaveCopy, onClose }: StaleDialogProps) => (
  <Modal opened onClose={onClose} title="This report has changed">
    <Text size="sm">
      Someone, perhaps you in another tab, saved it after you opened it. Reload the latest version, or save yours as a
      copy.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="default" onClick={onSaveCopy} loading={isBusy}>
        Save mine as a copy
      </Button>
      <Button onClick={onReload} loading={isBusy} data-autofocus>
        Reload
      </Button>
    </Group>
  </Modal>
)

/** The draft, restored from an earlier visit and kept in this browser, and the version of the report that it is based on. */
const useRestoredDraft = ({ type, report, draft: original, storageId }: BuilderStart) => {
  const { key, found, forget } = useStoredReportDraft(storageId, original)
  const [state, dispatch] = useReducer(builderReducer, null, () => {
    const begun = startBuilder(type, original)
    return found === null ? begun : builderReducer(begun, { type: 'restored', draft: found.draft })
  })
  // Older edits must not overwrite later saves.
  const [version, setVersion] = useState(found?.version ?? report?.version ?? null)
  const [isRestored, setRestored] = useState(found !== null)
  const dirty = isDirty(state)
  const { present: draft } = state
  const kept = useMemo(
    () => (dirty ? serializeDraft({ draft, version, keptAt: Date.now() }) : null),
    [draft, version, dirty],
  )
  useDraftStorage(key, kept)
  const load = (loaded: ReportDraft, loadedVersion: number | null): void => {
    setVersion(loadedVersion)
    setRestored(false)
    dispatch({ type: 'loaded', draft: loaded })
  }
  const discard = (): void => {
    forget()
    load(original, report?.version ?? null)
  }
  const accept = (): void => setRestored(false)
  return { state, dispatch, draft, version, dirty, isRestored: isRestored && dirty, load, discard, accept, forget }
}

/** The report builder: options on the left, preview on the right. */
export const ReportBuilder = ({ start }: { start: BuilderStart }) => {
  const { type, isSegment = false } = start
  const { state, dispatch, draft, version, dirty, isRestored, load, discard, accept, forget } = useRestoredDraft(start)
  const [view, setView] = useState(start.view)
  const [isStale, setStale] = useState(false)
  const [isNameMissing, setNameMissing] = useState(false)
  const [isSegmentNamed, setSegmentNamed] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const isLeaving = useRef(false)
  const saving = useBuilderSaves({ start, draft, view, version, isLeaving, dispatch, setStale })
  const preview = usePreview(type, draft, view)
  const shownType = useMemo(() => withCalculations(type, draft.calculations), [type, draft.calculations])

  const withName = (save: () => void) => (): void => {
    const isMissing = draft.name.trim() === ''
    setNameMissing(isMissing)
    if (isMissing) nameField.current?.focus()
    else save()
  }
  const handleSave = withName(saving.save)
  const leave = (): void => {
    isLeaving.current = true
    forget()
  }
  const undo = (): void => dispatch({ type: 'undone' })
  const redo = (): void => dispatch({ type: 'redone' })
  useDraftKeys({ undo, redo, save: isSegment ? () => setSegmentNamed(preview.problems.length === 0) : handleSave })

  const adopt = (report: SavedReport): void => {
    setStale(false)
    load(toSavedDraft(type, report), report.version)
  }
  const problems = [...preview.problems, ...saveProblems(saving.error)]
  const head = (
    <BuilderHead
      {...{ nameField }}
      isNameMissing={isNameMissing && draft.name.trim() === ''}
      canUndo={state.past.length > 0}
      canRedo={state.future.length > 0}
      isDirty={dirty}
      isSaving={saving.isBusy}
      hasOriginal={start.report !== null}
      isSegment={isSegment}
      pinned={problems.length > 0 ? null : pinnedDraft({ start, draft, view, isDirty: dirty })}
      onUndo={undo}
      onRedo={redo}
      onSave={handleSave}
      onSaveCopy={withName(saving.saveCopy)}
      isSegmentNamed={isSegmentNamed}
      onSegmentName={setSegmentNamed}
      onSegmentSaved={leave}
    />
  )
  return (
    <BuilderProvider {...{ draft, view, problems, dispatch }} type={shownType} show={setView}>
      <Stack maw="var(--cuvee-width-wide)" mx="auto">
        <Group justify="space-between" gap="4px 12px">
          <Group align="baseline" gap="4px 12px">
            <Title order={1}>
              {isSegment ? 'Segment conditions' : start.report === null ? 'New report' : 'Edit report'}
            </Title>
            <span className="hint">Source: {type.title}</span>
          </Group>
          {isSegment ? head : null}
        </Group>
        {isSegment ? null : head}
        {isRestored ? <RestoredNotice onDiscard={discard} onKeep={accept} /> : null}
        <div className={classes.columns}>
          <Stack gap={12} miw={0}>
            {isSegment ? null : <ColumnsSection />}
            <FiltersSection canPrompt={!isSegment} />
            <RangeSection />
            {isSegment ? null : (
              <>
                <OrderSection />
                <ChartSection />
              </>
            )}
          </Stack>
          <div className={classes.preview}>
            <PreviewPanel preview={preview} />
          </div>
        </div>
      </Stack>
      <LeaveGuard mustAsk={() => dirty && !isLeaving.current} onDiscard={leave}>
        Your changes are saved in this browser and will be restored when you come back.
      </LeaveGuard>
      {isStale ? (
        <StaleDialog
          isBusy={saving.isBusy}
          onReload={() => saving.reload(adopt)}
          onSaveCopy={saving.saveCopy}
          onClose={() => setStale(false)}
        />
      ) : null}
    </BuilderProvider>
  )
}

interface BuilderSaves {
  readonly start: BuilderStart
  readonly draft: ReportDraft
  readonly view: ShownView
  readonly version: number | null
  readonly isLeaving: { current: boolean }
  readonly dispatch: Dispatch<BuilderAction>
  readonly setStale: (isStale: boolean) => void
}

/** Saves the report and opens it. */
const useBuilderSaves = ({ start, draft, view, version, isLeaving, dispatch, setStale }: BuilderSaves) => {
  const { api } = useRuntime()
  const navigate = useNavigate()
  const handleSaved = async (saved: SavedReport, sent: ReportDraft): Promise<void> => {
    // The following navigation must not ask about unsaved changes.
    isLeaving.current = true
    dispatch({ type: 'saved', draft: sent })
    await navigate({ to: '/reports/my/$id', params: { id: saved.id }, search: viewSearch(view) })
  }
  const common = { type: start.type, onStale: () => setStale(true), onSaved: handleSaved }
  const own = useSaveReport({ ...common, report: start.report })
  const reload = async (adopt: (report: SavedReport) => void): Promise<void> => {
    if (start.report === null) return
    try {
      adopt(await api.savedReports.get({ id: start.report.id }))
    } catch {
      toast.failure('The report couldn’t be loaded. Please try again.')
    }
  }
  return {
    save: () => own.mutate({ draft, version }),
    saveCopy: () => own.mutate({ draft, version: null }),
    reload,
    isBusy: own.isPending,
    // Errors of an earlier draft do not apply to this one.
    error: own.variables?.draft === draft ? own.error : null,
  }
}

const RestoredNotice = ({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) => (
  <Notice
    role="status"
    title="Unsaved changes restored"
    action={
      <>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button size="xs" onClick={onKeep}>
          Continue editing
        </Button>
      </>
    }
  />
)
