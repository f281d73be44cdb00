/** What an alert watches: the total of a measure, or its value in each row. */
export const ALERT_SCOPES = ['total', 'rows'] as const
export type AlertScope = (typeof ALERT_SCOPES)[number]

/** How an alert's numbers are stored: money in minor units. */
export type AlertUnit = 'money' | 'number'

/** Which way a number has to move. */
export const ALERT_DIRECTIONS = ['down', 'up', 'either'] as const
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number]

/**
 * `ok` and `firing`: the number was checked. `waiting`: the data does not reach the end of the period yet. `unknown`: there is no number
 * or nothing to compare it with. `failed`: the report can no longer be run.
 */
export const ALERT_STATUSES = ['unchecked', 'ok', 'firing', 'waiting', 'unknown', 'failed'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** Ranges of one whole day, week or month that has ended: those that a forecast can be made for. */
export const FORECAST_RANGES = { Yesterday: 'day', LastWeek: 'week', LastMonth: 'month' } as const

export const isForecastRange = (range: string): range is keyof typeof FORECAST_RANGES =>
  Object.hasOwn(FORECAST_RANGES, range)

/** Ranges that start near zero and grow, in which an amount below a limit means nothing. */
const GROWING_RANGES: readonly string[] = [
  'Today',
  'ThisWeek',
  'ThisMonth',
  'ThisQuarter',
  'ThisYear',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
]

export const isGrowingRange = (range: string): boolean => GROWING_RANGES.includes(range)
