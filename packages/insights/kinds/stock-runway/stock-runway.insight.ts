import { addDays } from '#domain/ranges/local-day.ts'
import { PACE_DAYS } from '#domain/run-out.ts'
import { type AccountHistory, findSeries, type SubjectSeries } from '../../account/history.ts'
import { type StockColumn, stockFigure } from '../../account/reported-figures.ts'
import { reorderActions } from '../../insight/actions.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import type { ProductStock } from '../../insight/inputs.ts'
import { seriesEnd, sumPeriods } from '../../series/series.ts'

/** A product that will run out: created by `stockRunway`. */
export interface StockRunwayInsight extends InsightBase {
  readonly kind: 'stockRunway'
  /** more bottles are promised to releases than in stock */
  readonly isOverPromised: boolean
}

/** Stock that lasts at least this many weeks is not reported. */
const SHORT_WEEKS = 8
/** A product with less history or fewer bottles per week is ignored. */
const FEWEST_WEEKS = 12
const FEWEST_A_WEEK = 1

const totalOf = (series: SubjectSeries | null): number =>
  series?.days.values.reduce((sum, value) => sum + value, 0) ?? 0

/** The weeks on hand of a product that is short, as its report shows them; null if there is enough. */
const stockRunway = (stock: ProductStock, history: AccountHistory): StockRunwayInsight | null => {
  const { product, onHand, reserved, promised, promisedByHand, available, free, selling } = stock
  const subject = { kind: 'product', value: product } as const
  const sold = findSeries(history, 'productUnits', subject)
  const isOverPromised = promised + promisedByHand > onHand - reserved
  if (sold === null || sumPeriods(sold.days, 'week', history.calendar).values.length < FEWEST_WEEKS) return null
  if (selling === null || selling.pace < FEWEST_A_WEEK || selling.weeks >= SHORT_WEEKS) return null
  if (onHand - reserved <= 0 || (free <= 0 && !isOverPromised)) return null
  const { pace, weeks, low, high } = selling
  const today = seriesEnd(sold.days)
  const units = totalOf(sold)
  const price = units > 0 ? totalOf(findSeries(history, 'productSales', subject)) / units : 0
  const missing = Math.max(0, Math.round(pace * SHORT_WEEKS - Math.max(0, free)))
  const reported = (id: string, value: number, columnId: StockColumn) => stockFigure({ id, value }, columnId, product)
  return {
    kind: 'stockRunway',
    key: `stockRunway ${product} ${today.slice(0, 7)}`,
    subject,
    period: { from: today, until: addDays(today, Math.max(1, Math.round(weeks * 7))) },
    isOverPromised,
    figures: [
      reported('available', available, 'available'),
      reported('onHand', onHand, 'onHand'),
      reported('reserved', reserved, 'reserved'),
      reported('promised', promised, 'allocated'),
      ...(promisedByHand > 0 ? [reported('byHand', promisedByHand, 'promised')] : []),
      reported('pace', pace, 'pace'),
      reported('runway', weeks, 'weeksOnHand'),
      reported('soonest', low, 'weeksOnHandLow'),
      ...(high === null ? [] : [reported('latest', high, 'weeksOnHandHigh')]),
      estimated('paceDays', PACE_DAYS, 'days', 'paceOfReport'),
      estimated('missing', missing, 'count', 'shortOfEightWeeks'),
    ],
    stake: Math.round(missing * price),
    confidence: 0.8,
    unusual: null,
  }
}

type Figures = StockRunwayInsight['figures']

const figureOf = (figures: Figures, wanted: string): number | undefined =>
  figures.find(({ id }) => id === wanted)?.value

/** Insights of earlier releases have no sales rate, or one with one-off orders. */
const paceOf = (figures: Figures): string => {
  const pace = ['pace', 'weeklyUnits'].find((id) => figureOf(figures, id) !== undefined)
  return pace === undefined
    ? 'current pace'
    : `pace of the last {paceDays} days, {${pace}} bottles a week including club shipments`
}

const byHandText = (figures: Figures): string =>
  figureOf(figures, 'byHand') === undefined ? '' : '; promised by hand: {byHand}'

const runwayText = (figures: Figures): string => {
  const weeks = figureOf(figures, 'runway') ?? 0
  if (weeks < 0.75) return 'in less than a week'
  return weeks < 1.5 ? 'in about a week' : 'in about {runway} weeks'
}

/** How many bottles are short, where the figures say so, and how many the club needs. */
const reorderAdvice = (figures: Figures): string => {
  const isMissing = (figureOf(figures, 'missing') ?? 0) > 0
  const order = isMissing ? 'Reorder about {missing} bottles to cover the next eight weeks' : 'Reorder now'
  const isForClub = (figureOf(figures, 'promised') ?? 0) > 0
  return `${order}, or offer another wine instead.${isForClub ? ' Keep {promised} back for the club.' : ''}`
}

export const stockRunwayInsight = defineInsight('stockRunway', 'Stock running out', {
  description: 'Bottles that will run out soon, after what is promised to the club.',
  icon: 'IconBottle',
  inputs: ['series', 'stock'],
  detect: ({ stock }, { history }) => (stock ?? []).flatMap((product) => stockRunway(product, history) ?? []),
  describe: ({ isOverPromised, figures }) => ({
    title: isOverPromised ? 'More {subject} is promised than is in stock' : '{subject} is running out',
    sentences: isOverPromised
      ? [
          `Promised to releases: {promised}${byHandText(figures)}. On hand: {onHand}, including {reserved} reserved for orders.`,
        ]
      : [
          `At the ${paceOf(figures)}, {subject} runs out ${runwayText(figures)}.`,
          `Available at all locations: {available}; promised to the club: {promised}${byHandText(figures)}.`,
        ],
    unusual: null,
    advice: [
      isOverPromised
        ? 'Choose another bottle for part of the release, or stop selling this one.'
        : reorderAdvice(figures),
    ],
    tone: 'bad',
  }),
  actions: ({ subject }) => reorderActions(subject),
  chart: ({ subject }) => ({ metric: 'productUnits', subject, grain: 'week', isAhead: true }),
  figureLabels: {
    onHand: 'On hand',
    reserved: 'Reserved',
    available: 'Available',
    promised: 'Allocated',
    byHand: 'Promised by hand',
    pace: 'Pace per week',
    weeklyUnits: 'Sold per week',
    runway: 'Weeks on hand',
    soonest: 'Weeks on hand, low',
    latest: 'Weeks on hand, high',
    paceDays: 'Days of sales used',
    missing: 'Bottles short',
  },
  methods: {
    paceOfReport: 'As in the inventory report.',
    weeklySpread: 'Available bottles at the pace of the last 90 days, if weeks vary as the last 13 weeks did.',
    shortOfEightWeeks: 'Eight weeks at the pace of the last 90 days minus the available bottles.',
  },
})
