import { lastYearMode, resolveComparison } from '#domain/ranges/comparison-range.ts'
import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { RangeSlot } from '../slots/slots.ts'

/** The range of the former answer moved to the period before or to the year before. */
export const movedRange = (
  { days }: RangeSlot,
  mode: 'lastYear' | 'previousPeriod',
  words: string,
  calendar: RangeCalendar,
): RangeSlot => {
  const choice = days.named ?? days
  const resolved = describeRange(days.from, days.until, calendar.today)
  // a running period moves as a whole: the month before this one has all its days
  const moving = days.named?.endsWith('td') ? resolved : { ...resolved, partial: false }
  const inForce = mode === 'lastYear' ? lastYearMode(choice, calendar.today) : mode
  const { from, until } = resolveComparison(choice, moving, calendar, inForce).range
  return { days: { from, until, named: null }, part: 'in', words }
}
