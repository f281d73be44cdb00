import { lowerFirst } from '../text.ts'
/**
 * What a range is compared with. `previousYear` has the same dates, `sameWeekdays` begins 364 days earlier; `sameHoliday` and
 * `sameRelease` are aligned on the holiday or club release in the range. `plan` is what the account plans for the same dates.
 */
export const COMPARE_MODES = [
  'previousPeriod',
  'sameWeekdays',
  'previousYear',
  'sameHoliday',
  'sameRelease',
  'plan',
] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

/** The names that requests and addresses may use: `sameDates` is another name of `previousYear`. */
export const COMPARE_NAMES = [...COMPARE_MODES, 'sameDates'] as const
type CompareName = (typeof COMPARE_NAMES)[number]

export const toCompareMode = (name: CompareName): CompareMode => (name === 'sameDates' ? 'previousYear' : name)

/** In a request or an address: without the comparison that the report is saved with. */
export const NO_COMPARISON = 'none'

/** Title of each mode where one is chosen. */
export const COMPARE_TITLES: Readonly<Record<CompareMode, string>> = {
  previousPeriod: 'Previous period',
  sameWeekdays: 'Same weekdays last year',
  previousYear: 'Same dates last year',
  sameHoliday: 'Same holiday last year',
  sameRelease: 'Same club release last year',
  plan: 'Plan',
}

interface NamedComparison {
  readonly mode: CompareMode
  readonly alignedOn: { readonly previous: string } | null
}

/** A comparison within a sentence: `the same weekdays last year`, `Easter weekend 2025`. */
export const comparisonName = ({ mode, alignedOn }: NamedComparison): string => {
  const title = COMPARE_TITLES[mode]
  return alignedOn?.previous ?? `the ${lowerFirst(title)}`
}

/** What the comparison period is called after a column's title. */
export const COMPARED_WITH: Readonly<Record<CompareMode, string>> = {
  previousPeriod: 'previous period',
  previousYear: 'last year',
  sameWeekdays: 'last year',
  sameHoliday: 'last year',
  sameRelease: 'last year',
  plan: 'plan',
}
