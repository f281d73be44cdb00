import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import { type AccountHistory, hasValueSince } from '../../account/history.ts'
import { isSameSubject, subjectKey } from '../../account/metric.ts'
import { productActions, reorderActions } from '../../insight/actions.ts'
import { defineInsight, type InsightBase, type Thresholds, type UnusualPeriod } from '../../insight/define-insight.ts'
import { countedFigure, forecastFigure, measuredFigure } from '../../insight/figure.ts'
import { CONFIDENCE, ODDS } from '../../language/phrases.ts'
import type { ScoredSubject } from '../../scoring/scored-account.ts'
import { type DayRange, isNear, periodAt } from '../../series/series.ts'
import { discoveryLimit } from '../../statistics/false-discovery.ts'
import { noneProbability, normalScore } from '../../statistics/tails.ts'

export interface StoppedSellingInsight extends InsightBase {
  readonly kind: 'stoppedSelling'
  /** nothing is left to sell; null if the services report no stock */
  readonly isSoldOut: boolean | null
}

interface Stop extends DayRange {
  readonly scored: ScoredSubject
  readonly expected: number
  readonly probability: number
}

/** Weeks after the last sale in which a stop is still reported. */
const NEWS_DAYS = 56
const FEWEST_UNITS = 8
const LEAST_SPREAD = 0.08
/** Days per week. */
const DAYS_A_WEEK = 7

/** Actual ÷ expected orders of the account over the days: a closed winery sells nothing. */
const businessOf = (account: readonly ScoredSubject[], { from, until }: DayRange): number => {
  const whole = account.find(({ metric, subject }) => metric === 'orderCount' && subject.kind === 'account')
  if (whole?.byDay === null || whole === undefined) return 1
  let [actual, expected] = [0, 0]
  for (let day = diffDays(whole.days.from, from); day < diffDays(whole.days.from, until); day += 1) {
    const score = whole.byDay.at(day, 1)
    actual += score?.actual ?? 0
    expected += score?.expected ?? 0
  }
  return expected > 0 ? Math.min(1, actual / expected) : 1
}

const stopBefore = (scored: ScoredSubject, account: readonly ScoredSubject[], until: string): Stop | null => {
  const { days, byWeek, unit } = scored
  const end = diffDays(days.from, until)
  let first = end
  while (first > 0 && days.values[first - 1] === 0) first -= 1
  if (byWeek === null || first === 0 || first === end || end - first > NEWS_DAYS) return null
  const from = addDays(days.from, first)
  const week = Math.floor(diffDays(periodAt(byWeek.series, 0), from) / DAYS_A_WEEK)
  const score = byWeek.at(week, 1)
  if (score === null) return null
  const share = ((end - first) / DAYS_A_WEEK) * businessOf(account, { from, until })
  const expected = score.expected * share
  if (expected < FEWEST_UNITS) return null
  const probability = noneProbability({ mean: expected / unit, spread: LEAST_SPREAD })
  return { scored, from, until, expected, probability }
}

const buildInsight = (
  { scored, from, until, expected, probability }: Stop,
  history: AccountHistory,
): StoppedSellingInsight => {
  const { subject, worth } = scored
  const range = { from, until }
  const of = { metric: 'productUnits', subject, range } as const
  const left = history.stock?.find(({ product }) => subject.kind === 'product' && product === subject.value)
  return {
    kind: 'stoppedSelling',
    key: `stoppedSelling ${subjectKey(subject)} ${from}`,
    subject,
    period: range,
    isSoldOut: left === undefined ? null : left.available <= 0,
    figures: [
      measuredFigure('actual', 0, of),
      forecastFigure('expected', Math.round(expected), 'expected', of),
      countedFigure('days', diffDays(from, until), { what: 'days without a sale', subject, range }, 'days'),
    ],
    stake: Math.round(expected * worth),
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: -normalScore(probability), probability, against: 'forecast' },
  }
}

/** Products with steady sales that stopped selling before the end of the range. */
const findStoppedSelling = (
  history: AccountHistory,
  account: readonly ScoredSubject[],
  { until }: DayRange,
  { falseDiscoveryRate }: Thresholds,
): StoppedSellingInsight[] => {
  const products = account.filter(({ metric }) => metric === 'productUnits')
  const stops = products.map((scored) => stopBefore(scored, account, until)).filter((stop) => stop !== null)
  const limit = discoveryLimit(
    stops.map(({ probability }) => probability),
    falseDiscoveryRate / 10,
    products.length,
  )
  return stops.filter(({ probability }) => probability <= limit).map((stop) => buildInsight(stop, history))
}

const isByStop = (period: UnusualPeriod, stop: StoppedSellingInsight): boolean =>
  period.direction === 'down' && isNear(period, stop.period) && isSameSubject(period.subject, stop.subject)

export const stoppedSelling = defineInsight('stoppedSelling', 'Stopped selling', {
  description: 'Bottles that sold steadily and then stopped.',
  icon: 'IconPlayerPause',
  inputs: ['series', 'stock'],
  continuesForDays: 56,
  detect: (_input, { history, scored, testRange, thresholds }) =>
    findStoppedSelling(history, scored, testRange, thresholds),
  isOver: ({ subject, period }, { series }) => hasValueSince(series, { metric: 'productUnits', subject }, period.from),
  explains: ({ history, scored, testRange, thresholds }) => {
    const stops = findStoppedSelling(history, scored, testRange, thresholds)
    return (period) => stops.some((stop) => isByStop(period, stop))
  },
  describe: ({ isSoldOut }) => ({
    title: isSoldOut ? '{subject} is sold out' : '{subject} stopped selling',
    sentences: [
      'No bottles of {subject} were sold over {period}, compared with about {expected} expected.',
      ...(isSoldOut === null
        ? []
        : [isSoldOut ? 'Your inventory shows none left.' : 'Your inventory shows that it’s still in stock.']),
    ],
    unusual: `${ODDS} ${CONFIDENCE}`,
    advice: [
      isSoldOut
        ? 'Take it off your lists and menus, or bring the next vintage forward.'
        : 'Check that it’s still listed, priced, and on the shelf.',
    ],
    tone: 'bad',
  }),
  actions: ({ subject, isSoldOut }) => (isSoldOut === false ? productActions(subject) : reorderActions(subject)),
  outcome: () => 'productSales',
  chart: ({ subject }) => ({ metric: 'productUnits', subject, grain: 'week' }),
})
