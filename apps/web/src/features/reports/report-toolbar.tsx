import { Button, Group, Menu } from '@mantine/core'
import {
  IconBellPlus,
  IconCopy,
  IconMail,
  IconMessageQuestion,
  IconPencil,
  IconPin,
  IconTable,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { LockedItem, PlanLockLabel } from '#web/app/plan-lock.tsx'
import { MoreMenu, useIsPhone } from '#web/app/toolbar.tsx'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import { openAlert } from '../alerts/open-alert.ts'
import { usePin } from '../pin/pin-button.tsx'
import { SaveSegment, SaveSegmentItem, useCanSaveSegment } from '../segments/save-segment-item.tsx'
import { OWN_VIEW, type ReportView, writeAddress } from './address/report-view.ts'
import { canCopy, copiedDefinition } from './copy/copied-definition.ts'
import { CopyDialog } from './copy/copy-dialog.tsx'
import { ExportItems, type ExportItemsProps, ExportMenu } from './export/export-menu.tsx'
import { rangeRequest } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

/** Whether the view differs from the report in more than its layout and page. */
const isChanged = (view: ReportView): boolean =>
  Object.keys(writeAddress({ ...view, layout: OWN_VIEW.layout, page: OWN_VIEW.page })).length > 0

/** A report on its page, to be pinned: itself, or its current view as a copy. */
const pinnedReport = (report: LoadedReport, view: ReportView, { range }: ReportResult): PinSubject => {
  const { ref, title, saved } = report
  const hasDays = view.range.kind === 'days'
  // A tile can have days, which a definition cannot.
  const undated = hasDays ? { ...view, range: OWN_VIEW.range } : view
  const definition = { ...copiedDefinition(report, undated, range), name: saved?.name ?? title }
  const dates = hasDays ? rangeRequest(view.range) : {}
  return {
    title,
    link: 'columns' in ref ? null : ref,
    copy: canCopy(report, undated) ? { definition, dates } : null,
    isChanged: isChanged(view),
    definition,
  }
}

// Opens on click only, so its code is loaded on demand.
const SchedulesPanel = lazy(() =>
  import('./schedules/schedules-panel.tsx').then((m) => ({ default: m.SchedulesPanel })),
)

const LiveLinksPanel = lazy(() =>
  import('./live-links/live-links-panel.tsx').then((m) => ({ default: m.LiveLinksPanel })),
)

/** Rows of groups, which a question can ask for. */
const isQuestion = ({ definition: { groupColumns, pivot } }: LoadedReport): boolean =>
  groupColumns.length > 0 && (pivot ?? null) === null

interface ReportToolbarProps extends Omit<ExportItemsProps, 'isReady'> {
  readonly report: LoadedReport
  readonly view: ReportView
  /** null: no result yet */
  readonly result: ReportResult | null
}

/** Edits the reader's own report, exports, and has the rest in a menu. A phone has the menu only. */
export const ReportToolbar = ({ report, view, result, ...exports }: ReportToolbarProps) => {
  const { saved, title } = report
  const ownId = saved?.isOwn ? saved.id : null
  const isPhone = useIsPhone()
  const maySend = useIsPermitted('sharing')
  const pin = usePin()
  const [dialog, setDialog] = useState<'copy' | 'link' | 'segment' | 'send' | null>(null)
  const close = (): void => setDialog(null)
  const copy = (): void => setDialog('copy')
  const copyable = result !== null && canCopy(report, view) ? result : null
  const list = copyable && { ...copiedDefinition(report, view, copyable.range), name: title }
  const canSaveSegment = useCanSaveSegment(list)
  return (
    <Group gap={8} wrap="nowrap" className="screen-only">
      {isPhone || ownId === null ? null : (
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/reports/my/$id/edit" params={{ id: ownId }} {...props} />}
        >
          Edit
        </Button>
      )}
      {isPhone ? null : <ExportMenu isReady={result !== null} {...exports} />}
      <MoreMenu subject="report">
        {isPhone && ownId !== null ? (
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            renderRoot={(props) => <Link to="/reports/my/$id/edit" params={{ id: ownId }} {...props} />}
          >
            Edit
          </Menu.Item>
        ) : null}
        <PlanLockLabel />
        <LockedItem leftSection={<IconCopy size={16} />} disabled={copyable === null} onClick={copy}>
          Save a copy
        </LockedItem>
        {canSaveSegment ? <SaveSegmentItem onClick={() => setDialog('segment')} /> : null}
        <LockedItem
          leftSection={<IconPin size={16} />}
          disabled={result === null}
          onClick={() => result !== null && pin(pinnedReport(report, view, result))}
        >
          Pin to dashboard
        </LockedItem>
        <LockedItem
          leftSection={<IconBellPlus size={16} />}
          disabled={copyable === null}
          onClick={() => list !== null && openAlert(list)}
        >
          Alert me…
        </LockedItem>
        {ownId !== null && maySend ? (
          <>
            <Menu.Item leftSection={<IconMail size={16} />} onClick={() => setDialog('send')}>
              Send on a schedule…
            </Menu.Item>
            <Menu.Item leftSection={<IconTable size={16} />} onClick={() => setDialog('link')}>
              Live link for spreadsheets…
            </Menu.Item>
          </>
        ) : null}
        {copyable !== null && isQuestion(report) ? (
          <Menu.Item
            leftSection={<IconMessageQuestion size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/ask"
                search={{ definition: JSON.stringify(copiedDefinition(report, view, copyable.range)) }}
              />
            )}
          >
            Change in Ask
          </Menu.Item>
        ) : null}
        {isPhone ? (
          <>
            <Menu.Divider />
            <ExportItems isReady={result !== null} {...exports} />
          </>
        ) : null}
      </MoreMenu>
      {dialog === 'copy' ? <CopyDialog {...{ report, view, result }} onClose={close} /> : null}
      {dialog === 'segment' && list ? (
        <SaveSegment definition={{ ...list, name: saved?.name }} onClose={close} />
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'send' && saved !== null ? <SchedulesPanel report={saved} onClose={close} /> : null}
        {dialog === 'link' && saved !== null ? <LiveLinksPanel report={saved} onClose={close} /> : null}
      </Suspense>
    </Group>
  )
}
