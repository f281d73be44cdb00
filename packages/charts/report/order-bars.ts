import { ALL_OTHERS, type ReportSeries } from './report-series.ts'

/** Names with an order of their own, such as ages and vintages. */
const isOrdinal = (names: readonly string[]): boolean =>
  names.filter((name) => /^\d/.test(name)).length * 2 > names.length

const isSorted = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || (values[at - 1] ?? value) <= value)

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
  const { categories, series, xPart } = data
  if (xPart !== null) return data
  const now = series.filter(({ isComparison }) => !isComparison)
  // lines of one total, or the sum of a stack
  const summed = data.split === null ? now.slice(0, 1) : now
  const sizes = categories.map((_, at) => summed.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const isRest = (at: number): boolean => categories[at] === ALL_OTHERS
  const own = [...categories.keys()].filter((at) => !isRest(at))
  const keepsOrder = isOrdinal(categories) || isSorted(own.map((at) => sizes[at] ?? 0))
  const sorted = keepsOrder ? own : own.toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const blank = keepsOrder ? [] : sorted.filter((at) => isBlank(data.keys[at]))
  const named = sorted.filter((at) => !blank.includes(at))
  const order = [...named, ...blank, ...[...categories.keys()].filter(isRest)]
  const pick = <T>(all: readonly T[]): T[] => order.flatMap((at) => all.slice(at, at + 1))
  return {
    ...data,
    keys: pick(data.keys),
    categories: pick(categories),
    titles: pick(data.titles),
    series: series.map((one) => ({ ...one, values: pick(one.values) })),
  }
}
