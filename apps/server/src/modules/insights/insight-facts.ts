import type { MetricId } from '#insights/account/metric.ts'
import type { Subject } from '#insights/account/subject.ts'
import type { Figure } from '#insights/insight/figure.ts'
import type { Insight } from '#insights/insight/insight.ts'
import type { DayRange, SeriesGrain } from '#insights/series/series.ts'

/** A period of a chart; amounts in minor units, what is not known is null. */
export interface ChartPoint extends DayRange {
  readonly value: number | null
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface InsightChart {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: SeriesGrain
  readonly points: readonly ChartPoint[]
}

/** What was found, before anybody is told. */
export interface Finding {
  readonly insight: Insight
  readonly charts: readonly InsightChart[]
}

/** All that is kept of an insight: what sentences, charts and receipts are made of. */
export interface InsightFacts extends Finding {
  /** figures that sentences tell beside the insight's own */
  readonly extra: readonly Figure[]
  /** what subjects and people are called, by `subjectKey` or `person …` */
  readonly names: Readonly<Record<string, string>>
  /** ISO 4217 */
  readonly currency: string
}

/** Sentences that a model put in other words, as templates: figures keep their places. */
export interface RephrasedTemplates {
  readonly sentences: readonly string[]
}
