import { Group, Switch, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { DimensionChips } from '../filter-bar/dimension-chips.tsx'
import type { ReportView } from './address/report-view.ts'
import { ExportProgress, useExport } from './export/export-menu.tsx'
import { CustomerSearch, splitSearch, withSearch } from './filters/customer-search.tsx'
import { FilterChips, FilterForm } from './filters/filter-chips.tsx'
import { GroupSwitch } from './group-switch.tsx'
import { isGrouped, type ReportRequest } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import { ReportDates, type ReportDatesProps } from './report-dates.tsx'
import classes from './report-screen.module.css'
import { ReportToolbar } from './report-toolbar.tsx'

interface ReportHeadProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly request: ReportRequest
  /** null: no result yet */
  readonly result: ReportResult | null
  readonly onPrint: () => void
}

/** The report's name, what its author wrote about it, and actions. */
export const ReportHead = ({ report, view, request, result, onPrint }: ReportHeadProps) => {
  const { title, saved } = report
  const { state, start, cancel, dismiss } = useExport(request, title)
  return (
    <>
      <Group component="header" justify="space-between" align="flex-start" gap="8px 24px" wrap="nowrap">
        <div className={classes.names}>
          <Title order={1}>{title}</Title>
          {saved?.description ? <Description>{saved.description}</Description> : null}
          {saved === null || saved.isOwn ? null : <Description>Shared by {saved.createdByName}</Description>}
        </div>
        <ReportToolbar {...{ report, view, result, onPrint }} onExport={start} />
      </Group>
      <ExportProgress {...{ state }} onCancel={cancel} onDismiss={dismiss} onCsv={() => start('csv')} />
    </>
  )
}

const Description = ({ children }: { children: ReactNode }) => (
  <Text component="p" size="sm" c="dimmed" lh="20px" className={classes.description ?? ''}>
    {children}
  </Text>
)

/** Dimensions that the bar offers before they are used. */
const OFFERED = ['channel', 'location']

/** Range, comparison and filters of the report. */
export const ReportBar = (props: ReportDatesProps) => {
  const { report, view, onChange } = props
  const { columns, reportType, hasClubOrders } = report.type
  const of = { reportType, columns, isGrouped: isGrouped(report.definition) }
  const isCustomerList = reportType === 'Customers' && !of.isGrouped
  const search = splitSearch(view.filters)
  const hasClubSwitch = hasClubOrders && !(isCustomerList && view.includeClubOrders)
  return (
    <section className={classes.bar} aria-label="Dates and filters">
      {isCustomerList ? <CustomerSearch filters={view.filters} onChange={(filters) => onChange({ filters })} /> : null}
      <GroupSwitch {...{ report, view }} />
      <ReportDates {...props} />
      <DimensionChips
        filters={view.dimensionFilters}
        offered={OFFERED.filter(
          (id) =>
            columns.some(({ columnId }) => columnId === id) && !view.filters.some(({ columnId }) => columnId === id),
        )}
        {...{ columns }}
        reportTypes={[reportType]}
        onChange={(dimensionFilters) => onChange({ dimensionFilters })}
        otherFilter={(close) => (
          <FilterForm {...of} onApply={(filter) => onChange({ filters: [...view.filters, filter] })} onClose={close} />
        )}
      />
      <FilterChips
        {...of}
        filters={isCustomerList ? search.others : view.filters}
        onChange={(filters) => onChange({ filters: isCustomerList ? withSearch(filters, search.text) : filters })}
      />
      {hasClubSwitch ? (
        <Switch
          size="xs"
          label="Include Club Orders"
          checked={view.includeClubOrders}
          onChange={({ currentTarget }) => onChange({ includeClubOrders: currentTarget.checked })}
        />
      ) : null}
    </section>
  )
}
