import type { ReportDefinition } from '#contract/reports.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'

/** A range that a built-in report opens with and that no relative range names. */
export interface OwnRange {
  /** in words, for a range picker */
  readonly name: string
  resolve(calendar: RangeCalendar): CustomRange
}

/** Three fiscal years, the last of them whole: its days to come are part of it. */
export const THIS_YEAR_AND_TWO_BEFORE: OwnRange = {
  name: 'This year and the two before',
  resolve: (calendar) => {
    const thisYear = periodStart(calendar.today, 'year', calendar)
    return { from: shiftPeriod(thisYear, 'year', -2), until: shiftPeriod(thisYear, 'year', 1) }
  },
}

const ranges = new WeakMap<ReportDefinition, OwnRange>()

/** Gives the definition of a built-in report a range of its own. A copy of the definition has none. */
export const setOwnRange = (definition: ReportDefinition, range: OwnRange): void => {
  ranges.set(definition, range)
}

/** The range that the very definition of a built-in report opens with; null: the one that its `relativeDateFilter` names. */
export const ownRangeOf = (definition: ReportDefinition): OwnRange | null => ranges.get(definition) ?? null
