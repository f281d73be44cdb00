import { addDays } from '#domain/ranges/local-day.ts'
import { bucketsIn, periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { isOfLastYear, type RangeSlot, type Slots } from '../slots/slots.ts'
import { lastDays, namedDays } from '../tag/days/periods.ts'
import type { Answerable, AskedForecast } from './answerable.ts'
import { SNAPSHOT_MEASURES } from './build-definition.ts'

/** Days of a forecast by day: further ahead one day says little. */
const MOST_DAYS = 31
const MOST_PERIODS = 24

/** The longest periods that the days consist of; days where no more of them are left. */
const forecastGrain = ({ from, until }: CustomRange, calendar: RangeCalendar): AskedForecast['grain'] | null => {
  const isFew = addDays(from > calendar.today ? from : calendar.today, MOST_DAYS) >= until
  if (isFew && from <= calendar.today) return 'day'
  const isWhole = (grain: 'month' | 'week'): boolean =>
    [from, until].every((day) => periodStart(day, grain, calendar) === day) &&
    bucketsIn({ from, until }, grain, calendar).length <= MOST_PERIODS
  if (isWhole('month')) return 'month'
  if (isWhole('week')) return 'week'
  return isFew ? 'day' : null
}

/** The days that are asked for, of which some are ahead; without dates the next month. */
const daysAhead = ({ range, intent, compare }: Slots, calendar: RangeCalendar): CustomRange | null => {
  const next = shiftPeriod(periodStart(calendar.today, 'month', calendar), 'month', 1)
  const isOfYear = range === null || (range.words === compare?.words && range.days.until <= addDays(calendar.today, 1))
  if (compare !== null && isOfYear) return namedDays('ThisYear', calendar)
  if (range === null) return intent === 'forecast' ? { from: next, until: shiftPeriod(next, 'month', 1) } : null
  if (range.part === 'before') return null
  const { days } = range
  if (days.from > calendar.today) return days
  if (intent !== 'forecast') return null
  if (range.coming !== undefined && days.until <= addDays(calendar.today, 1)) return range.coming
  return days.until > calendar.today ? days : null
}

const HISTORY = {
  month: (calendar: RangeCalendar) => namedDays('Last365Days', calendar),
  week: (calendar: RangeCalendar) => namedDays('Last90Days', calendar),
  day: (calendar: RangeCalendar) => lastDays(30, calendar),
} as const

const GRAINS = { month: 'Month', week: 'Week', day: 'Day' } as const

export interface Foreseen {
  readonly forecast: AskedForecast
  /** the history that the forecast continues, by its periods */
  readonly slots: Slots
}

/** "What will web sales be in April": what is forecast, and its history; null where the question asks for something else. */
export const foresee = (slots: Slots, calendar: RangeCalendar): Foreseen | null => {
  const { groups, list, rank, limits, compare, share, step, unmatched } = slots
  // the answer says what the days a year before came to
  const isCompared = compare !== null && (slots.intent !== 'forecast' || !isOfLastYear(compare))
  const isPlain = list === null && rank === null && limits.length === 0 && !isCompared && share === null
  if (!isPlain || step !== null || unmatched.length > 0 || groups.some(({ kind }) => kind !== 'grain')) return null
  const days = daysAhead(slots, calendar)
  const grain = days === null ? null : forecastGrain(days, calendar)
  if (days === null || grain === null) return null
  const words = slots.range?.words ?? ''
  const range: RangeSlot = { days: HISTORY[grain](calendar), part: 'in', words }
  return {
    forecast: { grain, from: days.from, until: days.until },
    // what is forecast adds up: bottles, and no twelfths of them
    slots: {
      ...slots,
      measures: slots.measures.map(({ per: _, ...one }) => one),
      intent: 'value',
      compare: null,
      range,
      groups: [{ kind: 'grain', grain: GRAINS[grain], words }],
    },
  }
}

/** One amount or count that adds up, which is what a forecast can be made of. */
export const canBeForeseen = (type: ReportType, { definition }: Answerable): boolean => {
  const [measure, ...more] = definition.columns.filter(({ columnId }) => !definition.groupColumns.includes(columnId))
  const column = measure === undefined ? null : findColumn(type, measure.columnId)
  return (
    more.length === 0 &&
    definition.calculations.length === 0 &&
    column?.kind === 'measure' &&
    column.additive &&
    !SNAPSHOT_MEASURES.includes(column.columnId)
  )
}
