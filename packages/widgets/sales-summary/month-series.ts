import { bucketsBetween } from '#charts/time-buckets.ts'
import type { Cell } from '#contract/reports.ts'
import { firstDimension, measureNamed, numberAt, placeOf, textAt } from '../kit/result-table.ts'
import type { WidgetResult } from '../kit/widget-view.ts'

export interface MonthSeries {
  /** `2026-03` */
  readonly months: readonly string[]
  readonly current: readonly (number | null)[]
  /** the same months of the previous year; null without a comparison */
  readonly previous: readonly (number | null)[] | null
}

const yearLater = (month: string): string => `${Number(month.slice(0, 4)) + 1}${month.slice(4)}`

/**
 * Months of the fiscal year with the same months a year earlier. In a month without rows an additive measure is 0 and a ratio is
 * null; a future month is null for both.
 */
export const monthSeries = ({ data, range }: WidgetResult, measureId: string): MonthSeries => {
  const month = placeOf(data, firstDimension(data)?.columnId ?? '')
  const measure = placeOf(data, measureId)
  const without = measureNamed(data, measureId)?.additive === true ? 0 : null
  const byMonth = (rows: readonly (readonly Cell[])[], rename: (name: string) => string) =>
    new Map(rows.map((row) => [rename(textAt(row, month) ?? ''), numberAt(row, measure)]))
  const now = byMonth(data.rows, (name) => name)
  const before = data.previousRows ? byMonth(data.previousRows, yearLater) : null

  const inRange = range === null ? [...now.keys()] : bucketsBetween(range, 'month')
  const months = [...new Set([...inRange, ...now.keys(), ...(before?.keys() ?? [])])].toSorted()
  const come = new Set([...inRange, ...now.keys()])
  return {
    months,
    current: months.map((name) => now.get(name) ?? (come.has(name) ? without : null)),
    previous: before === null ? null : months.map((name) => before.get(name) ?? without),
  }
}
