import type { MetricId } from '../account/metric.ts'
import type { Subject } from '../account/subject.ts'
import type { SeriesGrain } from '../series/series.ts'
import type { PeriodScore } from './score-series.ts'

/** A metric of a subject that was far from what was foretold. */
export interface Finding extends PeriodScore {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: SeriesGrain
  readonly direction: 'up' | 'down'
  /** money at stake, minor units */
  readonly stake: number
}

/** How many tests were made beside the ones kept: the correction for many needs them. */
export interface Judged {
  readonly findings: readonly Finding[]
  readonly tests: number
}
