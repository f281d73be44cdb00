import { createFormats, type Reader } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import type { AlertUnit } from '#domain/alerts.ts'
import type { LikeForLike } from '#domain/ranges/like-for-like.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { type FoundDefinition, requestedComparison, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import {
  type AnalyticsSettings,
  type Cell,
  withConsistentVersion,
  withReleases,
} from '#server/modules/analytics/index.ts'
import { formatCell, type ReportAnswer, runReport } from '#server/modules/reports/index.ts'
import type { WatchedNumber } from './alert-condition.ts'
import { forecastNumber } from './forecast-number.ts'
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
  const places = columns.flatMap(({ kind }, place) => (kind === 'dimension' ? [place] : []))
  return (row: readonly Cell[]) => {
    const names = places.slice(0, NAMING_COLUMNS).flatMap((place) => {
      const column = columns[place]
      return column === undefined ? [] : [formatCell(column, row[place] ?? null, formats, isGrouped)]
    })
    return { key: JSON.stringify(places.map((place) => row[place] ?? null)), label: names.join(' · ') }
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

interface Comparison {
  readonly total: Change
  /** of a row */
  readonly row: (now: Cell | undefined, before: Cell | undefined) => Change
  readonly likeForLike: LikeForLikeDays | null
}

/** What a change is measured by, as reports do: like for like where the history is short, which has no rows. */
const comparisonOf = (
  { totals, previousTotals, comparison }: ReportAnswer,
  number: (cell: Cell | undefined) => number | null,
): Comparison => {
  const change = (now: Cell | undefined, before: Cell | undefined) => changeOf(number(now), number(before))
  const nothing = { total: null, row: () => null, likeForLike: null }
  if (comparison === undefined) return nothing
  const { dataStarts, likeForLike: parts } = comparison
  if (dataStarts === null) return { total: change(totals[0], previousTotals?.[0]), row: change, likeForLike: null }
  if (parts === null) return nothing
  const { range, compareRange } = parts
  const total = change(parts.totals[0], parts.previousTotals[0])
  return { ...nothing, total, likeForLike: { range, compareRange, dataStarts } }
}

/** The watched number, or that of every row, through the query of the report. Throws `InvalidQuery`. */
export const readNumbers = async (
  deps: Pick<Deps, 'warehouse'>,
  { definition, watched, unit, settings: loaded, reader, country, signal }: ReadRequest,
): Promise<ReadNumbers> => {
  const request = watchedRequest(definition, watched)
  const settings = await withReleases(deps, loaded, requestedComparison(request))
  const report = resolveReport(request, settings.calendar, settings.customFields)
  const rangeName = definition.relativeDateFilter?.relativeRange ?? 'None'
  return withConsistentVersion(deps, settings, async ({ openSession, dataVersion }) => {
    const session = openSession(signal)
    const answer = await runReport(session, settings, request, report)
    const isForecast = watched.condition.kind === 'forecast'
    const dates = { rangeName, range: report.range }
    const expected = isForecast
      ? await forecastNumber(request, dates, { session, settings, unit, country, signal })
      : null
    const { columns } = answer
    const [column] = columns
    if (column === undefined) throw new RangeError('A report without columns')
    const number = (cell: Cell | undefined) => numberIn(cell, unit, settings.minorUnits)
    const compared = comparisonOf(answer, number)
    const total = { key: '', label: null, value: number(answer.totals[0]), change: compared.total, expected }
    const name = rowNames(columns, { reader }, report.query.grain === 'groups')
    const rows = answer.rows.map((row, place) => ({
      ...name(row),
      value: number(row[0]),
      change: compared.row(row[0], answer.previous?.[place]?.[0]),
      expected: null,
    }))
    return {
      numbers: watched.scope === 'rows' ? rows : [total],
      column,
      range: report.range,
      compareRange: answer.compareRange ?? null,
      likeForLike: watched.scope === 'rows' ? null : compared.likeForLike,
      dataVersion,
    }
  })
}
