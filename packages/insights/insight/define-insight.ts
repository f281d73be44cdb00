import type { Sensitivity } from '#domain/insight-settings.ts'
import type { AccountHistory } from '../account/history.ts'
import type { MetricId, Subject } from '../account/metric.ts'
import type { ClubRisk } from '../club-risk/rank-club.ts'
import type { InsightText } from '../language/insight-text.ts'
import type { PeriodScore } from '../scoring/score-series.ts'
import type { ScoredSubject } from '../scoring/scored-account.ts'
import type { DayRange, SeriesGrain } from '../series/series.ts'
import type { InsightAction, OutcomeMeasure } from './actions.ts'
import type { Figure } from './figure.ts'
import type { AnalysisInput, InputName } from './inputs.ts'

/** The significance of a deviation. */
interface Unusual {
  /** standard score, signed */
  readonly score: number
  /** two-sided p-value */
  readonly probability: number
  readonly against: 'forecast' | 'weeksBefore' | 'periodBefore' | 'ownRhythm'
}

/** Fields that all kinds of insight share. Stored as JSON: fields keep their names and meanings. */
export interface InsightBase {
  readonly kind: string
  /** identical for the same insight on another day */
  readonly key: string
  readonly subject: Subject
  readonly period: DayRange
  readonly figures: readonly Figure[]
  /** money at stake, minor units */
  readonly stake: number
  /** 0 to 1 */
  readonly confidence: number
  readonly unusual: Unusual | null
}

/** The smallest change worth reporting. */
export interface Thresholds {
  /** expected false discovery rate among all findings accepted in one run */
  readonly falseDiscoveryRate: number
  /** change ÷ expected */
  readonly leastChange: number
  /** money at stake ÷ the account's net sales of four weeks */
  readonly leastStakeShare: number
  /** money at stake, minor units */
  readonly leastStake: number
  /** actual or expected count of the period */
  readonly fewestCounts: number
}

export const THRESHOLDS: Readonly<Record<Sensitivity, Thresholds>> = {
  quiet: { falseDiscoveryRate: 0.01, leastChange: 0.35, leastStakeShare: 0.02, leastStake: 50_000, fewestCounts: 12 },
  balanced: { falseDiscoveryRate: 0.03, leastChange: 0.2, leastStakeShare: 0.01, leastStake: 25_000, fewestCounts: 8 },
  eager: { falseDiscoveryRate: 0.1, leastChange: 0.15, leastStakeShare: 0.005, leastStake: 10_000, fewestCounts: 6 },
}

/** A metric of a subject that deviated from its forecast. */
export interface UnusualPeriod extends PeriodScore {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: SeriesGrain
  readonly direction: 'up' | 'down'
  /** money at stake, minor units */
  readonly stake: number
}

/** Results that one run computes once for all kinds. */
export interface DetectionContext {
  readonly history: AccountHistory
  /** each series with the scores of its periods; no score depends on later days */
  readonly scored: readonly ScoredSubject[]
  readonly clubRisk: ClubRisk
  /** periods that end in these days are tested */
  readonly testRange: DayRange
  readonly thresholds: Thresholds
  /** amount of one random event: about two average orders */
  readonly moneyUnit: number
  /** true if an insight of another kind explains the deviation */
  isExplained(period: UnusualPeriod): boolean
}

/** The series shown with an insight, up to the end of its period. */
export interface ChartRequest {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: 'day' | 'week'
  /** up to the end of the history instead, for an insight about future days */
  readonly isAhead?: boolean
}

/** A subject other than the insight's own, and the slot that names it in the text. */
interface RelatedSubject {
  readonly slot: string
  readonly subject: Subject
  /** the slot names this metric of the subject */
  readonly metric?: MetricId
}

/** A member or customer named by the insight; figures about the n-th start with `person<n>.`. */
interface NamedPerson {
  /** ID of the membership or customer */
  readonly id: string
  readonly detail: string | null
  readonly reasons: readonly string[]
}

/** A change broken down by group: figures `before`, `after`, `change`, and `group<n>.…` of each group. */
interface ChangeBreakdown {
  readonly comparedWith: DayRange
  readonly dimension: string
  readonly groups: readonly Subject[]
}

/**
 * The complete definition of a kind of insight: how it is detected, described, drawn and explained. Pure: no clock, no storage.
 * `kind`, the insight's fields and the IDs of figures are stored and sent; they keep their names.
 */
export interface InsightDefinition<Facts extends InsightBase = InsightBase, Name extends InputName = InputName> {
  readonly kind: Facts['kind']
  readonly title: string
  /** one sentence, for settings */
  readonly description: string
  /** a component of `@tabler/icons-react` */
  readonly icon: `Icon${string}`
  readonly inputs: readonly Name[]
  detect(input: Pick<AnalysisInput, Name>, context: DetectionContext): readonly Facts[]
  /** set for events: one of the same subject and direction within this many days continues the first */
  readonly continuesForDays?: number
  /** deviations that this kind explains, so that they are not reported as anomalies too */
  explains?(context: DetectionContext): (period: UnusualPeriod) => boolean
  /** true if the data no longer supports it, such as a stop after which orders returned: it is withdrawn */
  isOver?(insight: Facts, input: Pick<AnalysisInput, 'series'>): boolean
  /** templates; `{slots}` name figures, `{subject}`, `{period}` and the slots declared below */
  describe(insight: Facts): InsightText
  /** what to do about it, best first */
  actions(insight: Facts): readonly InsightAction[]
  /** what is measured after somebody acted; absent: nothing */
  outcome?(insight: Facts): OutcomeMeasure
  /** figures that the text uses in addition to the insight's own */
  extraFigures?(insight: Facts): Figure[]
  chart?(insight: Facts): ChartRequest | null
  /** keyed by slot */
  dates?(insight: Facts): Readonly<Record<string, DayRange>>
  relatedSubjects?(insight: Facts): readonly RelatedSubject[]
  people?(insight: Facts): readonly NamedPerson[]
  /** title of the list of people */
  readonly peopleTitle?: string
  breakdown?(insight: Facts): ChangeBreakdown
  /** keyed by figure ID, or by the part after its dot */
  readonly figureLabels?: Readonly<Record<string, string>>
  /** explanations of the methods of its estimated figures */
  readonly methods?: Readonly<Record<string, string>>
}

export const defineInsight = <Facts extends InsightBase, const Name extends InputName>(
  kind: Facts['kind'],
  title: string,
  definition: Omit<InsightDefinition<Facts, Name>, 'kind' | 'title'>,
): InsightDefinition<Facts, Name> => ({ kind, title, ...definition })

/** A figure estimated by a named method. */
export const estimated = (id: string, value: number, unit: Figure['unit'], method: string): Figure => ({
  id,
  value,
  unit,
  recipe: { kind: 'estimated', method },
})

export const twoDigits = (value: number): number => Number(value.toPrecision(2))
