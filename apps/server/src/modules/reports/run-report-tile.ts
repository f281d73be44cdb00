import { NUMBER_FORMATS } from '#charts/value-format.ts'
import type { Kpi, WidgetData } from '#contract/dashboards.ts'
import { isShownColumn, type ReportResult, type ResultColumn } from '#contract/reports.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { ReportShow } from '#domain/report-terms.ts'
import { getKeyColumns } from '#domain/subject-pages.ts'
import { type ReportRequest, type ResolvedReport, withAddedColumns } from '#reports/kit/resolve-report.ts'
import type { AnalyticsSettings, Cell, QuerySession } from '#server/modules/analytics/index.ts'
import { type ReportAnswer, runReport } from './run-report.ts'
import type { TileRequest } from './tile-request.ts'

/** The part of a report tile's line that depends on the data only, so that it can be cached. */
export interface ReportTileAnswer {
  readonly data: WidgetData
  readonly range: ResolvedRange | null
  readonly compareRange?: ResolvedRange
  readonly comparison?: unknown
}

/** A chart shows all groups that a report page would load, a table the first rows. */
const MAX_ROWS: Readonly<Record<ReportShow, number>> = { number: 1, chart: 500, table: 100, pivot: 1 }
const MAX_KPIS = 4

/** What a report can be drawn as: else a table. */
const drawable = (wanted: ReportShow, { definition }: ReportRequest, { pivot, query }: ResolvedReport): ReportShow => {
  if (wanted === 'pivot') return pivot === null ? 'table' : 'pivot'
  if (wanted === 'chart') return (definition.chart?.kind ?? 'none') === 'none' ? 'table' : 'chart'
  return wanted === 'number' && query.columns.length === 0 ? 'table' : wanted
}

/** A number needs the totals of all columns, whatever the table of the report shows. */
const totaled = (request: ReportRequest): ReportRequest => ({
  ...request,
  definition: {
    ...request.definition,
    columns: request.definition.columns.map((column) => ({ ...column, total: true })),
  },
})

const toNumber = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/** Numbers by which a tile is named: one column of each measure, so that a columnId names one number. */
const numberColumns = (columns: readonly ResultColumn[], measure: string | null) => {
  const measures = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => column.kind === 'measure' && NUMBER_FORMATS.has(column.format))
    .filter(({ column }, at, all) => all.findIndex((other) => other.column.columnId === column.columnId) === at)
  const chosen = measures.filter(({ column }) => column.columnId.toLowerCase() === measure?.toLowerCase())
  return chosen.length > 0 ? chosen : measures.slice(0, MAX_KPIS)
}

const kpisOf = ({ columns, totals, previousTotals = [] }: ReportAnswer, measure: string | null): Kpi[] =>
  numberColumns(columns, measure).map(({ column, index }) => ({
    metric: column.columnId,
    label: column.displayName,
    value: toNumber(totals[index]),
    previous: toNumber(previousTotals[index]),
    format: column.format,
    goodDirection: column.goodDirection,
  }))

/** With short history, the numbers over the days that both ranges have. */
const likeForLikeOf = (
  { columns }: ReportAnswer,
  likeForLike: NonNullable<ReportResult['comparison']>['likeForLike'],
  measure: string | null,
) => {
  if (likeForLike === null) return null
  const { totals, previousTotals, ...ranges } = likeForLike
  const kpis = numberColumns(columns, measure).map(({ column, index }) => ({
    metric: column.columnId,
    value: toNumber(totals[index]),
    previous: toNumber(previousTotals[index]),
  }))
  return { ...ranges, kpis }
}

/** Places of the columns that the report shows, in its order. */
const shownIndexes = (columns: readonly ResultColumn[], { definition: { columnOrder } }: ReportRequest): number[] => {
  const all = columns.flatMap((column, index) => (isShownColumn(column) ? [index] : []))
  if (columnOrder.length === 0) return all
  const named = columnOrder.flatMap((name) =>
    all.filter((index) => columns[index]?.columnId.toLowerCase() === name.toLowerCase()),
  )
  return [...new Set(named)]
}

interface Table {
  readonly columns: ResultColumn[]
  readonly rows: Cell[][]
  readonly previous?: (Cell[] | null)[]
  readonly hasEveryGroup?: boolean
}

/** Columns that a table does not show, but that identify its names: their pages, and the groups of their numbers. */
const keyIndexes = (columns: readonly ResultColumn[], shown: readonly number[]): number[] =>
  columns.flatMap((column, index) => {
    const isNamed = shown.some((other) => getKeyColumns(columns[other]?.columnId ?? '').includes(column.columnId))
    return !shown.includes(index) && column.kind === 'dimension' && (column.keyOf !== undefined || isNamed)
      ? [index]
      : []
  })

/** A table has the columns that its report shows, then their keys; a chart may draw others. */
const tableOf = (answer: ReportAnswer, request: ReportRequest, show: ReportShow): Table => {
  const { columns, rows, previous, hasEveryGroup } = answer
  if (show === 'number' || show === 'pivot') return { columns: [], rows: [] }
  if (show === 'chart')
    return { columns, rows, ...(previous ? { previous } : {}), ...(hasEveryGroup ? { hasEveryGroup } : {}) }
  const own = shownIndexes(columns, request)
  const keys = keyIndexes(columns, own)
  const columnIndexes = [...own, ...keys]
  const cellsOf = (row: readonly Cell[]): Cell[] => columnIndexes.map((index) => row[index] ?? null)
  return {
    columns: [
      ...own.flatMap((index) => columns[index] ?? []),
      ...keys.flatMap((index) => columns[index] ?? []).map((column) => ({ keyOf: column.columnId, ...column })),
    ],
    rows: rows.map(cellsOf),
    ...(previous ? { previous: previous.map((row) => row && cellsOf(row)) } : {}),
  }
}

/** The numbers, rows or cells that a report tile shows. Errors: as `runReport`. */
export const runReportTile = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  { tile, request, options, dateColumn }: TileRequest,
  report: ResolvedReport,
): Promise<ReportTileAnswer> => {
  const show = drawable(tile.show, request, report)
  const asked = show === 'number' ? totaled(request) : request
  const shown = show === 'pivot' ? report : withAddedColumns({ ...report, pivot: null })
  const answer = await runReport(session, settings, { ...asked, page: 1, pageSize: MAX_ROWS[show] }, shown)
  const { previous, hasEveryGroup, ...table } = tableOf(answer, request, show)
  const { definition } = request
  const kpis = show === 'number' ? kpisOf(answer, tile.measure) : []
  const { comparison } = answer
  return {
    data: {
      kpis,
      ...table,
      report: {
        show,
        name: definition.name,
        reportType: report.query.reportType,
        dateColumn,
        groupColumns: [...report.query.groupBy],
        chart: definition.chart,
        ...(previous ? { previous } : {}),
        ...(hasEveryGroup ? { hasEveryGroup } : {}),
        ...(answer.pivot ? { pivot: answer.pivot } : {}),
        rowCount: answer.rowCount,
        timeZone: settings.timeZone,
        request: { filters: [], ...options },
      },
    },
    range: answer.range,
    ...(answer.compareRange ? { compareRange: answer.compareRange } : {}),
    ...(comparison
      ? { comparison: { ...comparison, likeForLike: likeForLikeOf(answer, comparison.likeForLike, tile.measure) } }
      : {}),
  }
}
