import type { z } from 'zod'
import { Forecast, type ForecastInput } from '#contract/ask.ts'
import { failFields } from '#contract/errors.ts'
import { ReportQuery, type ResultColumn } from '#contract/reports.ts'
import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { bucketsIn, periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { roundAnswer } from '#domain/round-answer.ts'
import type { ForecastPoint } from '#insights/forecast/forecast.ts'
import { type Series, sumOfDays } from '#insights/series/series.ts'
import { type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readHolidayCountry } from '#server/modules/accounts/index.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  loadAnalyticsSettings,
  presentColumns,
} from '#server/modules/analytics/index.ts'
import {
  type ForecastOptions,
  findDefinition,
  forecastReport,
  rejectInvalidQueries,
} from '#server/modules/reports/index.ts'
import { assertAnswerable } from '#server/modules/saved-reports/index.ts'

type Input = z.output<typeof ForecastInput>

const invalid = (field: string, message: string) => failFields('report.invalid', [{ field, message }])

/** The periods from the current one, which is not complete, until the last one asked for. Errors: `report.invalid`. */
const periodsUntil = ({ grain, from, until }: Input, calendar: RangeCalendar): readonly string[] => {
  const current = periodStart(calendar.today, grain, calendar)
  const isStart = (day: string): boolean => periodStart(day, grain, calendar) === day
  if (!isStart(from) || shiftPeriod(from, 'year', 1) < current)
    throw invalid('from', `This must be the first day of a ${grain} of the last 12 months or ahead`)
  if (until <= from || until <= current || !isStart(until))
    throw invalid('until', `This must be the first day of a ${grain} ahead`)
  const periods = bucketsIn({ from: current, until }, grain, calendar)
  if (periods.length > MOST_PERIODS) throw invalid('until', `Forecasts go ${MOST_PERIODS} periods ahead`)
  return periods
}

const MOST_PERIODS = 62

/** Of a history that may begin later. */
const sumBetween = (days: Series | null, from: LocalDay, until: LocalDay): number => {
  if (days === null || days.from >= until) return 0
  return sumOfDays(days, { from: from > days.from ? from : days.from, until })
}

/** The period that has begun comes to what its days before today have come to, and what those from today on will. */
const withDaysSoFar = async (
  points: readonly ForecastPoint[],
  request: ReportRequest,
  options: ForecastOptions,
): Promise<readonly ForecastPoint[]> => {
  const { today } = options.settings.calendar
  const [first, ...later] = points
  if (first === undefined || first.from >= today) return points
  const horizon = diffDays(today, first.until)
  const { days, points: ahead } = await forecastReport(request, { grain: 'day', from: today, horizon }, options)
  const past = sumBetween(days, first.from, today)
  const expected = past + ahead.reduce((sum, day) => sum + day.expected, 0)
  // independent days: their deviation grows with the root of their number
  const left = Math.sqrt(horizon / diffDays(first.from, first.until))
  const low = Math.max(0, expected + (first.low - first.expected) * left)
  return [{ ...first, expected, low, high: expected + (first.high - first.expected) * left }, ...later]
}

/** The measure that is forecast. Errors: `report.invalid`. */
const measureOf = (request: ReportRequest, settings: AnalyticsSettings): ResultColumn => {
  const { query } = resolveReport(request, settings.calendar, settings.customFields)
  const measure = presentColumns(query).find(({ kind }) => kind === 'measure')
  const isOfAllRecords = query.having === undefined && query.top === null && query.groupLimits === undefined
  if (query.range === null || !isOfAllRecords) throw invalid('definition', 'There’s no forecast for this report')
  if (measure?.additive !== true) throw invalid('definition.columns', 'Forecasts are made for amounts and counts')
  return measure
}

/** What the first measure of a report is expected to be. Errors: `report.invalid`, and those of any report. */
export const forecastQuestion = async (
  deps: Deps,
  caller: Caller,
  input: Input,
  signal: AbortSignal,
): Promise<Forecast> => {
  assertAnswerable(deps, caller, input.definition)
  const settings = await loadAnalyticsSettings(deps, caller)
  const starts = periodsUntil(input, settings.calendar)
  const definition = { ...(await findDefinition(deps, caller, input.definition)), top: null, compare: null }
  const request: ReportRequest = { ...ReportQuery.parse({ definition }), definition }
  const { displayName, format } = await rejectInvalidQueries(async () => measureOf(request, settings))
  const isMoney = format === 'currency'
  const country = await readHolidayCountry(deps.db, caller.accountId)
  const ahead = { grain: input.grain, from: starts[0] ?? input.from, horizon: starts.length }
  const key = ['forecast', definition, ahead, input.from, country]
  const cached = await rejectInvalidQueries(() =>
    getCachedResult(deps, { settings, query: key, signal }, async (session) => {
      const options = { session, settings, isMoney, country, signal }
      const { days, points: whole } = await forecastReport(request, ahead, options)
      const points = await withDaysSoFar(whole, request, options)
      const shown = (value: number): number =>
        roundAnswer(format === 'integer' ? Math.round(value) : value, {
          format,
          isMoney,
          minorUnits: settings.minorUnits,
        })
      const periods = points
        .filter(({ from }) => from >= input.from)
        .map(({ from, until, expected, low, high }) => {
          return { from, until, expected: shown(expected), low: shown(low), high: shown(high) }
        })
      const soFar =
        input.from < ahead.from ? { until: ahead.from, value: shown(sumBetween(days, input.from, ahead.from)) } : null
      const [from, until] = [shiftPeriod(input.from, 'year', -1), shiftPeriod(input.until, 'year', -1)]
      const isKnown = days !== null && days.from <= from && until <= ahead.from
      return { displayName, format, soFar, lastYear: isKnown ? shown(sumBetween(days, from, until)) : null, periods }
    }),
  )
  if (cached === null) throw new RangeError('A result without a known version is computed')
  return Forecast.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
}
