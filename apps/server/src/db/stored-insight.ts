import type { DetectedInsight } from '#insights/find-insights.ts'
import type { Figure } from '#insights/insight/figure.ts'

/** The stored data of an insight, from which its text, charts and provenance are rendered. */
export interface InsightFacts extends DetectedInsight {
  /** additional figures for the text */
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
