import { fail } from '#contract/errors.ts'
import type { ReportResult, ResultColumn } from '#contract/reports.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { formatCount, upperFirst } from '#domain/text.ts'
import { alignPrevious } from '#reports/kit/align-previous.ts'
import type { ReportRequest, ResolvedReport } from '#reports/kit/resolve-report.ts'
import { findColumn, groupDimensions, keyOfName, queriedType } from '#semantic/catalog/catalog.ts'
import { findTrials } from '#semantic/catalog/formula.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { compareWith, noPlanReason } from '#semantic/plan-over.ts'
import { compareOver, paginate as pageOf, type SemanticQuery } from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  type Cell,
  presentColumns,
  type QuerySession,
  readShortHistory,
} from '#server/modules/analytics/index.ts'
import { pageByChange } from './by-change.ts'
import { runPivot } from './run-pivot.ts'

/** Maximum groups of either period in a comparison, because both sides are matched in memory. */
export const MAX_COMPARED_ROWS = 100_000

/** @throws Failure `report.too_many_rows_to_compare` */
export const assertComparable = (rows: number): void => {
  if (rows <= MAX_COMPARED_ROWS) return
  throw fail('report.too_many_rows_to_compare', { values: { limit: formatCount(MAX_COMPARED_ROWS) } })
}

/** The part of a report's response that depends on the data only, so that it can be cached. */
export type ReportAnswer = Omit<ReportResult, 'asOf' | 'etag'>

/** The noun of what a proportion counts. */
const trialsOf = (type: ReportType, columnId: string): string | null => {
  const column = findColumn(type, columnId)
  return column?.kind === 'measure' ? (findTrials(column.formula)?.noun ?? null) : null
}

const resultColumns = ({ definition }: ReportRequest, query: SemanticQuery): ResultColumn[] => {
  const type = queriedType(query)
  return presentColumns(query).map((column, index) => {
    const requested = definition.columns[index]
    const isAdded = requested === undefined
    const trials = isAdded && type ? trialsOf(type, column.columnId) : null
    const name = query.columns.find(({ columnId }) => type && keyOfName(type, columnId)?.columnId === column.columnId)
    return {
      ...column,
      ...(isAdded && name ? { keyOf: name.columnId } : {}),
      ...(trials === null ? {} : { countOf: column.columnId }),
      displayName: requested?.displayName ?? (trials === null ? column.displayName : upperFirst(trials)),
      format: requested?.format ?? column.format,
      total: column.total && (requested?.total ?? true),
    }
  })
}

/** The same query with its group columns first, so that rows of two ranges can be matched whatever columns are shown. */
const withKeys = (query: SemanticQuery): SemanticQuery => ({
  ...query,
  columns: [...query.groupBy.map((columnId) => ({ columnId, aggregation: 'None' as const })), ...query.columns],
  sort: query.sort.map((sort) => ('column' in sort ? { ...sort, column: sort.column + query.groupBy.length } : sort)),
})

/** Every group of the earlier period. Errors: `report.too_many_rows_to_compare`. */
const earlierGroups = async (session: QuerySession, earlier: SemanticQuery): Promise<Cell[][]> => {
  const rows = await session.rows(pageOf(withKeys(earlier), 1, MAX_COMPARED_ROWS + 1))
  assertComparable(rows.length)
  return rows
}

/** Whether the column at an index has a total. */
type IsTotaled = (index: number) => boolean

interface Compared {
  readonly previous: (Cell[] | null)[]
  readonly previousTotals: Cell[]
  readonly hasEveryGroup?: boolean
}

/** Whether rows are all groups of both ranges: a filter on groups or a top N leaves some out. */
const hasEveryGroup = ({ having, top, page }: SemanticQuery, rows: number): boolean =>
  having === undefined && top === null && page !== null && page.offset === 0 && rows < page.limit

/** Rows of the compared range, one for each row of the page. */
const runPrevious = async (
  session: QuerySession,
  keyedRows: Promise<readonly Cell[][]>,
  { query, range, comparison }: ResolvedReport,
  { settings, isTotaled, shown }: { settings: AnalyticsSettings; isTotaled: IsTotaled; shown: SemanticQuery },
): Promise<Compared | null> => {
  if (range === null || comparison === null) return null
  const earlier = compareWith(query, comparison)
  if (earlier === null || query.range === null) return null
  if (query.grain === 'records')
    return { previous: (await keyedRows).map(() => null), previousTotals: await session.totals(earlier, isTotaled) }
  const dimensions = groupDimensions(query)
  const [rows, earlierRows, previousTotals] = await Promise.all([
    keyedRows,
    earlierGroups(session, earlier),
    session.totals(earlier, isTotaled),
  ])
  const options = { dimensions, dateColumn: query.range.columnId, range, comparison, calendar: settings.calendar }
  const found = alignPrevious(rows, earlierRows, options)
  return {
    previous: found.map((row) => row?.slice(dimensions.length) ?? null),
    previousTotals,
    hasEveryGroup: hasEveryGroup(shown, rows.length),
  }
}

/** The comparison of an answer: its range, how it was found, and what is like for like where history is short. */
const describeComparison = async (
  session: QuerySession,
  { query, range, comparison }: ResolvedReport,
  { settings, isTotaled }: { settings: AnalyticsSettings; isTotaled: IsTotaled },
): Promise<Pick<ReportResult, 'compareRange' | 'comparison'>> => {
  if (range === null || comparison === null) return {}
  const { mode, alignedOn } = comparison
  const noPlan = noPlanReason(query, comparison)
  const history = await readShortHistory(session, settings, query, { range, comparison })
  const parts = history?.parts ?? null
  const totalsOver = async (days: ResolvedRange): Promise<Cell[]> => {
    const part = compareOver(query, days)
    return part === null ? [] : session.totals(part, isTotaled)
  }
  const likeForLike = parts && {
    ...parts,
    totals: await totalsOver(parts.range),
    previousTotals: await totalsOver(parts.compareRange),
  }
  const described = { mode, alignedOn, noPlan, dataStarts: history?.dataStarts ?? null, likeForLike }
  return { compareRange: comparison.range, comparison: described }
}

/** Top rows beyond a page cost less to read with it than to find again for the sum of the others. */
const MAX_TOP_READ = 200

/** The query of a page of a short top N of groups, over all of the top. */
const withTopRows = (shown: SemanticQuery): SemanticQuery => {
  const { grain, top } = shown
  return grain === 'groups' && top !== null && top <= MAX_TOP_READ
    ? { ...shown, page: { offset: 0, limit: top } }
    : shown
}

const rowsOfPage = (rows: Cell[][], read: SemanticQuery, { page }: SemanticQuery): Cell[][] =>
  read.page === page || page === null ? rows : rows.slice(page.offset, page.offset + page.limit)

/** Rows, totals, counts and comparison of one page. Errors: `report.too_many_rows_to_compare`, `report.pivot_too_large`. */
export const runReport = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  request: ReportRequest,
  report: ResolvedReport,
): Promise<ReportAnswer> => {
  const { query, range, comparison, changed, pivot } = report
  const columns = resultColumns(request, query)
  const isTotaled = (index: number) => columns[index]?.total === true
  const keyCount = comparison === null || query.grain === 'records' ? 0 : query.groupBy.length
  const shown = pageOf(keyCount === 0 ? query : withKeys(query), request.page, request.pageSize)
  const read =
    changed === null ? withTopRows(shown) : pageOf(withKeys({ ...query, top: null }), 1, MAX_COMPARED_ROWS + 1)
  const readRows = session.rows(read)
  const pageRows = readRows.then((rows) => {
    if (changed !== null) assertComparable(rows.length)
    return changed === null ? rowsOfPage(rows, read, shown) : rows
  })
  const [allRows, rowCount, totals, compared, compareFacts, excluded, notCounted, costCoverage] = await Promise.all([
    pageRows,
    session.rowCount(query),
    session.totals(query, isTotaled),
    runPrevious(session, pageRows, report, { settings, isTotaled, shown }),
    describeComparison(session, report, { settings, isTotaled }),
    session.excluded(query),
    session.notCounted(query),
    session.costCoverage(query),
  ])
  const page =
    changed === null || compared === null
      ? { rows: allRows, ...compared }
      : {
          ...compared,
          ...pageByChange(
            { rows: allRows, previous: compared.previous },
            { column: changed, isSum: columns[changed]?.additive === true, keyCount, query: shown },
          ),
        }
  const hasOthers = query.top !== null && rowCount > query.top && changed === null
  return {
    columns,
    ...page,
    rows: page.rows.map((row) => row.slice(keyCount)),
    totals,
    ...(hasOthers ? { others: await session.others(query, read === shown || keyCount > 0 ? [] : await readRows) } : {}),
    ...(pivot === null ? {} : { pivot: await runPivot(session, settings, { ...report, pivot }, columns) }),
    rowCount: query.top === null ? rowCount : Math.min(rowCount, query.top),
    range,
    ...compareFacts,
    excluded,
    notCounted: notCounted.map((part) => ({
      ...part,
      cells: part.cells.map((cell, index) => (isTotaled(index) ? cell : null)),
    })),
    costCoverage,
    timeZone: settings.timeZone,
    definitionVersion: settings.definitionsVersion,
  }
}
