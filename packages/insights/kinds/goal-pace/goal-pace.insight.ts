import { SCORE_80 } from '#domain/proportion.ts'
import { addDays, diffDays, earlierDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { upperFirst } from '#domain/text.ts'
import { monthsOf } from '#domain/winery-plan.ts'
import { findSeries } from '../../account/history.ts'
import { ACCOUNT, METRICS, type MetricId } from '../../account/metric.ts'
import { openOrders } from '../../insight/actions.ts'
import { type DetectionContext, defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import {
  computed,
  countedFigure,
  type Figure,
  type ForecastPart,
  forecastFigure,
  measuredFigure,
} from '../../insight/figure.ts'
import type { GoalPeriod } from '../../insight/inputs.ts'
import { INTERVAL, isOne, metricName } from '../../language/phrases.ts'
import { type MonthPace, paceOfMonths, paceToDate } from '../../pace/month-pace.ts'
import { type Series, seriesEnd, sumOfDays } from '../../series/series.ts'
import { normalBelow } from '../../statistics/tails.ts'

/** The projected result of a goal: created by `goalPace`. */
export interface GoalPaceInsight extends InsightBase {
  readonly kind: 'goalPace'
  readonly metric: MetricId
  /** probability of meeting the goal, 0 to 1 */
  readonly chance: number
}

/** What is to come of months, of which the first has begun: what is uncertain of one is so of all, because they share their level. */
const restOf = (months: readonly MonthPace[], elapsed: number, actual: number) => {
  const paces = months.map((month, at) =>
    paceToDate(month, at === 0 ? { elapsed, actual: [actual], plan: null } : { elapsed: 0, actual: [0], plan: null }),
  )
  const rest = (part: 'forecast' | 'low' | 'high'): number => paces.reduce((sum, pace) => sum + pace[part], -actual)
  return { expected: rest('forecast'), low: rest('low'), high: rest('high') }
}

/**
 * The projected result of a goal and the probability of meeting it, at the pace that its plan has from the running month on. Null outside
 * the goal's days, or with too short a history.
 *
 * @param days complete days of the metric, up to yesterday
 */
const goalPace = (goal: GoalPeriod, days: Series, { history, moneyUnit }: DetectionContext): GoalPaceInsight | null => {
  const { metric } = goal
  const { unit } = METRICS[metric]
  const today = seriesEnd(days)
  if (today <= goal.from || today > goal.until) return null
  const done = { from: goal.from, until: today }
  const month = startOfMonth(earlierDay(today, addDays(goal.until, -1)))
  const actual = sumOfDays(days, done)
  if (Number.isNaN(actual)) return null
  const paces = paceOfMonths({
    days: { ...days, values: days.values.slice(0, Math.max(0, diffDays(days.from, month))) },
    months: monthsOf({ from: month, until: goal.until }),
    holidays: history.holidays,
    unit: unit === 'money' ? moneyUnit : 1,
    club: null,
  })
  if (paces.length === 0) return null
  const rest = restOf(paces, diffDays(month, today), sumOfDays(days, { from: month, until: today }))
  const toCome = { from: today, until: goal.until }
  const forecast = (id: string, part: ForecastPart, value: number): Figure =>
    forecastFigure(id, Math.round(Math.max(0, value)), part, { metric, subject: ACCOUNT, range: toCome })
  const sofar = measuredFigure('actual', actual, { metric, subject: ACCOUNT, range: done })
  const target = estimated('goal', goal.amount, unit, 'goalAsSet')
  const ahead = {
    expected: forecast('restExpected', 'expected', rest.expected),
    low: forecast('restLow', 'low', rest.low),
    high: forecast('restHigh', 'high', rest.high),
  }
  const outcome = (id: string, part: Figure): Figure => computed({ id, unit, rule: 'sum', of: [sofar, part] })
  const expected = outcome('expected', ahead.expected)
  const short = goal.amount - actual
  const deviation = (rest.high - rest.expected) / SCORE_80
  const chance = deviation > 0 ? normalBelow((rest.expected - short) / deviation) : Number(short <= 0)
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
      countedFigure(
        'daysLeft',
        diffDays(today, goal.until),
        { what: 'days left', subject: ACCOUNT, range: toCome },
        'days',
      ),
    ],
    stake: unit === 'money' ? Math.round(Math.abs(goal.amount - expected.value)) : 0,
    confidence: Math.max(chance, 1 - chance),
    unusual: null,
  }
}

/** Probabilities below and above which a goal is called unlikely and likely. */
const UNLIKELY = 0.35
const LIKELY = 0.65

const OUTLOOKS = {
  likely: { title: 'is likely to be met', advice: 'Keep doing what you’re doing.', tone: 'good' },
  open: {
    title: 'could go either way',
    advice: 'A good event or email campaign could decide it: plan one while there’s time.',
    tone: 'neutral',
  },
  unlikely: {
    title: 'is unlikely to be met',
    advice: 'Decide soon whether to push, for example with a club event or an email campaign, or to change the goal.',
    tone: 'bad',
  },
} as const

const outlookOf = (chance: number): (typeof OUTLOOKS)[keyof typeof OUTLOOKS] => {
  if (chance >= LIKELY) return OUTLOOKS.likely
  return chance <= UNLIKELY ? OUTLOOKS.unlikely : OUTLOOKS.open
}

export const goalPaceInsight = defineInsight('goalPace', 'Progress toward goals', {
  description: 'Whether a goal is on track to be met.',
  icon: 'IconTarget',
  inputs: ['series', 'signups', 'goals'],
  detect: ({ goals, signups }, context) =>
    goals.flatMap((goal) => {
      const { metric } = goal
      const series = metric === 'signups' ? signups.at(0) : findSeries(context.history, metric, ACCOUNT)
      return series ? (goalPace(goal, series.days, context) ?? []) : []
    }),
  describe: ({ metric, chance, figures }) => {
    const name = metricName(metric)
    const { title, advice, tone } = outlookOf(chance)
    return {
      title: `Your ${name} goal ${title}`,
      sentences: [
        `${upperFirst(name)} for {period}: {actual} of the {goal} goal, with {daysLeft} ${isOne(figures, 'daysLeft') ? 'day' : 'days'} to go.`,
        'At the current pace, you’ll reach {expected} ({share} of the goal), with a likely range of {low} to {high}.',
      ],
      unusual: `${INTERVAL} Chance of meeting the goal: {chance}.`,
      advice: [advice],
      tone,
    }
  },
  actions: ({ metric, period }) => [
    metric === 'signups'
      ? { kind: 'page', label: 'See your clubs', path: '/reports/clubs/active-clubs' }
      : { ...openOrders('by-sales-channel', period), label: 'See sales so far' },
  ],
  extraFigures: ({ chance }) => [estimated('chance', Math.round(chance * 100) / 100, 'share', 'pace')],
  chart: ({ metric, subject }) => ({ metric, subject, grain: 'week', isAhead: true }),
  figureLabels: {
    goal: 'Goal',
    share: 'Share of the goal',
    daysLeft: 'Days left',
    restExpected: 'Remaining, expected',
    restLow: 'Remaining, low',
    restHigh: 'Remaining, high',
    chance: 'Chance of meeting the goal',
  },
  methods: {
    goalAsSet: 'The goal, as planned.',
    pace: 'The forecast for the rest of the period compared with what is missing.',
  },
})
