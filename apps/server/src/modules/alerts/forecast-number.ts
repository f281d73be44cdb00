import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { type AlertUnit, FORECAST_RANGES, isForecastRange } from '#domain/alerts.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { ForecastPoint } from '#insights/forecast/forecast.ts'
import { daySeries, type Series, type SeriesGrain, sumPeriods } from '#insights/series/series.ts'
import { type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { AnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'

/** History that is read, and the shortest that a forecast is made from, in periods. */
const HISTORY_YEARS = 3
const FEWEST_PERIODS: Readonly<Record<SeriesGrain, number>> = { day: 56, week: 26, month: 18 }
/** A typical amount of one record: minor units of money, else one. */
const RECORD_SIZE: Readonly<Record<AlertUnit, number>> = { money: 10_000, number: 1 }

/** What the forecast thread is started with. */
export interface ForecastTask {
  readonly series: Series
  /** ISO 3166, for its holidays; null: none */
  readonly country: string | null
  readonly unit: number
}

/** The dimension with the days of the report's range; null: it has none. */
export const dayColumnOf = (
  { reportType }: Pick<ReportDefinition, 'reportType'>,
  dateColumn: string,
  { customFields }: Pick<AnalyticsSettings, 'customFields'>,
): string | null =>
  findReportType(reportType, customFields)?.columns.find(
    (column) => column.kind === 'dimension' && column.part?.of === dateColumn && column.part.grain === 'day',
  )?.columnId ?? null

/** Forecasting takes a second, so it runs in a thread of its own. */
const forecastInWorker = async (task: ForecastTask, signal: AbortSignal): Promise<ForecastPoint | null> => {
  const worker = new Worker(new URL('./forecast-number.worker.ts', import.meta.url), { workerData: task })
  try {
    const [point = null]: (ForecastPoint | null)[] = await once(worker, 'message', { signal })
    return point
  } finally {
    await worker.terminate()
  }
}

export interface ForecastOptions {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly unit: AlertUnit
  readonly country: string | null
  readonly signal: AbortSignal
}

/** The days before the range, as the report answers them by day. */
const readHistory = async (
  request: ReportRequest,
  range: ResolvedRange,
  { session, settings, unit }: ForecastOptions,
): Promise<Series | null> => {
  const { definition } = request
  const dateColumn = resolveReport(request, settings.calendar, settings.customFields).query.range?.columnId
  const day = dateColumn === undefined ? null : dayColumnOf(definition, dateColumn, settings)
  const [watched] = definition.columns
  if (day === null || watched === undefined) return null
  const columns = [{ columnId: day, aggregation: 'None' as const, total: false, totalAggregation: 'sum' }, watched]
  const byDay = {
    ...definition,
    columns,
    groupColumns: [day],
    orderColumns: [{ columnId: day, direction: 'asc' as const }],
  }
  const from = shiftPeriod(range.from, 'year', -HISTORY_YEARS)
  const dates = { from, until: range.from, relativeDate: `${dateColumn}-None` }
  const { query } = resolveReport({ ...request, ...dates, definition: byDay }, settings.calendar, settings.customFields)
  const scale = unit === 'money' ? settings.minorUnits : 1
  const values = (await session.rows(query)).flatMap(([at, value]) =>
    typeof at === 'string' && typeof value === 'number' ? [{ day: at, value: value * scale }] : [],
  )
  const [first] = values
  return first === undefined ? null : daySeries(values, { from: first.day, until: range.from }, 'zero')
}

/** The range that contains 80 % of such periods, from the days before; null without enough history. */
export const forecastNumber = async (
  request: ReportRequest,
  { rangeName, range }: { readonly rangeName: string; readonly range: ResolvedRange | null },
  options: ForecastOptions,
): Promise<Pick<ForecastPoint, 'low' | 'high'> | null> => {
  if (range === null || !isForecastRange(rangeName)) return null
  const grain = FORECAST_RANGES[rangeName]
  const days = await readHistory(request, range, options)
  if (days === null) return null
  const series = grain === 'day' ? days : sumPeriods(days, grain, options.settings.calendar)
  if (series.values.length < FEWEST_PERIODS[grain]) return null
  return forecastInWorker({ series, country: options.country, unit: RECORD_SIZE[options.unit] }, options.signal)
}
