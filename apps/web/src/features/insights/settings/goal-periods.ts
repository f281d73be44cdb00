import type { Formats } from '#charts/value-format.ts'
import type { Goal } from '#contract/insights.ts'
import { type PeriodCalendar, periodStart, shiftPeriod } from '#domain/ranges/period.ts'

type Period = Goal['period']

/** First and last period offered, relative to the current one. */
const OFFERED = { month: [-1, 11], quarter: [-1, 5], year: [0, 2] } as const satisfies Record<
  Period,
  readonly [number, number]
>

/** The name of a month; the days of other periods. */
export const periodName = (from: string, period: Period, formats: Formats): string =>
  period === 'month' ? formats.month(from, 'full') : formats.range(from, shiftPeriod(from, period, 1))

/** First days offered for a goal: the periods around today, and its own. */
export const offeredStarts = (
  { period, from }: Pick<Goal, 'period' | 'from'>,
  today: string,
  calendar: PeriodCalendar,
): readonly string[] => {
  const present = periodStart(today, period, calendar)
  const [first, last] = OFFERED[period]
  const starts = Array.from({ length: last - first + 1 }, (_, at) => shiftPeriod(present, period, first + at))
  return [...new Set([...starts, periodStart(from, period, calendar)])].toSorted()
}

/** The first month, from the current one, without a goal for net sales: the default of a new goal. */
export const firstFreeMonth = (
  goals: readonly Pick<Goal, 'metric' | 'period' | 'from'>[],
  today: string,
  calendar: PeriodCalendar,
): string => {
  const taken = new Set(
    goals.filter(({ metric, period }) => metric === 'netSales' && period === 'month').map(({ from }) => from),
  )
  let from = periodStart(today, 'month', calendar)
  while (taken.has(from)) from = shiftPeriod(from, 'month', 1)
  return from
}
