import type { Formats } from '#charts/value-format.ts'
import { COMPARE_TITLES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import type { BarRange, BarView, LimitedRange } from './bar-view.ts'

const OWN_DATES = 'Dates: varies by tile'

export const barRangeName = (range: LimitedRange): string => RANGE_TITLES[range]

/** The dates of a bar in a few words. */
export const datesLabel = (range: BarRange, formats: Formats): string => {
  if (range.kind === 'own') return OWN_DATES
  return range.kind === 'relative' ? barRangeName(range.range) : formats.range(range.from, range.until)
}

export const compareName = (compare: CompareMode | 'none'): string =>
  compare === 'none' ? 'No comparison' : COMPARE_TITLES[compare]

/** The comparison of a bar in a few words. */
export const compareLabel = (compare: BarView['compare']): string => {
  if (compare === null) return 'Compare'
  return compare === 'none' ? 'No comparison' : `vs ${compareName(compare).toLowerCase()}`
}
