import { diffDays, earlierDay } from '#domain/ranges/local-day.ts'
import { METRICS, type MetricId } from '../account/metric.ts'
import { ACCOUNT } from '../account/subject.ts'
import type { HolidayCalendar } from '../calendar/holiday.ts'
import { computed, type Figure } from '../insight/figure.ts'
import type { GoalPaceInsight } from '../insight/insight.ts'
import { type DayRange, daysOf, type Series, sumOfDays, untilOf } from '../series/series.ts'
import { normalBelow } from '../statistics/tails.ts'
import { fitSeries } from '../structure/fit-series.ts'
import { predictSum } from '../structure/predict.ts'

export interface GoalInput {
  readonly metric: MetricId
  /** complete days of the metric, up to yesterday */
  readonly days: Series
  readonly goal: DayRange & { readonly amount: number }
  readonly unit: number
  readonly holidays: HolidayCalendar
}

const FEWEST_DAYS = 56
const NORMAL_80 = 1.2816
/** Days of one mood go together: sums scatter more than days that know nothing of each other. */
const DAYS_TOGETHER = 1.3

interface Rest {
  readonly expected: number
  readonly deviation: number
}

const restOf = ({ days, goal, holidays, unit }: GoalInput): Rest => {
  const { design, last, drift } = fitSeries({ series: days, holidays, unit })
  const from = untilOf(days)
  const ahead = daysOf({ from, until: goal.until }).map((day) => design.terms(day))
  if (ahead.length === 0) return { expected: 0, deviation: 0 }
  const { mean, spread } = predictSum(last.state, ahead, { design, drift, noise: last.noise, ahead: 1 })
  return { expected: mean * unit, deviation: DAYS_TOGETHER * unit * Math.sqrt(mean * mean * spread + mean) }
}

/** Where a goal will come out, and how likely it is to be met. Null outside the goal's days, or with too short a history. */
export const goalPace = (input: GoalInput): GoalPaceInsight | null => {
  const { metric, days, goal } = input
  const today = untilOf(days)
  if (days.values.length < FEWEST_DAYS || today <= goal.from || today > goal.until) return null
  const done = { from: goal.from, until: earlierDay(today, goal.until) }
  const actual = sumOfDays(days, done)
  if (Number.isNaN(actual)) return null
  const rest = restOf(input)
  const { unit } = METRICS[metric]
  const foretold = (id: string, part: 'expected' | 'low' | 'high', value: number): Figure => ({
    id,
    value: Math.round(Math.max(0, value)),
    unit,
    recipe: { kind: 'foretold', part, metric, subject: ACCOUNT, range: { from: today, until: goal.until } },
  })
  const sofar: Figure = {
    id: 'actual',
    value: actual,
    unit,
    recipe: { kind: 'measured', metric, subject: ACCOUNT, range: done },
  }
  const target: Figure = { id: 'goal', value: goal.amount, unit, recipe: { kind: 'estimated', method: 'goalAsSet' } }
  const half = NORMAL_80 * rest.deviation
  const ahead = {
    expected: foretold('restExpected', 'expected', rest.expected),
    low: foretold('restLow', 'low', rest.expected - half),
    high: foretold('restHigh', 'high', rest.expected + half),
  }
  const outcome = (id: string, part: Figure): Figure => computed({ id, unit, rule: 'sum', of: [sofar, part] })
  const expected = outcome('expected', ahead.expected)
  const short = goal.amount - actual
  const chance = rest.deviation > 0 ? normalBelow((rest.expected - short) / rest.deviation) : Number(short <= 0)
  return {
    kind: 'goalPace',
    key: `goalPace ${metric} ${goal.from} ${goal.until}`,
    metric,
    subject: ACCOUNT,
    period: { from: goal.from, until: goal.until },
    chance,
    figures: [
      sofar,
      target,
      ahead.expected,
      ahead.low,
      ahead.high,
      expected,
      outcome('low', ahead.low),
      outcome('high', ahead.high),
      computed({ id: 'share', unit: 'share', rule: 'ratio', of: [expected, target] }),
      {
        id: 'daysLeft',
        value: diffDays(today, goal.until),
        unit: 'days',
        recipe: { kind: 'counted', what: 'days left', subject: ACCOUNT, range: { from: today, until: goal.until } },
      },
    ],
    stake: unit === 'money' ? Math.round(Math.abs(goal.amount - expected.value)) : 0,
    confidence: Math.max(chance, 1 - chance),
    unusual: null,
  }
}
