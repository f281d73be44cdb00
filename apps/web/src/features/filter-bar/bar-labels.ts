import type { Formats } from '#charts/value-format.ts'
import { COMPARE_TITLES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { PeriodType } from '#domain/ranges/relative-range.ts'
import { isReportRange, rangeName } from '../reports/range/range-labels.ts'
import type { BarRange, BarView, LimitedRange } from './bar-view.ts'

const TO_DATE: Readonly<Record<PeriodType, string>> = {
  wtd: 'Week to date',
  mtd: 'Month to date',
  qtd: 'Quarter to date',
  ytd: 'Year to date',
}

const OWN_DATES = 'Dates: varies by tile'

export const barRangeName = (range: LimitedRange): string => (isReportRange(range) ? rangeName(range) : TO_DATE[range])

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
