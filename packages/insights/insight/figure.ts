import type { MeasureRef } from '#semantic/query.ts'
import { METRICS, type MetricId, type Subject } from '../account/metric.ts'
import type { DayRange } from '../series/series.ts'

/** How a figure is obtained, so that it can be reproduced. */
export type Recipe =
  /** the catalog measure of the metric for the subject in the range */
  | ({ readonly kind: 'measured' } & MetricInRange)
  /** any other reported value: a measure over filtered records, grouped by a column */
  | ({ readonly kind: 'reported' } & Reported)
  /** counted or looked up in the records of a source, with a description of them */
  | { readonly kind: 'counted'; readonly what: string; readonly subject: Subject; readonly range: DayRange | null }
  /** computed from other figures of the same insight, by ID, in order */
  | { readonly kind: 'computed'; readonly rule: ComputedRule; readonly of: readonly string[] }
  /** the model's forecast from the days before the range */
  | ({ readonly kind: 'forecast'; readonly part: ForecastPart } & MetricInRange)
  /** a statistic of the named detector; its inputs are the other figures or records */
  | { readonly kind: 'estimated'; readonly method: string }

export type ForecastPart = 'expected' | 'low' | 'high'

export interface MetricInRange {
  readonly metric: MetricId
  readonly subject: Subject
  readonly range: DayRange
}

export interface Reported {
  readonly measure: MeasureRef
  readonly groupBy: string
  readonly filters: readonly ReportedFilter[]
  /** limits the records to the range; null if they have no date */
  readonly dateColumn: string | null
  readonly range: DayRange | null
}

export interface ReportedFilter {
  readonly columnId: string
  readonly comparison: 'Equal' | 'NotEqual'
  readonly value: string
}

/** difference: a − b. change: (a − b) ÷ b. ratio: a ÷ b. sum: a + b + …. product: a × b. */
type ComputedRule = 'difference' | 'change' | 'ratio' | 'sum' | 'product'

/** money: minor units, integers. count: items. share and change: 1 is 100 %. days, weeks: durations. price: fractional minor units. */
export type FigureUnit = 'money' | 'price' | 'count' | 'share' | 'change' | 'days' | 'weeks'

/** A number that an insight may mention. */
export interface Figure {
  /** unique within the insight */
  readonly id: string
  readonly value: number
  readonly unit: FigureUnit
  readonly recipe: Recipe
}

/** The catalog measure of a metric. */
export const measuredFigure = (id: string, value: number, of: MetricInRange): Figure => ({
  id,
  value,
  unit: METRICS[of.metric].unit,
  recipe: { kind: 'measured', ...of },
})

/** The model's forecast of a metric. */
export const forecastFigure = (id: string, value: number, part: ForecastPart, of: MetricInRange): Figure => ({
  id,
  value,
  unit: METRICS[of.metric].unit,
  recipe: { kind: 'forecast', part, ...of },
})

interface Counted {
  /** the counted items */
  readonly what: string
  readonly subject: Subject
  readonly range: DayRange | null
}

export const countedFigure = (id: string, value: number, of: Counted, unit: FigureUnit = 'count'): Figure => ({
  id,
  value,
  unit,
  recipe: { kind: 'counted', ...of },
})

const apply = (rule: ComputedRule, values: readonly number[]): number => {
  const [a = Number.NaN, b = Number.NaN] = values
  if (rule === 'difference') return a - b
  if (rule === 'change') return (a - b) / b
  if (rule === 'ratio') return a / b
  if (rule === 'sum') return values.reduce((sum, value) => sum + value, 0)
  return values.reduce((product, value) => product * value, 1)
}

/** Recomputes a computed figure from its inputs; null for figures from other sources. */
export const recompute = (figure: Figure, figures: readonly Figure[]): number | null => {
  if (figure.recipe.kind !== 'computed') return null
  const values = figure.recipe.of.map((id) => figures.find((other) => other.id === id)?.value ?? Number.NaN)
  return apply(figure.recipe.rule, values)
}

interface Computed {
  readonly id: string
  readonly unit: FigureUnit
  readonly rule: ComputedRule
  readonly of: readonly Figure[]
}

export const computed = ({ id, unit, rule, of }: Computed): Figure => ({
  id,
  unit,
  value: apply(
    rule,
    of.map(({ value }) => value),
  ),
  recipe: { kind: 'computed', rule, of: of.map((figure) => figure.id) },
})
