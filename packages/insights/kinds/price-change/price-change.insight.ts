import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type AccountHistory, findSeries, type SubjectSeries } from '../../account/history.ts'
import { subjectKey } from '../../account/metric.ts'
import { reportPage } from '../../insight/actions.ts'
import { defineInsight, type InsightBase, type Thresholds } from '../../insight/define-insight.ts'
import { computed, type Figure, measuredFigure } from '../../insight/figure.ts'
import { CONFIDENCE, ODDS, overPeriod } from '../../language/phrases.ts'
import type { DayRange } from '../../series/series.ts'
import { discoveryLimit } from '../../statistics/false-discovery.ts'
import { median, medianDeviation } from '../../statistics/location.ts'
import { LEAST_PROBABILITY, normalScore, studentTails } from '../../statistics/tails.ts'

export interface PriceChangeInsight extends InsightBase {
  readonly kind: 'priceChange'
  readonly direction: 'up' | 'down'
}

interface Block extends DayRange {
  readonly units: number
  readonly sales: number
}

interface Shift {
  readonly product: SubjectSeries
  readonly before: Block
  readonly after: Block
  readonly change: number
  readonly score: number
  readonly probability: number
}

/** Weeks of the usual price, and lengths of the changed span, shortest first. */
const USUAL_WEEKS = 16
const SPANS = [1, 2, 4]
const FEWEST_UNITS = { week: 2, span: 8 }
const FEWEST_WEEKS = 6
const LEAST_CHANGE = 0.05
/** Minimum relative change: discounts alone move the average weekly price this much. */
const LEAST_DEVIATION = 0.008

/** Money that a change must have moved in its weeks, as a share of the least stake of other kinds: prices change for long. */
const STAKE_SHARE = 0.4

const blockOf = (units: SubjectSeries, sales: SubjectSeries, { from, until }: DayRange): Block => {
  const [first, end] = [diffDays(units.days.from, from), diffDays(units.days.from, until)]
  let [sold, taken] = [0, 0]
  for (let at = Math.max(0, first); at < end; at += 1) {
    sold += units.days.values[at] ?? 0
    taken += sales.days.values[at] ?? 0
  }
  return { from, until, units: sold, sales: taken }
}

const priceOf = ({ sales, units }: Block): number => sales / units

/** The span that ends before `until`, compared with the weeks before it. */
const shiftIn = (units: SubjectSeries, sales: SubjectSeries, until: LocalDay, weeks: number): Shift | null => {
  const from = addDays(until, -7 * weeks)
  const after = blockOf(units, sales, { from, until })
  const usual = Array.from({ length: USUAL_WEEKS }, (_, back) =>
    blockOf(units, sales, { from: addDays(from, -7 * (back + 1)), until: addDays(from, -7 * back) }),
  ).filter((block) => block.units >= FEWEST_UNITS.week && block.sales > 0)
  if (after.units < FEWEST_UNITS.span || usual.length < FEWEST_WEEKS) return null
  const price = median(usual.map(priceOf))
  const scatter = medianDeviation(
    usual.map((block) => (priceOf(block) / price - 1) * Math.sqrt(block.units)),
    0,
  )
  const change = priceOf(after) / price - 1
  const deviation = Math.max(LEAST_DEVIATION, (scatter / Math.sqrt(after.units)) * Math.sqrt(1 + 1 / usual.length))
  const score = change / deviation
  if (Math.abs(change) < LEAST_CHANGE) return null
  const probability = Math.max(LEAST_PROBABILITY, studentTails(score, usual.length - 3))
  const before = blockOf(units, sales, { from: usual.at(-1)?.from ?? from, until: from })
  return { product: units, before, after, change, score, probability }
}

const buildInsight = ({ product, before, after, probability, change }: Shift): PriceChangeInsight => {
  const { subject } = product
  const blockFigures = ({ from, until, units, sales }: Block, when: string): Figure[] => {
    const range = { from, until }
    const money = measuredFigure(`sales${when}`, sales, { metric: 'productSales', subject, range })
    const count = measuredFigure(`units${when}`, units, { metric: 'productUnits', subject, range })
    return [money, count, computed({ id: `price${when}`, unit: 'price', rule: 'ratio', of: [money, count] })]
  }
  const figures = [...blockFigures(before, 'Before'), ...blockFigures(after, 'After')]
  const prices = ['priceAfter', 'priceBefore'].flatMap((id) => figures.filter((figure) => figure.id === id))
  return {
    kind: 'priceChange',
    key: `priceChange ${subjectKey(subject)} ${after.from}`,
    direction: change > 0 ? 'up' : 'down',
    subject,
    period: { from: after.from, until: after.until },
    figures: [...figures, computed({ id: 'change', unit: 'change', rule: 'change', of: prices })],
    stake: Math.round(Math.abs(after.sales - priceOf(before) * after.units)),
    confidence: 1 - Math.min(0.05, probability * 100),
    unusual: { score: Math.sign(change) * normalScore(probability), probability, against: 'weeksBefore' },
  }
}

/** Products whose average price changed from that of the previous weeks, in the weeks up to the end of the range. */
const findPriceChanges = (
  history: AccountHistory,
  { until }: DayRange,
  { falseDiscoveryRate, leastStake }: Thresholds,
): PriceChangeInsight[] => {
  const products = history.series.filter(({ metric }) => metric === 'productUnits')
  const shifts = products.flatMap((units) => {
    const sales = findSeries(history, 'productSales', units.subject)
    if (sales === null) return []
    const seen = SPANS.map((weeks) => shiftIn(units, sales, until, weeks)).filter((shift) => shift !== null)
    const [surest] = seen.sort((a, b) => a.probability - b.probability)
    return surest === undefined ? [] : [surest]
  })
  const limit = discoveryLimit(
    shifts.map(({ probability }) => probability),
    falseDiscoveryRate / 100,
    products.length * SPANS.length,
  )
  return shifts
    .filter(({ probability }) => probability <= limit)
    .map(buildInsight)
    .filter(({ stake }) => stake >= STAKE_SHARE * leastStake)
}

export const priceChange = defineInsight('priceChange', 'Price changes', {
  description: 'Bottles whose average selling price changed from the weeks before.',
  icon: 'IconTag',
  inputs: ['series'],
  continuesForDays: 112,
  detect: (_input, { history, testRange, thresholds }) => findPriceChanges(history, testRange, thresholds),
  describe: (insight) => {
    const isUp = insight.direction === 'up'
    return {
      title: `{subject}’s average price ${isUp ? 'rose' : 'dropped'}`,
      sentences: [
        `A bottle of {subject} sold for {priceAfter} on average ${overPeriod(insight)}, compared with {priceBefore} in the weeks before.`,
        `That is {change} ${isUp ? 'more' : 'less'}: {unitsAfter} bottles for {salesAfter}, compared with {unitsBefore} for {salesBefore}.`,
      ],
      unusual: `${ODDS} ${CONFIDENCE}`,
      advice: [
        isUp
          ? 'If the new price is intended, watch whether sales hold up; if not, correct it in your POS and online store.'
          : 'If this is a promotion, check when it ends; if not, look for discounts that were applied too freely.',
      ],
      tone: isUp ? 'neutral' : 'bad',
    }
  },
  actions: ({ subject, period }) => [
    {
      kind: 'page',
      label: 'See its sales',
      path: reportPage('/reports/orders/order-detail', {
        date: 'OrderDate',
        range: period,
        filters: subject.kind === 'product' ? { sku: subject.value } : {},
      }),
    },
  ],
  figureLabels: {
    salesBefore: 'Net sales, weeks before',
    salesAfter: 'Net sales',
    unitsBefore: 'Bottles, weeks before',
    unitsAfter: 'Bottles',
    priceBefore: 'Average price, weeks before',
    priceAfter: 'Average price',
  },
})
