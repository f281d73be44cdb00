import type { Formats } from '#charts/value-format.ts'
import type { WidgetRange } from './widget-view.ts'

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

/** The label of the comparison period; null without a comparison. */
export const comparedWith = (compareRange: WidgetRange | null, formats: Formats): string | null =>
  compareRange === null ? null : formats.range(compareRange.from, compareRange.until)
