import type { MetricId } from '../account/metric.ts'
import type { Subject } from '../account/subject.ts'
import type { MemberRisk } from '../club/member-risk.ts'
import type { Conversion } from '../conversion/conversion-shift.ts'
import type { LapsingCustomer } from '../customers/lapsing.ts'
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

/** Members who are likely to cancel, with reasons: made by `membersAtRisk`. */
export interface MembersAtRiskInsight extends Common {
  readonly kind: 'membersAtRisk'
  /** likeliest first */
  readonly members: readonly MemberRisk[]
}

/** Top customers who stayed away longer than their own rhythm: made by `lapsingInsight`. */
export interface LapsingCustomersInsight extends Common {
  readonly kind: 'lapsingCustomers'
  /** greatest spending first */
  readonly customers: readonly LapsingCustomer[]
}

/** What the next release of a club will bring: made by `releaseOutlook`. */
export interface ReleaseOutlookInsight extends Common {
  readonly kind: 'releaseOutlook'
}

/** A product that will not last: made by `stockRunway`. */
export interface StockRunwayInsight extends Common {
  readonly kind: 'stockRunway'
  /** more is promised to releases than there is */
  readonly isOverPromised: boolean
}

/** More or fewer guests who bought or joined: made by `conversionShifts`. */
export interface ConversionShiftInsight extends Common {
  readonly kind: 'conversionShift'
  readonly conversion: Conversion
  readonly direction: 'up' | 'down'
  readonly comparedWith: DayRange
}

/** Where a goal will come out: made by `goalPace`. */
export interface GoalPaceInsight extends Common {
  readonly kind: 'goalPace'
  readonly metric: MetricId
  /** to meet the goal, 0 to 1 */
  readonly chance: number
}

/** The next periods of a metric: made by `forecastInsight`. */
export interface ForecastInsight extends Common {
  readonly kind: 'forecast'
  readonly metric: MetricId
  readonly grain: SeriesGrain
}

export type Insight =
  | EventInsight
  | DriverInsight
  | MembersAtRiskInsight
  | LapsingCustomersInsight
  | ReleaseOutlookInsight
  | StockRunwayInsight
  | ConversionShiftInsight
  | GoalPaceInsight
  | ForecastInsight
