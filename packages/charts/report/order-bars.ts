import { pickCategories } from './fold-rest.ts'
import { ALL_OTHERS, type ReportSeries } from './report-series.ts'

/** Names with an order of their own, such as ages and vintages. */
const isOrdinal = (names: readonly string[]): boolean =>
  names.filter((name) => /^\d/.test(name)).length * 2 > names.length

/** The length of each category's bar: its first series, which others only accompany, or the sum of its stack. */
const barLengths = ({ categories, series, split }: ReportSeries): readonly number[] => {
  const now = series.filter(({ isComparison }) => !isComparison)
  const summed = split === null ? now.slice(0, 1) : now
  return categories.map((_, at) => summed.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
}

/** Whether the categories but all others are sorted from the smallest, as those of a question for the lowest are. */
export const isLowestFirst = (data: ReportSeries): boolean => {
  const own = barLengths(data).filter((_, at) => data.categories[at] !== ALL_OTHERS)
  return own.every((length, at) => at === 0 || (own[at - 1] ?? length) <= length)
}

/** Whether a category stands for what has no value, such as lines without a varietal. */
const isBlank = (key: ReportSeries['keys'][number] | undefined): boolean =>
  key !== null && key !== undefined && Object.values(key).every((value) => value === null || value === '')

/** Places of the categories that are no single value: all others, and what has no value. */
export const findRest = ({ categories, keys }: Pick<ReportSeries, 'categories' | 'keys'>): readonly number[] =>
  categories.flatMap((name, at) => (name === ALL_OTHERS || isBlank(keys[at]) ? [at] : []))

/**
 * Bars from the largest to the smallest, then what has no value, and all others last. Time, ages and vintages keep their
 * order, and so do rows that are sorted from the smallest.
 */
export const orderBars = (data: ReportSeries): ReportSeries => {
  const { categories, xPart } = data
  if (xPart !== null) return data
  const sizes = barLengths(data)
  const isRest = (at: number): boolean => categories[at] === ALL_OTHERS
  const own = [...categories.keys()].filter((at) => !isRest(at))
  const keepsOrder = isOrdinal(categories) || isLowestFirst(data)
  const sorted = keepsOrder ? own : own.toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const blank = keepsOrder ? [] : sorted.filter((at) => isBlank(data.keys[at]))
  const named = sorted.filter((at) => !blank.includes(at))
  const order = [...named, ...blank, ...[...categories.keys()].filter(isRest)]
  return pickCategories(data, order)
}
