import type { Formats } from '#charts/value-format.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import type { KpiValue } from '#ui/kpi-fit.ts'
import type { WidgetResult } from './widget-view.ts'

interface Summarised {
  /** such as `Net sales by month` */
  readonly subject: string
  readonly names: readonly string[]
  readonly values: readonly (number | null)[]
  readonly format: string
}

/** One sentence that describes a chart: number of points, highest and latest value. */
export const chartSummary = ({ subject, names, values, format }: Summarised, formats: Formats): string => {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, name: names[index] ?? '' }]))
  const [first] = points
  if (first === undefined) return `${subject}: no data`
  const largest = points.reduce((best, point) => (point.value > best.value ? point : best), first)
  const count = `${points.length} ${points.length === 1 ? 'value' : 'values'}`
  return `${subject}: ${count}, highest ${largest.name} with ${formats.figure(largest.value, format)}`
}

type Compared = Pick<WidgetResult, 'compareRange' | 'comparison'>

/** The name and days of the comparison period; null without a comparison. */
export const comparedWith = ({ compareRange, comparison }: Compared, formats: Formats): string | null => {
  if (compareRange === null || comparison === null) return null
  const days = formats.range(compareRange.from, compareRange.until)
  if (comparison.noPlan) return comparison.noPlan
  const name = comparison.mode === 'previousPeriod' ? null : comparisonName(comparison)
  const text = name === null ? days : `${name}, ${days}`
  const starts = comparison.dataStarts
  return starts === null ? text : `${text}. Data starts ${formats.day(starts, 'full')}`
}

/** The same for the foot of a tile. */
export const comparedFoot = ({ compareRange, comparison }: Compared, formats: Formats): string | null => {
  if (compareRange === null) return null
  if (comparison?.noPlan) return comparison.noPlan
  return comparison?.mode === 'plan' ? 'vs plan' : `vs ${formats.range(compareRange.from, compareRange.until)}`
}

/** KPIs with their like-for-like values where the comparison period begins before the data. */
export const comparedKpis = ({ data, comparison }: Pick<WidgetResult, 'data' | 'comparison'>): readonly KpiValue[] => {
  if (!comparison?.dataStarts) return data.kpis
  const parts = comparison.likeForLike?.kpis ?? []
  return data.kpis.map((kpi) => ({
    ...kpi,
    likeForLike: parts.find(({ metric }) => metric === kpi.metric) ?? { value: null, previous: null },
  }))
}
