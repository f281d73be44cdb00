import type { Formats } from '#charts/value-format.ts'
import type { InsightSeries } from '#contract/insights.ts'

const SURENESS: readonly (readonly [least: number, words: string])[] = [
  [0.99, 'Almost certain'],
  [0.95, 'Very likely'],
  [0.8, 'Likely'],
  [0.6, 'More likely than not'],
]

/** How sure it is, 0 to 1, in words. */
export const surenessWords = (confidence: number): string =>
  SURENESS.find(([least]) => confidence >= least)?.[1] ?? 'Not sure'

type Grain = InsightSeries['grain']

/** Half-open local days. */
interface Period {
  readonly from: string
  readonly until: string
}

/** The name of a period on an axis. */
export const shortPeriod = ({ from }: Period, grain: Grain, formats: Formats): string =>
  grain === 'month' ? formats.month(from) : formats.day(from)

/** The same in full. */
export const fullPeriod = ({ from, until }: Period, grain: Grain, formats: Formats): string =>
  grain === 'month' ? formats.month(from, 'full') : formats.range(from, until)
