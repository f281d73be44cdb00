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
  name: 'This year and the previous two',
  resolve: (calendar) => {
    const thisYear = periodStart(calendar.today, 'year', calendar)
    return { from: shiftPeriod(thisYear, 'year', -2), until: shiftPeriod(thisYear, 'year', 1) }
  },
}

const OWN_RANGE: unique symbol = Symbol('own range')

type MayHaveRange = ReportDefinition & { readonly [OWN_RANGE]?: OwnRange }

/** The definition with a range of its own. It stays with copies made in code, and is lost when the definition is written down. */
export const withOwnRange = (definition: ReportDefinition, range: OwnRange): ReportDefinition => {
  const ranged: MayHaveRange = { ...definition, [OWN_RANGE]: range }
  return ranged
}

/** The range that a built-in report opens with; null: the one that its `relativeDateFilter` names. */
export const ownRangeOf = (definition: MayHaveRange): OwnRange | null => definition[OWN_RANGE] ?? null
