import { createFormats, type Reader } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import type { AlertUnit } from '#domain/alerts.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { type FoundDefinition, requestedComparison, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import {
  type AnalyticsSettings,
  type Cell,
  withConsistentVersion,
  withReleases,
} from '#server/modules/analytics/index.ts'
import { formatCell, runReport } from '#server/modules/reports/index.ts'
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

export interface ReadNumbers {
  /** the total alone, or every row, most extreme first */
  readonly numbers: readonly WatchedNumber[]
  readonly column: ResultColumn
  readonly range: ResolvedRange | null
  readonly compareRange: ResolvedRange | null
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

/**
 * The watched number, or that of every row, through the query of the report. A comparison with a range that begins before the data does
 * gives no previous value. Throws `InvalidQuery`.
 */
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
    const { columns, comparison } = answer
    const [column] = columns
    if (column === undefined) throw new RangeError('A report without columns')
    const isComparable = comparison !== undefined && comparison.dataStarts === null
    const number = (cell: Cell | undefined) => numberIn(cell, unit, settings.minorUnits)
    const before = (cell: Cell | undefined) => (isComparable ? number(cell) : null)
    const total = {
      key: '',
      label: null,
      value: number(answer.totals[0]),
      previous: before(answer.previousTotals?.[0]),
      expected,
    }
    const name = rowNames(columns, { reader }, report.query.grain === 'groups')
    const rows = answer.rows.map((row, place) => ({
      ...name(row),
      value: number(row[0]),
      previous: before(answer.previous?.[place]?.[0]),
      expected: null,
    }))
    return {
      numbers: watched.scope === 'rows' ? rows : [total],
      column,
      range: report.range,
      compareRange: answer.compareRange ?? null,
      dataVersion,
    }
  })
}
