import type { Share } from '#domain/proportion.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { openOrders } from '../../insight/actions.ts'
import { defineInsight, type InsightBase, type Thresholds } from '../../insight/define-insight.ts'
import { computed, countedFigure } from '../../insight/figure.ts'
import type { CustomerHistory, CustomersOverTime } from '../../insight/inputs.ts'
import { CONFIDENCE, ODDS } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import { differenceByChance } from '../../statistics/proportion.ts'
import { normalScore } from '../../statistics/tails.ts'

/** The share of new customers among buyers changed from a year before: created by `customerMix`. */
export interface CustomerMixInsight extends InsightBase {
  readonly kind: 'customerMix'
  readonly direction: 'up' | 'down'
  readonly comparedWith: DayRange
}

/** Length of the compared periods, and the distance between them: the same weekdays. */
const PERIOD_DAYS = 28
const YEAR_OF_WEEKS = 364
/** A customer without an order in as many days before the period is new, in both years alike. */
const NEW_DAYS = 330
const FEWEST_BUYERS = 60
/** Points of share that a change must have, besides being unlikely by chance. */
const LEAST_POINTS = 0.1
/** Customers of a day often come together, so that shares vary more than those of independent buyers. */
const TOGETHER = 2

interface Mix extends Share {
  /** net sales of the new ones in the period, minor units */
  readonly newSales: number
}

const mixIn = (customers: readonly CustomerHistory[], { from, until }: DayRange): Mix => {
  const since = addDays(from, -NEW_DAYS)
  let [hits, of, newSales] = [0, 0, 0]
  for (const { orders } of customers) {
    const own = orders.filter(({ day, amount }) => amount > 0 && day >= from && day < until)
    if (own.length === 0) continue
    of += 1
    if (orders.some(({ day, amount }) => amount > 0 && day >= since && day < from)) continue
    hits += 1
    newSales += own.reduce((sum, { amount }) => sum + amount, 0)
  }
  return { hits, of, newSales }
}

const rarer = ({ hits, of }: Share): Share => ({ hits: hits / TOGETHER, of: of / TOGETHER })

/** Null if the share is usual, there are few buyers, or the history is too short to tell new customers apart in both years. */
const customerMix = (
  { customers, from, today }: CustomersOverTime,
  { falseDiscoveryRate, leastStake }: Pick<Thresholds, 'falseDiscoveryRate' | 'leastStake'>,
): CustomerMixInsight | null => {
  const now = { from: addDays(today, -PERIOD_DAYS), until: today }
  const then = { from: addDays(now.from, -YEAR_OF_WEEKS), until: addDays(today, -YEAR_OF_WEEKS) }
  if (addDays(then.from, -NEW_DAYS) < from) return null
  const [after, before] = [mixIn(customers, now), mixIn(customers, then)]
  if (after.of < FEWEST_BUYERS || before.of < FEWEST_BUYERS) return null
  const points = after.hits / after.of - before.hits / before.of
  const probability = Math.max(1e-12, differenceByChance(rarer(before), rarer(after)))
  const perNew = after.hits > 0 ? after.newSales / after.hits : before.newSales / Math.max(1, before.hits)
  const stake = Math.round(Math.abs(points) * after.of * perNew)
  if (Math.abs(points) < LEAST_POINTS || probability > falseDiscoveryRate / 10 || stake < leastStake) return null
  const counted = (id: string, value: number, what: string, range: DayRange) =>
    countedFigure(id, value, { what, subject: ACCOUNT, range })
  const [newNow, buyersNow] = [
    counted('newNow', after.hits, 'buyers without an order in the eleven months before', now),
    counted('buyersNow', after.of, 'non-club buyers', now),
  ]
  const [newThen, buyersThen] = [
    counted('newThen', before.hits, 'buyers without an order in the eleven months before', then),
    counted('buyersThen', before.of, 'non-club buyers', then),
  ]
  const share = computed({ id: 'share', unit: 'share', rule: 'ratio', of: [newNow, buyersNow] })
  const shareBefore = computed({ id: 'shareBefore', unit: 'share', rule: 'ratio', of: [newThen, buyersThen] })
  return {
    kind: 'customerMix',
    key: `customerMix ${points > 0 ? 'up' : 'down'} ${today.slice(0, 7)}`,
    direction: points > 0 ? 'up' : 'down',
    subject: ACCOUNT,
    period: now,
    comparedWith: then,
    figures: [newNow, buyersNow, share, newThen, buyersThen, shareBefore],
    stake,
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: Math.sign(points) * normalScore(probability), probability, against: 'periodBefore' },
  }
}

export const customerMixInsight = defineInsight('customerMix', 'New-customer mix', {
  description: 'Changes in the share of new customers among your buyers.',
  icon: 'IconUserPlus',
  inputs: ['customers'],
  continuesForDays: 60,
  detect: ({ customers }, { history, thresholds }) => {
    const insight = customerMix({ customers, from: history.from, today: history.until }, thresholds)
    return insight === null ? [] : [insight]
  },
  describe: ({ direction }) => ({
    title: direction === 'up' ? 'More of your buyers are new' : 'Fewer of your buyers are new',
    sentences: [
      'Over {period}, {share} of your buyers were new, compared with {shareBefore} over {before}.',
      'That is {newNow} of {buyersNow} non-club buyers, compared with {newThen} of {buyersThen}.',
    ],
    unusual: `${ODDS} ${CONFIDENCE}`,
    advice: [
      direction === 'up'
        ? 'Ask them how they found you, and write to them before they forget the visit.'
        : 'Check what used to bring new people in, such as partners, listings, or events.',
    ],
    tone: direction === 'up' ? 'good' : 'bad',
  }),
  actions: ({ period }) => [openOrders('list', period)],
  dates: ({ comparedWith }) => ({ before: comparedWith }),
  figureLabels: {
    newNow: 'New buyers',
    buyersNow: 'Buyers',
    share: 'Share of new buyers',
    newThen: 'New buyers, a year before',
    buyersThen: 'Buyers, a year before',
    shareBefore: 'Share of new buyers, a year before',
  },
})
