import type { MetricId } from '../account/metric.ts'
import type { Subject } from '../account/subject.ts'
import type { DayRange, SeriesGrain } from '../series/series.ts'
import type { Figure } from './figure.ts'

/** What a sentence on how unusual something is can be made of. */
export interface Unusual {
  /** deviations of a normal distribution, signed */
  readonly score: number
  /** to be this far off by chance, both ways */
  readonly probability: number
  readonly against: 'forecast' | 'weeksBefore' | 'periodBefore' | 'ownRhythm'
}

interface Common {
  /** the same for the same thing told again on another day */
  readonly key: string
  readonly subject: Subject
  readonly period: DayRange
  readonly figures: readonly Figure[]
  /** money at stake, minor units */
  readonly stake: number
  /** 0 to 1: how sure it is that this is no chance */
  readonly confidence: number
  readonly unusual: Unusual | null
}

export interface AnomalyInsight extends Common {
  readonly kind: 'anomaly'
  readonly metric: MetricId
  readonly grain: SeriesGrain
  readonly direction: 'up' | 'down'
  /** other metrics and subjects that the same cause moved */
  readonly also: readonly { readonly metric: MetricId; readonly subject: Subject }[]
}

export interface PriceChangeInsight extends Common {
  readonly kind: 'priceChange'
  readonly direction: 'up' | 'down'
}

export interface StoppedSellingInsight extends Common {
  readonly kind: 'stoppedSelling'
  /** nothing is left to sell; null where the services tell no stock */
  readonly isSoldOut: boolean | null
}

export interface DataProblemInsight extends Common {
  readonly kind: 'dataProblem'
  /** no orders at all, none of one source, the same orders twice */
  readonly problem: 'daysMissing' | 'sourceQuiet' | 'duplicates'
}

/** What happened in complete days: found by `findEvents`. */
export type EventInsight = AnomalyInsight | PriceChangeInsight | StoppedSellingInsight | DataProblemInsight

/** Why money changed from one period to the next: made by `explainChange`. */
export interface DriverInsight extends Common {
  readonly kind: 'driver'
  readonly comparedWith: DayRange
  readonly dimension: 'channel' | 'product' | 'club' | 'teamMember'
  /** groups that moved most in the direction of the change, largest first; their figures are `group1…`, `group2…` */
  readonly leading: readonly string[]
  /** most of the movement lies in one of several groups */
  readonly isClear: boolean
}
