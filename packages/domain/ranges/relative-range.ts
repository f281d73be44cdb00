import { isLocalDay, type LocalDay } from './local-day.ts'

/** The relative ranges of reports. `This…` is the whole period, including its future days; the others end today or earlier. */
export const REPORT_RANGES = [
  'None',
  'Today',
  'Yesterday',
  'ThisWeek',
  'LastWeek',
  'ThisMonth',
  'LastMonth',
  'ThisQuarter',
  'LastQuarter',
  'ThisYear',
  'LastYear',
  'Last7Days',
  'Last30Days',
  'Last90Days',
  'Last180Days',
  'Last365Days',
] as const
export type ReportRange = (typeof REPORT_RANGES)[number]

/** The to-date ranges of widgets: they end today. */
export const PERIOD_TYPES = ['wtd', 'mtd', 'qtd', 'ytd'] as const
export type PeriodType = (typeof PERIOD_TYPES)[number]

export type RelativeRange = ReportRange | PeriodType

export const RELATIVE_RANGES: readonly RelativeRange[] = [...REPORT_RANGES, ...PERIOD_TYPES]

export const isRelativeRange = (text: string): text is RelativeRange => RELATIVE_RANGES.some((one) => one === text)

const isLimited = (range: RelativeRange): range is Exclude<RelativeRange, 'None'> => range !== 'None'

/** The relative ranges that have limits. */
export const LIMITED_RANGES = RELATIVE_RANGES.filter(isLimited)

/** A custom range. Half-open: `from` is included, `until` is excluded. */
export interface CustomRange {
  readonly from: LocalDay
  readonly until: LocalDay
}

/** The ranges that a user can choose. */
export type RangeChoice = RelativeRange | CustomRange

/** How a relative range is resolved: the current calendar period, the previous one, or a number of days. */
export type RangeRule =
  | { readonly kind: 'whole'; readonly grain: PeriodGrain; readonly periodsBack: 0 | 1 }
  | { readonly kind: 'toDate'; readonly grain: PeriodGrain }
  | { readonly kind: 'days'; readonly count: number }

/** Year and quarter are those of the fiscal year; weeks begin on the account's first day. */
export const PERIOD_GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const
export type PeriodGrain = (typeof PERIOD_GRAINS)[number]

const completePeriod = (grain: PeriodGrain, periodsBack: 0 | 1): RangeRule => ({ kind: 'whole', grain, periodsBack })
const toDate = (grain: PeriodGrain): RangeRule => ({ kind: 'toDate', grain })
const days = (count: number): RangeRule => ({ kind: 'days', count })

/** Every relative range as data; `None` has no limits. */
export const RANGE_RULES: Readonly<Record<Exclude<RelativeRange, 'None'>, RangeRule>> = {
  Today: completePeriod('day', 0),
  Yesterday: completePeriod('day', 1),
  ThisWeek: completePeriod('week', 0),
  LastWeek: completePeriod('week', 1),
  ThisMonth: completePeriod('month', 0),
  LastMonth: completePeriod('month', 1),
  ThisQuarter: completePeriod('quarter', 0),
  LastQuarter: completePeriod('quarter', 1),
  ThisYear: completePeriod('year', 0),
  LastYear: completePeriod('year', 1),
  Last7Days: days(7),
  Last30Days: days(30),
  Last90Days: days(90),
  Last180Days: days(180),
  Last365Days: days(365),
  wtd: toDate('week'),
  mtd: toDate('month'),
  qtd: toDate('quarter'),
  ytd: toDate('year'),
}

/** Half-open: `from` is in, `until` is out. */
interface FixedRange {
  readonly from: LocalDay
  readonly until: LocalDay
}

const DAYS = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/

/** Dates that a definition keeps instead of a relative range: `2026-03-01/2026-04-01` is March. Null for any other text. */
export const parseFixedRange = (text: string): FixedRange | null => {
  const [, from = '', until = ''] = DAYS.exec(text) ?? []
  return isLocalDay(from) && isLocalDay(until) && from < until ? { from, until } : null
}

/** Half-open; null: no limit on that side. */
export interface OpenRange {
  readonly from: LocalDay | null
  readonly until: LocalDay | null
}

const OPEN_DAYS = /^(\d{4}-\d\d-\d\d)?\/(\d{4}-\d\d-\d\d)?$/

/** Dates of which one may be left out: `2026-03-01/` is since March, `/2026-03-01` before. Null for any other text. */
export const parseOpenRange = (text: string): OpenRange | null => {
  const [match, from = null, until = null] = OPEN_DAYS.exec(text) ?? []
  if (match === undefined || (from === null && until === null)) return null
  if ((from !== null && !isLocalDay(from)) || (until !== null && !isLocalDay(until))) return null
  return from === null || until === null || from < until ? { from, until } : null
}

/** The text of dates in a definition. */
export const fixedRangeText = ({ from, until }: FixedRange): string => `${from}/${until}`
