import { Button, Group, Switch, Text, Title } from '@mantine/core'
import { IconMail, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportResult } from '#contract/reports.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { FoldedTools } from '#web/app/folded-tools.tsx'
import { AlertButton } from '../alerts/alert-button.tsx'
import { NotesMenu } from '../calendar/notes-menu.tsx'
import { DimensionChips } from '../filter-bar/dimension-chips.tsx'
import { PinButton } from '../pin/pin-button.tsx'
import type { ReportView } from './address/report-view.ts'
import { canCopy, copiedDefinition } from './copy/copied-definition.ts'
import { pinnedReport } from './copy/pinned-report.ts'
import { SaveCopy } from './copy/save-copy.tsx'
import { ExportMenu, ExportProgress, useExport } from './export/export-menu.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { isGrouped, type ReportRequest } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import { ReportDates } from './report-dates.tsx'
import classes from './report-screen.module.css'

// Opens on click only, so its code is loaded on demand.
const SchedulesPanel = lazy(() =>
  import('./schedules/schedules-panel.tsx').then((m) => ({ default: m.SchedulesPanel })),
)

interface ReportHeadProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly request: ReportRequest
  /** null: no result yet */
  readonly result: ReportResult | null
  readonly onPrint: () => void
}

/** The report's name, description and actions. */
export const ReportHead = ({ report, view, request, result, onPrint }: ReportHeadProps) => {
  const { title, description, saved } = report
  const { state, start, cancel, dismiss } = useExport(request, title)
  return (
    <>
      <Group component="header" justify="space-between" align="flex-start" gap="8px 24px">
        <div className={classes.names}>
          <Title order={1}>{title}</Title>
          {description === '' ? null : <Description>{description}</Description>}
          {saved === null || saved.isOwn ? null : <Description>Shared by {saved.createdByName}</Description>}
        </div>
        <FoldedTools label="Report actions" className={classes.tools}>
          {saved?.isOwn ? <OwnReportTools saved={saved} /> : null}
          <PinButton subject={result === null ? null : pinnedReport(report, view, result)} />
          <SaveCopy {...{ report, view, result }} />
          <AlertButton
            definition={
              result === null || !canCopy(report, view)
                ? null
                : () => ({ ...copiedDefinition(report, view, result.range), name: title })
            }
          />
          {isOverTime(report.definition) ? <NotesMenu /> : null}
          <ExportMenu isReady={result !== null} onExport={start} onPrint={onPrint} />
        </FoldedTools>
      </Group>
      <ExportProgress {...{ state }} onCancel={cancel} onDismiss={dismiss} onCsv={() => start('csv')} />
    </>
  )
}

/** Whether its chart can have calendar notes. */
const isOverTime = ({ chart }: LoadedReport['definition']): boolean =>
  chart !== null && chart.kind !== 'none' && /(Day|Week|Month)$/.test(chart.x ?? '')

const Description = ({ children }: { children: ReactNode }) => (
  <Text component="p" size="sm" c="dimmed" lh="20px" className={classes.description ?? ''}>
    {children}
  </Text>
)

/** Actions for the owner of a saved report. */
const OwnReportTools = ({ saved }: { saved: SavedReport }) => {
  const user = useCurrentUser()
  const [isSending, setSending] = useState(false)
  const maySend = user !== null && isPermitted(user.roles, 'sharing')
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/reports/my/$id/edit" params={{ id: saved.id }} {...props} />}
      >
        Edit
      </Button>
      {maySend ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setSending(true)}
        >
          Send by email
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isSending ? <SchedulesPanel report={saved} onClose={() => setSending(false)} /> : null}
      </Suspense>
    </>
  )
}

interface ReportBarProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly account: Account
  /** null: no result yet */
  readonly result: ReportResult | null
  readonly onChange: (change: Partial<ReportView>) => void
}

/** Dimensions that the bar offers before they are used. */
const OFFERED = ['channel', 'location']

/** Range, comparison and filters of the report. */
export const ReportBar = ({ report, view, account, result, onChange }: ReportBarProps) => {
  const { columns, reportType, hasClubOrders } = report.type
  return (
    <section className={classes.bar} aria-label="Dates and filters">
      <ReportDates {...{ report, view, account, result, onChange }} />
      <DimensionChips
        filters={view.dimensionFilters}
        offered={OFFERED.filter((columnId) => columns.some((column) => column.columnId === columnId))}
        {...{ columns }}
        reportTypes={[reportType]}
        addLabel="Filter by values"
        onChange={(dimensionFilters) => onChange({ dimensionFilters })}
      />
      {hasClubOrders ? (
        <Switch
          size="xs"
          label="Include Club Orders"
          checked={view.includeClubOrders}
          onChange={({ currentTarget }) => onChange({ includeClubOrders: currentTarget.checked })}
        />
      ) : null}
      <FilterChips
        {...{ reportType, columns }}
        isGrouped={isGrouped(report.definition)}
        filters={view.filters}
        onChange={(filters) => onChange({ filters })}
      />
    </section>
  )
}
