import { createFormats, type Reader } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { type AlertUnit, FORECAST_RANGES, isForecastRange } from '#domain/alerts.ts'
import type { LikeForLike } from '#domain/ranges/like-for-like.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { withEarlierGroups } from '#reports/kit/earlier-groups.ts'
import {
  type FoundDefinition,
  type ResolvedReport,
  requestedComparison,
  resolveReport,
} from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import {
  type AnalyticsSettings,
  type Cell,
  withCompared,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { forecastReport, formatCell, type ReportAnswer, runReport } from '#server/modules/reports/index.ts'
import type { WatchedNumber } from './alert-condition.ts'
import { type Watched, watchedRequest } from './watched-report.ts'

export interface ReadRequest {
  readonly definition: FoundDefinition
  readonly watched: Watched
  readonly unit: AlertUnit
  readonly settings: AnalyticsSettings
  /** for the names of rows */
  readonly reader: Reader
  /** ISO 3166, for the holidays of a forecast */
  readonly country: string | null
  readonly signal: AbortSignal
}

interface LikeForLikeDays extends LikeForLike {
  readonly dataStarts: LocalDay
}

export interface ReadNumbers {
  /** the total alone, or every row, most extreme first */
  readonly numbers: readonly WatchedNumber[]
  readonly column: ResultColumn
  readonly range: ResolvedRange | null
  readonly compareRange: ResolvedRange | null
  /** the days that were compared, where the compared range begins before the data does */
  readonly likeForLike: LikeForLikeDays | null
  readonly dataVersion: number
}

/** Dimensions that name a row. */
const NAMING_COLUMNS = 3

const rowNames = (columns: readonly ResultColumn[], { reader }: Pick<ReadRequest, 'reader'>, isGrouped: boolean) => {
  const formats = createFormats(reader)
  const indexes = columns.flatMap(({ kind }, index) => (kind === 'dimension' ? [index] : []))
  return (row: readonly Cell[]) => {
    const names = indexes.slice(0, NAMING_COLUMNS).flatMap((index) => {
      const column = columns[index]
      return column === undefined ? [] : [formatCell(column, row[index] ?? null, formats, isGrouped)]
    })
    return { key: JSON.stringify(indexes.map((index) => row[index] ?? null)), label: names.join(' · ') }
  }
}

/** Money in minor units; null for cells without a number. */
const numberIn = (cell: Cell | undefined, unit: AlertUnit, minorUnits: number): number | null => {
  if (typeof cell !== 'number') return null
  return unit === 'money' ? Math.round(cell * minorUnits) : cell
}

type Change = WatchedNumber['change']

const changeOf = (value: number | null, previous: number | null): Change =>
  value === null || previous === null ? null : { value, previous }

type RowNames = ReturnType<typeof rowNames>

/** Changes of rows by their keys. */
const rowChanges = (
  { rows, previous = [] }: ReportAnswer,
  number: (cell: Cell | undefined) => number | null,
  name: RowNames,
): ReadonlyMap<string, Change> => {
  const both = rows.map((row, at) => ({ row, change: changeOf(number(row[0]), number(previous[at]?.[0])) }))
  return new Map(both.map(({ row, change }) => [name(row).key, change]))
}

interface Asked {
  readonly report: ResolvedReport
  readonly calendar: PeriodCalendar
  readonly number: (cell: Cell | undefined) => number | null
  readonly name: RowNames
  /** the answer over other days of the report */
  readonly run: (report: ResolvedReport) => Promise<ReportAnswer>
  readonly hasRows: boolean
}

/** What changes are measured by, as in reports: the days that both periods have where the history is short. */
const comparedIn = async (answer: ReportAnswer, { report, calendar, number, name, run, hasRows }: Asked) => {
  const { totals, previousTotals, comparison } = answer
  const none = { total: null, rows: new Map<string, Change>(), likeForLike: null }
  if (comparison === undefined || report.comparison === null || report.query.range === null) return none
  const { dataStarts, likeForLike: parts } = comparison
  const total = changeOf(number(totals[0]), number(previousTotals?.[0]))
  if (dataStarts === null) return { total, rows: rowChanges(answer, number, name), likeForLike: null }
  if (parts === null) return none
  const { range, compareRange } = parts
  const query = { ...report.query, range: { ...report.query.range, from: range.from, until: range.until } }
  const parted = { query, range, comparison: { ...report.comparison, range: compareRange } }
  const ofParts: ResolvedReport = { ...report, ...parted, query: withEarlierGroups(parted, calendar) }
  return {
    total: changeOf(number(parts.totals[0]), number(parts.previousTotals[0])),
    rows: hasRows ? rowChanges(await run(ofParts), number, name) : none.rows,
    likeForLike: { range, compareRange, dataStarts },
  }
}

/** The watched number, or that of every row, through the query of the report. Throws `InvalidQuery`. */
export const readNumbers = async (
  deps: Deps,
  { definition, watched, unit, settings: loaded, reader, country, signal }: ReadRequest,
): Promise<ReadNumbers> => {
  const request = watchedRequest(definition, watched)
  const settings = await withCompared(deps, loaded, requestedComparison(request))
  const report = resolveReport(request, settings.calendar, settings.customFields)
  const rangeName = definition.relativeDateFilter?.relativeRange ?? 'None'
  return withConsistentVersion(deps, settings, async ({ openSession, dataVersion }) => {
    const session = openSession(signal)
    const run = (asked: ResolvedReport) => runReport(session, settings, request, asked)
    const answer = await run(report)
    const isForecast = watched.condition.kind === 'forecast' && isForecastRange(rangeName)
    const ahead =
      isForecast && report.range !== null
        ? { grain: FORECAST_RANGES[rangeName], from: report.range.from, horizon: 1 }
        : null
    const isMoney = unit === 'money'
    const [expected = null] =
      ahead === null
        ? []
        : (await forecastReport(request, ahead, { session, settings, isMoney, country, signal })).points
    const { columns } = answer
    const [column] = columns
    if (column === undefined) throw new RangeError('A report without columns')
    const number = (cell: Cell | undefined) => numberIn(cell, unit, settings.minorUnits)
    const name = rowNames(columns, { reader }, report.query.grain === 'groups')
    const hasRows = watched.scope === 'rows'
    const compared = await comparedIn(answer, { report, calendar: settings.calendar, number, name, run, hasRows })
    const total = { key: '', label: null, value: number(answer.totals[0]), change: compared.total, expected }
    const rows = answer.rows.map((row): WatchedNumber => {
      const named = name(row)
      return { ...named, value: number(row[0]), change: compared.rows.get(named.key) ?? null, expected: null }
    })
    return {
      numbers: hasRows ? rows : [total],
      column,
      range: report.range,
      compareRange: answer.compareRange ?? null,
      likeForLike: compared.likeForLike,
      dataVersion,
    }
  })
}
