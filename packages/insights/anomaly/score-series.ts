import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { HolidayCalendar } from '../calendar/holiday.ts'
import { periodAt, type Series } from '../series/series.ts'
import { studentTails } from '../statistics/tails.ts'
import { type Fit, fitSeries } from '../structure/fit-series.ts'
import { calibrate } from './calibrate.ts'
import { scoreOf } from './score-window.ts'

/** One or more periods beside what was foretold of them. */
export interface PeriodScore {
  readonly from: LocalDay
  readonly until: LocalDay
  /** periods in it */
  readonly length: number
  readonly actual: number
  readonly expected: number
  /** 80 % of such periods lie from `low` to `high` */
  readonly low: number
  readonly high: number
  /** deviations, signed, after calibration */
  readonly score: number
  /** to be at least this far off by chance, both ways */
  readonly probability: number
}

export interface ScoredSeries {
  readonly series: Series
  /** by length of the window, then by the index of its first period; null where it cannot be judged */
  at(index: number, length: number): PeriodScore | null
}

export interface ScoreInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  /** how much of the metric one count of chance brings */
  readonly unit: number
  /** lengths of windows beside single periods */
  readonly windows?: readonly number[]
}

/** Far scores are more usual than the normal distribution says. */
const FREEDOM = 24
const NORMAL_80 = 1.2816
/** Periods that the model learns from before it judges. */
const WARM_UP = { day: 56, week: 12, month: 12 } as const

const sumAt = ({ values }: Series, index: number, length: number): number => {
  let sum = 0
  for (let at = index; at < index + length; at += 1) sum += values[at] ?? Number.NaN
  return sum
}

const rawScores = (known: Fit, length: number): Float64Array =>
  Float64Array.from(known.series.values, (_, index) => {
    const prediction = known.predictionAt(index, length)
    const actual = sumAt(known.series, index, length)
    return prediction === null || Number.isNaN(actual) ? Number.NaN : scoreOf(actual / known.unit, prediction)
  })

/** Index of the first period in which anything happened. */
const firstLife = ({ values }: Series): number => {
  const at = values.findIndex((value) => value !== 0 && !Number.isNaN(value))
  return at === -1 ? values.length : at
}

/**
 * Every period of the series beside what was known before it: nothing at an index depends on values after its window.
 * Periods before the first sign of life are not read.
 */
export const scoreSeries = ({ series, holidays, unit, windows = [] }: ScoreInput): ScoredSeries => {
  const born = firstLife(series)
  const alive: Series = { ...series, from: periodAt(series, born), values: series.values.subarray(born) }
  const known = fitSeries({ series: alive, holidays, unit, windows })
  const byLength = new Map(
    [1, ...windows].map((length) => {
      const scores = rawScores(known, length)
      return [length, { scores, scales: calibrate(scores, length) }]
    }),
  )
  const at = (index: number, length: number): PeriodScore | null => {
    const place = index - born
    const { scores, scales } = byLength.get(length) ?? {}
    const raw = scores?.[place] ?? Number.NaN
    const scale = scales?.[place] ?? 1
    const prediction = known.predictionAt(place, length)
    if (place < WARM_UP[series.grain] || Number.isNaN(raw) || prediction === null) return null
    const expected = prediction.mean * unit
    const half = NORMAL_80 * scale * Math.sqrt(prediction.spread + 1 / prediction.mean)
    return {
      from: periodAt(series, index),
      until: periodAt(series, index + length),
      length,
      actual: sumAt(series, index, length),
      expected,
      low: Math.max(0, expected * (1 - half)),
      high: expected * (1 + half),
      score: raw / scale,
      probability: studentTails(raw / scale, FREEDOM),
    }
  }
  return { series, at }
}
