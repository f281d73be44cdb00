import { bucketsBetween } from '#charts/time-buckets.ts'
import type { Cell } from '#contract/reports.ts'
import { addMonths } from '#domain/ranges/local-day.ts'
import { type PeriodSeries, periodSeries } from '../kit/period-series.ts'
import { columnIndex, numberAt, textAt, valueWithoutRows } from '../kit/result-table.ts'
import type { WidgetResult } from '../kit/widget-view.ts'

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Months from those of the comparison to the current ones; a year is not shifted to the neighboring month by 364 days. */
const monthsBetween = ({ range, compareRange, comparison }: Omit<WidgetResult, 'data'>): number => {
  if (comparison?.mode === 'plan') return 0
  const isOfPeriod = range !== null && compareRange !== null && comparison?.mode === 'previousPeriod'
  return isOfPeriod ? monthNumber(range.from) - monthNumber(compareRange.from) : 12
}

/**
 * Months of the range with those that they are compared with, or the days or weeks of a short one. In a month without rows an
 * additive measure is 0 and a ratio is null; a future month is null for both.
 */
export const monthSeries = (result: WidgetResult, measureId: string): PeriodSeries => {
  const { data, range } = result
  const period = periodSeries(result, measureId)
  if (period.grain !== 'month') return period
  const months = monthsBetween(result)
  const later = (name: string): string => addMonths(`${name}-01`, months).slice(0, 7)
  const month = columnIndex(data, period.bucketId)
  const measure = columnIndex(data, measureId)
  const without = valueWithoutRows(data, measureId)
  const byMonth = (rows: readonly (readonly Cell[])[], rename: (name: string) => string) =>
    new Map(rows.map((row) => [rename(textAt(row, month) ?? ''), numberAt(row, measure)]))
  const now = byMonth(data.rows, (name) => name)
  const before = data.previousRows ? byMonth(data.previousRows, later) : null

  const inRange = range === null ? [...now.keys()] : bucketsBetween(range, 'month')
  const shown = [...new Set([...inRange, ...now.keys(), ...(before?.keys() ?? [])])].toSorted()
  const come = new Set([...inRange, ...now.keys()])
  return {
    ...period,
    buckets: shown,
    total: shown.map((name) => now.get(name) ?? (come.has(name) ? without : null)),
    previous: before === null ? null : shown.map((name) => before.get(name) ?? without),
  }
}
