import type { Series, Value } from '../chart.ts'
import { REST_COLOR } from '../palette.ts'
import { ALL_OTHERS, type ReportSeries } from './report-series.ts'
import { distinctColors, fixedColor } from './series-colors.ts'

const size = (values: readonly Value[]): number => values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)

const sum = (values: readonly Value[]): Value =>
  values.every((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** Indexes of the `limit` largest values, in the original order. */
const largest = (sizes: readonly number[], limit: number): readonly number[] =>
  sizes
    .map((amount, index) => ({ amount, index }))
    .toSorted((a, b) => b.amount - a.amount || a.index - b.index)
    .slice(0, limit)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b)

const restNote = (stored: number, all: number, isSummed: boolean): string =>
  isSummed
    ? `Showing the ${stored} largest of ${all}; the rest are combined as ${ALL_OTHERS}.`
    : `Showing the ${stored} largest of ${all}; the table shows all.`

/** These categories of all, in this order. */
export const pickCategories = (data: ReportSeries, indexes: readonly number[]): ReportSeries => {
  const pick = <T>(all: readonly T[]): T[] => indexes.flatMap((index) => all.slice(index, index + 1))
  return {
    ...data,
    keys: pick(data.keys),
    categories: pick(data.categories),
    titles: pick(data.titles),
    series: data.series.map((one) => ({ ...one, values: pick(one.values) })),
  }
}

/** Keeps the first categories, which are sorted from the smallest, and leaves the others to the table. */
export const firstCategories = (data: ReportSeries, limit: number): ReportSeries => {
  const note = `Showing the ${limit} lowest of ${data.categories.length}; the table shows all.`
  return { ...pickCategories(data, [...data.categories.keys()].slice(0, limit)), notes: [...data.notes, note] }
}

/** Keeps the largest categories; others are combined if additive, or left to the table: a second rest next to that of a top N would be taken for it. */
export const foldCategories = (data: ReportSeries, limit: number): ReportSeries => {
  const total = data.categories.length
  if (total <= limit) return data
  const now = data.series.filter(({ isComparison }) => !isComparison)
  const stored = largest(
    data.categories.map((name, index) =>
      name === ALL_OTHERS ? 0 : size(now.map(({ values }) => values[index] ?? null)),
    ),
    limit,
  )
  const isSummed = data.measure.additive && !data.isTop
  const picked = pickCategories(data, stored)
  const notes = [...data.notes, restNote(stored.length, total, isSummed)]
  if (!isSummed) return { ...picked, notes }
  const restOf = (values: readonly Value[]): Value => sum(values.filter((_, index) => !stored.includes(index)))
  return {
    ...picked,
    keys: [...picked.keys, null],
    categories: [...picked.categories, ALL_OTHERS],
    titles: [...picked.titles, `${ALL_OTHERS} (${total - stored.length})`],
    series: picked.series.map((one, at) => ({
      ...one,
      values: [...one.values, restOf(data.series[at]?.values ?? [])],
    })),
    notes,
  }
}

/** The sum of several series. */
const combined = (data: ReportSeries, series: readonly Series[]): readonly Value[] =>
  data.categories.map((_, at) => sum(series.map(({ values }) => values[at] ?? null)))

/** Keeps the largest series, each with its comparison; others are combined if additive. */
export const foldSeries = (data: ReportSeries, limit: number): ReportSeries => {
  const now = data.series.filter(({ isComparison }) => !isComparison)
  const total = now.length
  if (data.split === null || total <= limit) return data
  const isSummed = data.measure.additive
  const stored = largest(
    now.map(({ name, values }) => (name === ALL_OTHERS ? 0 : size(values))),
    isSummed ? limit - 1 : limit,
  )
  const comparisonOf = (series: Series): readonly Series[] =>
    data.series.filter((one) => one.comparisonOf === series.name)
  const largestNow = now.filter((_, index) => stored.includes(index))
  const splitId = data.split.columnId
  const colors = distinctColors(largestNow.map(({ key }) => fixedColor(splitId, key?.[splitId] ?? null)))
  const own = largestNow.flatMap((series, index) =>
    [...comparisonOf(series), series].map((one) => ({ ...one, color: colors[index] ?? REST_COLOR })),
  )
  const rest = now.filter((_, index) => !stored.includes(index))
  const before = rest.flatMap(comparisonOf)
  const folded = { name: ALL_OTHERS, values: combined(data, rest), color: REST_COLOR }
  const [first] = before
  const foldedBefore: Series[] =
    first === undefined
      ? []
      : [
          {
            ...folded,
            name: first.name.replace(first.comparisonOf ?? '', ALL_OTHERS),
            values: combined(data, before),
            isComparison: true,
            comparisonOf: ALL_OTHERS,
          },
        ]
  return {
    ...data,
    series: isSummed ? [...own, ...foldedBefore, folded] : own,
    notes: [...data.notes, restNote(stored.length, total, isSummed)],
  }
}
