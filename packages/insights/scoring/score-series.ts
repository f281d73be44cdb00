import { SCORE_80 } from '#domain/proportion.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import { periodAt, type Series } from '../series/series.ts'
import { quantileOfSorted } from '../statistics/location.ts'
import { countBelow, LEAST_PROBABILITY, normalScore, studentTails } from '../statistics/tails.ts'
import { type Fit, fitSeries } from '../structure/fit-series.ts'
import type { Prediction } from '../structure/predict.ts'

/** Deviations that contain the middle 90 % of a normal distribution. */
const NORMAL_90 = 1.645
const FEWEST = 16
const WITHOUT_PAST = 1.25
/** A series is never considered calmer than its model says. */
const LEAST_SCALE = 1

const insert = (ascending: number[], value: number): void => {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  ascending.splice(low, 0, value)
}

/**
 * The overdispersion of a series relative to its model before each index: scores are divided by it.
 * @param lag periods after which a score is known; windows of several periods end later than they start
 */
const calibrate = (scores: Float64Array, lag = 1): Float64Array => {
  const past: number[] = []
  return Float64Array.from(scores, (_, index) => {
    const known = scores[index - lag] ?? Number.NaN
    if (!Number.isNaN(known)) insert(past, Math.abs(known))
    if (past.length < FEWEST) return WITHOUT_PAST
    return Math.max(LEAST_SCALE, quantileOfSorted(past, 0.9) / NORMAL_90)
  })
}

/** From this count on, the cube root of a gamma variable is approximately normal. */
const MANY = 200

/**
 * Signed distance of a count from its forecast in standard deviations. Small counts are scored by the exact negative binomial
 * distribution.
 */
const scoreOf = (count: number, { mean, spread }: Prediction): number => {
  if (mean > MANY) {
    const ninth = (spread + 1 / mean) / 9
    return (Math.cbrt(Math.max(0, count) / mean) - (1 - ninth)) / Math.sqrt(ninth)
  }
  const below = countBelow(count, { mean, spread })
  const tail = Math.max(Math.min(below, 1 - below), LEAST_PROBABILITY / 2)
  return normalScore(2 * tail) * (below < 0.5 ? -1 : 1)
}

/** One or more periods compared with their forecast. */
export interface PeriodScore {
  readonly from: LocalDay
  readonly until: LocalDay
  /** periods in it */
  readonly length: number
  readonly actual: number
  readonly expected: number
  /** 80 % of such periods are from `low` to `high` */
  readonly low: number
  readonly high: number
  /** deviations, signed, after calibration */
  readonly score: number
  /** two-sided p-value */
  readonly probability: number
}

export interface ScoredSeries {
  readonly series: Series
  /** by window length, then by the index of the first period; null if it cannot be scored */
  at(index: number, length: number): PeriodScore | null
}

export interface ScoreInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  /** the amount of the metric per random event */
  readonly unit: number
  /** lengths of windows in addition to single periods, each forecast from before its first period */
  readonly windows?: readonly number[]
  /** lengths of windows whose periods are each forecast from the previous one: faster, less precise */
  readonly runs?: readonly number[]
  /** degrees of freedom of Student's t: fewer make extreme scores more likely */
  readonly freedom?: number
}

/** Extreme scores are more frequent than under a normal distribution. */
const FREEDOM = 24
/** Number of periods that the model learns from before it scores. */
const WARM_UP = { day: 56, week: 12, month: 12 } as const

const sumAt = (values: Float64Array, index: number, length: number): number => {
  let sum = 0
  for (let at = index; at < index + length; at += 1) sum += values[at] ?? Number.NaN
  return sum
}

const rawScores = (known: Fit, length: number): Float64Array =>
  Float64Array.from(known.series.values, (_, index) => {
    const prediction = known.predictionAt(index, length)
    const actual = sumAt(known.series.values, index, length)
    return prediction === null || Number.isNaN(actual) ? Number.NaN : scoreOf(actual / known.unit, prediction)
  })

/** Scores of a run are added as if independent; calibration corrects the difference. */
const runScores = (single: Float64Array, length: number): Float64Array =>
  Float64Array.from(single, (_, index) => sumAt(single, index, length) / Math.sqrt(length))

/** The forecast sum of the periods of a run. */
const predictionOfRun = (known: Fit, index: number, length: number): Prediction | null => {
  let [mean, variance] = [0, 0]
  for (let at = index; at < index + length; at += 1) {
    const single = known.predictionAt(at, 1)
    if (single === null) return null
    mean += single.mean
    variance += single.mean * single.mean * single.spread
  }
  return { mean, spread: variance / (mean * mean) }
}

/** Index of the first nonzero period. */
const firstLife = ({ values }: Series): number => {
  const at = values.findIndex((value) => value !== 0 && !Number.isNaN(value))
  return at === -1 ? values.length : at
}

/**
 * Scores every period against its forecast: nothing at an index depends on values after its window.
 * Periods before the first nonzero value are ignored.
 */
export const scoreSeries = ({
  series,
  holidays,
  unit,
  windows = [],
  runs = [],
  freedom = FREEDOM,
}: ScoreInput): ScoredSeries => {
  const born = firstLife(series)
  const alive: Series = { ...series, from: periodAt(series, born), values: series.values.subarray(born) }
  const known = fitSeries({ series: alive, holidays, unit, windows })
  const single = rawScores(known, 1)
  const byLength = new Map(
    [1, ...windows, ...runs].map((length) => {
      const scores = runs.includes(length) ? runScores(single, length) : rawScores(known, length)
      return [length, { scores, scales: calibrate(scores, length) }]
    }),
  )
  const at = (index: number, length: number): PeriodScore | null => {
    const offset = index - born
    const { scores, scales } = byLength.get(length) ?? {}
    const raw = scores?.[offset] ?? Number.NaN
    const scale = scales?.[offset] ?? 1
    const prediction = runs.includes(length)
      ? predictionOfRun(known, offset, length)
      : known.predictionAt(offset, length)
    if (offset < WARM_UP[series.grain] || Number.isNaN(raw) || prediction === null) return null
    const expected = prediction.mean * unit
    const half = SCORE_80 * scale * Math.sqrt(prediction.spread + 1 / prediction.mean)
    return {
      from: periodAt(series, index),
      until: periodAt(series, index + length),
      length,
      actual: sumAt(series.values, index, length),
      expected,
      low: Math.max(0, expected * (1 - half)),
      high: expected * (1 + half),
      score: raw / scale,
      probability: studentTails(raw / scale, freedom),
    }
  }
  return { series, at }
}
