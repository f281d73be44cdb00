import { Skeleton, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { CellPlace, ReportResult } from '#contract/reports.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import { NotesLegend } from '#ui/chart-notes.tsx'
import { ElapsedTime } from '#ui/tile-states.tsx'
import { ClubRunDays } from '#web/features/calendar/club-run-days.tsx'
import { useExplain } from '#web/features/number-lineage/lineage-host.tsx'
import { PivotTable } from '#widgets/kit/pivot-table.tsx'
import { StockSummary } from '../stock-ledger/stock-summary.tsx'
import type { ReportView } from './address/report-view.ts'
import { buildRequest, isLimited, reportPageSize } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import { useElapsedSince, useIsUpdated, useReportPages } from './query/use-report-pages.ts'
import { useScrolledPages } from './query/use-scrolled-pages.ts'
import { EmptyReport, FilterNeeded, ReportFailure, ReportProblems } from './report-empty.tsx'
import { ReportFacts, ReportNotes, ShortHistoryNote } from './report-facts.tsx'
import { ReportBar, ReportHead } from './report-head.tsx'
import { ReportMarks } from './report-marks.tsx'
import classes from './report-screen.module.css'
import { ResultChart } from './result-chart.tsx'
import { ReportTable } from './table/report-table.tsx'
import { ownColumns, RUN_OUT } from './table/table-columns.ts'
import { arrangedColumns } from './table/table-layout.ts'
import { savedName, useTableLayout } from './table/use-table-layout.ts'
import { TotalStrip } from './total-strip.tsx'
import { usePrinting, useReportView } from './use-report-view.ts'

/** Whether a top N ranks rows of which none has a value: what is listed would be in no order. */
export const isRankingOfZeros = (
  { top }: Pick<ReportDefinition, 'top'>,
  { columns, rows, previous }: Pick<ReportResult, 'columns' | 'rows' | 'previous'>,
): boolean => {
  if (top === null || previous !== undefined || rows.length === 0) return false
  const measures = columns.flatMap(({ kind }, index) => (kind === 'measure' ? [index] : []))
  return measures.length > 0 && rows.every((row) => measures.every((index) => (row[index] ?? 0) === 0))
}

/** Whether its rows are days of the week, of which club runs make some look strong. */
const isByWeekday = ({ groupColumns }: ReportDefinition): boolean =>
  groupColumns.some((columnId) => columnId === 'orderWeekday' || columnId === 'isWeekend')

/** Height of a report's chart in pixels. */
const CHART_HEIGHT = 260

/** A report: range, filters, chart, table and facts. */
export const ReportScreen = ({ report, account }: { report: LoadedReport; account: Account }) => {
  const { definition } = report
  const address = useReportView(report)
  const { problems, followPage } = address
  const { view, change, table } = useTableLayout(report, address, savedName(report))
  const request = useMemo(() => buildRequest(report, view), [report, view])
  const arranged = {
    ...report,
    definition: { ...definition, columns: arrangedColumns(definition.columns, table.layout) },
  }
  const pageSize = reportPageSize(definition)
  const mayAsk = !definition.requiresFilter || isLimited(report, view)
  const question = JSON.stringify(request)
  const scrolled = useScrolledPages({ page: view.page, pageSize, question, onPage: followPage })
  const { shown, error, isFetching, retry } = useReportPages({
    request,
    pages: scrolled.pages,
    pageSize,
    isEnabled: mayAsk,
  })
  const [isPrinted, print] = usePrinting()
  const openLineage = useExplain()
  const explain = (cell: CellPlace, within: Partial<ReportView> = {}): void =>
    openLineage({ ...buildRequest(report, { ...view, ...within }), cell })
  const since = useElapsedSince(isFetching && shown?.isOld !== false)
  const result = mayAsk ? (shown?.head ?? null) : null
  const isUpdated = useIsUpdated(question, (shown?.isOld ? null : shown?.head.asOf) ?? null)

  return (
    <Stack gap={12} miw={0}>
      <ReportHead {...{ view, request, result }} report={arranged} onPrint={print} />
      <ReportProblems problems={problems} />
      <ReportBar {...{ report, view, account, result }} onChange={change} />
      {mayAsk ? null : <FilterNeeded />}
      {error === null ? null : <ReportFailure error={error} onRetry={retry} />}
      {result === null || shown === null ? (
        <ReportWaiting isWaiting={mayAsk && error === null} since={since} />
      ) : (
        <div className={classes.answer} data-old={shown.isOld}>
          {since === null ? null : <ElapsedTime since={since} />}
          {ownColumns(definition).includes(RUN_OUT) && <StockSummary {...result} />}
          <ReportFacts {...{ report, view, result, table, isUpdated }} onChange={change} />
          <ShortHistoryNote result={result} />
          {isByWeekday(definition) && view.includeClubOrders && result.range !== null ? (
            <ClubRunDays {...result.range} onLeaveOut={() => change({ includeClubOrders: false })} />
          ) : null}
          {result.rowCount === 0 || isRankingOfZeros(definition, result) ? (
            <EmptyReport
              {...{ report, view }}
              onClear={() => change({ filters: [], dimensionFilters: [], range: { kind: 'own' } })}
              onShowDays={(days) => change({ range: { kind: 'days', column: null, ...days } })}
            />
          ) : (
            <>
              {definition.chart?.rates ? <TotalStrip {...result} /> : null}
              {view.layout === 'table' ? null : (
                <ReportMarks {...{ report, view, result }} onChange={change} onExplain={explain}>
                  <ReportPicture {...{ report, result }} />
                </ReportMarks>
              )}
              {view.layout === 'chart' || result.pivot === undefined ? null : (
                <PivotTable
                  title={report.title}
                  pivot={result.pivot}
                  shown={view.columns ?? ownColumns(definition)}
                  comparedWith={result.comparison ? comparisonName(result.comparison) : null}
                  onExplain={explain}
                />
              )}
              {view.layout === 'chart' || result.pivot !== undefined ? null : (
                <ReportTable
                  {...{ report, view, shown, isPrinted, table }}
                  anchor={scrolled.anchor}
                  onVisible={scrolled.onVisible}
                  onChange={change}
                  onExplain={explain}
                />
              )}
              <ReportNotes {...{ report, result }} currency={account.currency} />
            </>
          )}
        </div>
      )}
    </Stack>
  )
}

const ReportWaiting = ({ isWaiting, since }: { isWaiting: boolean; since: number | null }) =>
  isWaiting ? (
    <div className={classes.answer} aria-busy="true">
      {since === null ? null : <ElapsedTime since={since} />}
      <Skeleton height={16} width="40%" radius="sm" />
      <Skeleton height={CHART_HEIGHT} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  ) : null

interface ReportPictureProps {
  readonly report: LoadedReport
  readonly result: NonNullable<ReturnType<typeof useReportPages>['shown']>['head']
}

const ReportPicture = ({ report: { definition }, result }: ReportPictureProps) => {
  if (definition.chart === null || definition.chart.kind === 'none') return null
  return (
    <div className={classes.chart}>
      <ResultChart chart={definition.chart} result={result} height={CHART_HEIGHT} />
      <NotesLegend />
    </div>
  )
}
