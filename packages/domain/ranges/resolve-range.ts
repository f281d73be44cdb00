import type { WineryPlan } from '../winery-plan.ts'
import { addDays, type LocalDay, rangeLabel } from './local-day.ts'
import { type PeriodCalendar, periodStart, shiftPeriod } from './period.ts'
import { RANGE_RULES, type RangeChoice, type RangeRule } from './relative-range.ts'
import type { ReleasePair } from './release-pairs.ts'

/** The settings that a range is resolved with. `today` is the account's local day. */
export interface RangeCalendar extends PeriodCalendar {
  readonly today: LocalDay
  /** club releases with those of the year before, for a comparison on the same release; omitted: not known */
  readonly releases?: readonly ReleasePair[]
  /** what the account plans, for a comparison with the plan; omitted: not known */
  readonly plan?: WineryPlan
}

/** Half-open and never empty: `from` is included, `until` is excluded. */
export interface ResolvedRange {
  readonly from: LocalDay
  readonly until: LocalDay
  /** the formatted dates, the same in every culture */
  readonly label: string
  /** the range includes today or a later day, so its figures are not final */
  readonly partial: boolean
}

/** Adds the label and the partial flag to the days of a range. */
export const describeRange = (from: LocalDay, until: LocalDay, today: LocalDay): ResolvedRange => ({
  from,
  until,
  label: rangeLabel(from, until),
  partial: until > today,
})

const endsOf = (rule: RangeRule, calendar: RangeCalendar): readonly [from: LocalDay, until: LocalDay] => {
  const tomorrow = addDays(calendar.today, 1)
  if (rule.kind === 'days') return [addDays(tomorrow, -rule.count), tomorrow]
  const current = periodStart(calendar.today, rule.grain, calendar)
  if (rule.kind === 'toDate') return [current, tomorrow]
  const from = shiftPeriod(current, rule.grain, -rule.periodsBack)
  return [from, shiftPeriod(from, rule.grain, 1)]
}

/**
 * Resolves a range choice to local days: the one date rule of tiles, reports, exports and emails. Null for `None`.
 * @throws RangeError if a custom range is empty or reversed
 */
export const resolveRange = (range: RangeChoice, calendar: RangeCalendar): ResolvedRange | null => {
  if (range === 'None') return null
  if (typeof range === 'string') {
    const [from, until] = endsOf(RANGE_RULES[range], calendar)
    return describeRange(from, until, calendar.today)
  }
  if (range.from >= range.until) throw new RangeError(`Empty range: ${range.from} until ${range.until}`)
  return describeRange(range.from, range.until, calendar.today)
}
