import { addDays } from '#domain/ranges/local-day.ts'
import { orderMoneyFigure } from '../../account/reported-figures.ts'
import { reportPage } from '../../insight/actions.ts'
import { defineInsight, type InsightBase, type Thresholds } from '../../insight/define-insight.ts'
import { computed } from '../../insight/figure.ts'
import type { DiscountWeek, DiscountWeeks } from '../../insight/inputs.ts'
import { CONFIDENCE, ODDS } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import { discoveryLimit } from '../../statistics/false-discovery.ts'
import { median, medianDeviation } from '../../statistics/location.ts'
import { LEAST_PROBABILITY, normalScore, studentTails } from '../../statistics/tails.ts'

/** Discounts take a larger share of a channel's sales than before: created by `discountLeakage`. */
export interface DiscountLeakageInsight extends InsightBase {
  readonly kind: 'discountLeakage'
  readonly comparedWith: DayRange
}

const RECENT_WEEKS = 4
const USUAL_WEEKS = 16
const FEWEST_WEEKS = 10
/** Points of the share of gross sales that discounts must have risen by. */
const LEAST_POINTS = 0.03
/** Share of gross sales by which the shares of weeks differ at least, one large order being enough. */
const LEAST_DEVIATION = 0.01

const discountShare = ({ discount, gross }: Pick<DiscountWeek, 'discount' | 'gross'>): number => discount / gross

interface Rise {
  readonly channel: string
  readonly before: DiscountWeek & DayRange
  readonly after: DiscountWeek & DayRange
  readonly probability: number
}

const sumWeeks = (weeks: readonly DiscountWeek[]): DiscountWeek & DayRange => ({
  from: weeks[0]?.from ?? '',
  until: addDays(weeks.at(-1)?.from ?? '', 7),
  gross: weeks.reduce((sum, { gross }) => sum + gross, 0),
  discount: weeks.reduce((sum, { discount }) => sum + discount, 0),
})

const riseOf = ({ channel, weeks }: DiscountWeeks): Rise | null => {
  const sold = weeks.filter(({ gross }) => gross > 0)
  const recent = sold.slice(-RECENT_WEEKS)
  const usual = sold.slice(-RECENT_WEEKS - USUAL_WEEKS, -RECENT_WEEKS)
  if (recent.length < RECENT_WEEKS || usual.length < FEWEST_WEEKS) return null
  const shares = usual.map(discountShare)
  const center = median(shares)
  const scatter = Math.max(LEAST_DEVIATION, medianDeviation(shares, center))
  const score =
    (median(recent.map(discountShare)) - center) / (scatter * Math.sqrt(1 / RECENT_WEEKS + 1 / usual.length))
  const probability = score <= 0 ? 1 : Math.max(LEAST_PROBABILITY, studentTails(score, usual.length - 3))
  return { channel, before: sumWeeks(usual), after: sumWeeks(recent), probability }
}

const buildInsight = ({ channel, before, after, probability }: Rise): DiscountLeakageInsight => {
  const figuresIn = ({ from, until, discount, gross }: Rise['after'], when: string) => {
    const of = { channel, range: { from, until } }
    return [
      orderMoneyFigure({ id: `discount${when}`, value: discount }, 'discount', of),
      orderMoneyFigure({ id: `gross${when}`, value: gross }, 'subtotal', of),
    ]
  }
  const [now, then] = [figuresIn(after, ''), figuresIn(before, 'Before')]
  const points = discountShare(after) - discountShare(before)
  return {
    kind: 'discountLeakage',
    key: `discountLeakage ${channel} ${after.from}`,
    subject: { kind: 'channel', value: channel },
    period: { from: after.from, until: after.until },
    comparedWith: { from: before.from, until: before.until },
    figures: [
      ...now,
      computed({ id: 'share', unit: 'share', rule: 'ratio', of: now }),
      ...then,
      computed({ id: 'shareBefore', unit: 'share', rule: 'ratio', of: then }),
    ],
    stake: Math.round(points * after.gross),
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: normalScore(probability), probability, against: 'weeksBefore' },
  }
}

/** Channels whose discounts rose in the last four weeks. */
const discountLeaks = (
  channels: readonly DiscountWeeks[],
  { falseDiscoveryRate, leastStake }: Pick<Thresholds, 'falseDiscoveryRate' | 'leastStake'>,
): DiscountLeakageInsight[] => {
  const rises = channels.map(riseOf).filter((rise) => rise !== null)
  const limit = discoveryLimit(
    rises.map(({ probability }) => probability),
    falseDiscoveryRate / 100,
    channels.length,
  )
  return rises
    .filter(
      ({ before, after, probability }) =>
        probability <= limit && discountShare(after) - discountShare(before) >= LEAST_POINTS,
    )
    .map(buildInsight)
    .filter(({ stake }) => stake >= leastStake)
}

export const discountLeakage = defineInsight('discountLeakage', 'Discounts growing', {
  description: 'Channels in which discounts take more of your sales than before.',
  icon: 'IconDiscount',
  inputs: ['discounts'],
  continuesForDays: 60,
  detect: ({ discounts }, { thresholds }) => discountLeaks(discounts, thresholds),
  describe: () => ({
    title: '{subject} discounts are growing',
    sentences: [
      'Over {period}, discounts took {share} of {subject} gross sales, compared with {shareBefore} over {before}.',
      'They came to {discount} of {gross}.',
    ],
    unusual: `${ODDS} ${CONFIDENCE}`,
    advice: ['Check which discounts were given, and end the ones that were meant to be temporary.'],
    tone: 'bad',
  }),
  actions: ({ subject, period }) => [
    {
      kind: 'page',
      label: 'See these orders',
      path: reportPage('/reports/orders/list', {
        date: 'OrderDate',
        range: period,
        filters: subject.kind === 'channel' ? { channel: subject.value } : {},
      }),
    },
  ],
  dates: ({ comparedWith }) => ({ before: comparedWith }),
  figureLabels: {
    discount: 'Discounts',
    gross: 'Gross sales',
    share: 'Share of gross sales',
    discountBefore: 'Discounts, before',
    grossBefore: 'Gross sales, before',
    shareBefore: 'Share of gross sales, before',
  },
})
