import type { ReportDefinition } from '#contract/report-definition.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'

/** The initial range of a built-in report that is not a relative range. */
export interface OwnRange {
  /** its label in a range picker */
  readonly name: string
  resolve(calendar: RangeCalendar): CustomRange
}

/** Fiscal years including the current one, with its future days. */
const thisYearAndBefore = (name: string, before: number): OwnRange => ({
  name,
  resolve: (calendar) => {
    const thisYear = periodStart(calendar.today, 'year', calendar)
    return { from: shiftPeriod(thisYear, 'year', -before), until: shiftPeriod(thisYear, 'year', 1) }
  },
})

export const THIS_YEAR_AND_TWO_BEFORE = thisYearAndBefore('This year and the previous two', 2)
export const THIS_YEAR_AND_THREE_BEFORE = thisYearAndBefore('This year and the previous three', 3)

/** Null: no range has the name. */
export const ownRangeNamed = (name: string): OwnRange | null =>
  [THIS_YEAR_AND_TWO_BEFORE, THIS_YEAR_AND_THREE_BEFORE].find((one) => one.name === name) ?? null

const OWN_RANGE: unique symbol = Symbol('own range')

type MayHaveRange = ReportDefinition & { readonly [OWN_RANGE]?: OwnRange }

/** Adds an initial range to the definition. It survives copies in code, but not serialization. */
export const withOwnRange = (definition: ReportDefinition, range: OwnRange): ReportDefinition => {
  const ranged: MayHaveRange = { ...definition, [OWN_RANGE]: range }
  return ranged
}

/** The initial range of a built-in report; null: the one in its `relativeDateFilter`. */
export const findOwnRange = (definition: MayHaveRange): OwnRange | null => definition[OWN_RANGE] ?? null
