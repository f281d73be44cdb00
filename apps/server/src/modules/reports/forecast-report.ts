import type { ReportDefinition } from '#contract/report-definition.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { ForecastPoint } from '#insights/forecast/forecast.ts'
import { daySeries, type Series, type SeriesGrain, sumPeriods } from '#insights/series/series.ts'
import { type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { AnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'
import { askWorker } from '#server/platform/ask-worker.ts'

/** History that is read, and the shortest that a forecast is made from, in periods. */
const HISTORY_YEARS = 3
const FEWEST_PERIODS: Readonly<Record<SeriesGrain, number>> = { day: 56, week: 26, month: 18 }
/** A typical amount of one record: minor units of money, else one. */
const MONEY_SIZE = 10_000

/** What the forecast thread is started with. */
export interface ForecastTask {
  readonly series: Series
  /** ISO 3166, for its holidays; null: none */
  readonly country: string | null
  readonly unit: number
  readonly horizon: number
}

/** The dimension with the days of the report's range; null: it has none. */
export const findDayColumn = (
  { reportType }: Pick<ReportDefinition, 'reportType'>,
  dateColumn: string,
  { customFields }: Pick<AnalyticsSettings, 'customFields'>,
): string | null =>
  findReportType(reportType, customFields)?.columns.find(
    (column) => column.kind === 'dimension' && column.part?.of === dateColumn && column.part.grain === 'day',
  )?.columnId ?? null

/** Forecasting takes a second, so it runs in a thread of its own. */
const forecastInWorker = async (task: ForecastTask, signal: AbortSignal): Promise<readonly ForecastPoint[]> =>
  (await askWorker<ForecastPoint[]>(new URL('./forecast-report.worker.ts', import.meta.url), task, signal)) ?? []

export interface ForecastOptions {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly isMoney: boolean
  readonly country: string | null
  readonly signal: AbortSignal
}

/** The days before one, as the report answers them by day. */
const readHistory = async (
  request: ReportRequest,
  until: LocalDay,
  { session, settings, isMoney }: ForecastOptions,
): Promise<Series | null> => {
  const { definition } = request
  const dateColumn = resolveReport(request, settings.calendar, settings.customFields).query.range?.columnId
  const day = dateColumn === undefined ? null : findDayColumn(definition, dateColumn, settings)
  const measure = definition.columns.find(({ columnId }) => !definition.groupColumns.includes(columnId ?? ''))
  if (day === null || measure === undefined) return null
  const columns = [{ columnId: day, aggregation: 'None' as const, total: false, totalAggregation: 'sum' }, measure]
  const byDay = {
    ...definition,
    columns,
    groupColumns: [day],
    columnOrder: [],
    orderColumns: [{ columnId: day, direction: 'asc' as const }],
    chart: null,
  }
  const from = shiftPeriod(until, 'year', -HISTORY_YEARS)
  const dates = { from, until, relativeDate: `${dateColumn}-None` }
  const { query } = resolveReport({ ...request, ...dates, definition: byDay }, settings.calendar, settings.customFields)
  const scale = isMoney ? settings.minorUnits : 1
  const values = (await session.rows(query)).flatMap(([at, value]) =>
    typeof at === 'string' && typeof value === 'number' ? [{ day: at, value: value * scale }] : [],
  )
  const [first] = values
  return first === undefined ? null : daySeries(values, { from: first.day, until }, 'zero')
}

interface Ahead {
  readonly grain: SeriesGrain
  /** first day of the first period; the history ends before it */
  readonly from: LocalDay
  /** number of periods */
  readonly horizon: number
}

interface Outlook {
  /** the history, by day; null: there is none */
  readonly days: Series | null
  readonly points: readonly ForecastPoint[]
}

/** What the first measure of a report was and is expected to be, in minor units of money; no points without enough history. */
export const forecastReport = async (
  request: ReportRequest,
  { grain, from, horizon }: Ahead,
  options: ForecastOptions,
): Promise<Outlook> => {
  const days = await readHistory(request, from, options)
  if (days === null) return { days, points: [] }
  const series = grain === 'day' ? days : sumPeriods(days, grain, options.settings.calendar)
  if (series.values.length < FEWEST_PERIODS[grain]) return { days, points: [] }
  const unit = options.isMoney ? MONEY_SIZE : 1
  return { days, points: await forecastInWorker({ series, country: options.country, unit, horizon }, options.signal) }
}
