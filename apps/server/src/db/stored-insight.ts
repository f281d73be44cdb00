import type { DetectedInsight } from '#insights/find-insights.ts'
import type { Figure } from '#insights/insight/figure.ts'

/** Everything stored of an insight: what its text, charts and provenance are made of. */
export interface InsightFacts extends DetectedInsight {
  /** figures that the text needs in addition to the insight's own */
  readonly extra: readonly Figure[]
  /** names of subjects and people, by `subjectKey` or `person …` */
  readonly names: Readonly<Record<string, string>>
  /** ISO 4217 */
  readonly currency: string
}

/** Sentences that a language model rephrased, as templates: figures keep their slots. */
export interface RephrasedTemplates {
  readonly sentences: readonly string[]
}
