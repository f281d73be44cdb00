import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { PACE_DAYS } from '#domain/run-out.ts'
import { type AccountHistory, findSeries } from '../../account/history.ts'
import { stockFigure } from '../../account/reported-figures.ts'
import { reorderActions } from '../../insight/actions.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import type { ProductStock } from '../../insight/inputs.ts'
import { type Series, seriesEnd, sumPeriods } from '../../series/series.ts'

/** A product that will run out: created by `stockRunway`. */
export interface StockRunwayInsight extends InsightBase {
  readonly kind: 'stockRunway'
  /** more bottles are promised to releases than in stock */
  readonly isOverPromised: boolean
}

interface RunwayInput extends ProductStock {
  /** weekly units sold outside the club, whole weeks without gaps */
  readonly weeks: Series
  /** first day without data */
  readonly today: LocalDay
  /** minor units per bottle */
  readonly price: number
}

/** Stock that lasts at least this many weeks is not reported. */
const SHORT_WEEKS = 8
/** A product with less history or fewer bottles per week is ignored. */
const FEWEST_WEEKS = 12
const FEWEST_A_WEEK = 1

/** The weeks on hand of a product that is short, as its report shows them; null if there is enough. */
const stockRunway = (input: RunwayInput): StockRunwayInsight | null => {
  const { weeks, onHand, reserved, promised, promisedByHand, free, selling } = input
  const isOverPromised = promised + promisedByHand > onHand - reserved
  if (weeks.values.length < FEWEST_WEEKS || selling === null) return null
  if (selling.pace < FEWEST_A_WEEK || selling.weeks >= SHORT_WEEKS) return null
  if (onHand - reserved <= 0 || (free <= 0 && !isOverPromised)) return null
  return buildInsight(input, selling, isOverPromised)
}

const buildInsight = (
  input: RunwayInput,
  { pace, weeks, low, high }: NonNullable<ProductStock['selling']>,
  isOverPromised: boolean,
): StockRunwayInsight => {
  const { product, promisedByHand, price, today } = input
  const missing = Math.max(0, Math.round(pace * SHORT_WEEKS - Math.max(0, input.free)))
  return {
    kind: 'stockRunway',
    key: `stockRunway ${product} ${today.slice(0, 7)}`,
    subject: { kind: 'product', value: product },
    period: { from: today, until: addDays(today, Math.max(1, Math.round(weeks * 7))) },
    isOverPromised,
    figures: [
      stockFigure({ id: 'available', value: input.available }, 'available', product),
      stockFigure({ id: 'onHand', value: input.onHand }, 'onHand', product),
      stockFigure({ id: 'reserved', value: input.reserved }, 'reserved', product),
      stockFigure({ id: 'promised', value: input.promised }, 'allocated', product),
      ...(promisedByHand > 0 ? [stockFigure({ id: 'byHand', value: promisedByHand }, 'promised', product)] : []),
      stockFigure({ id: 'pace', value: pace }, 'pace', product),
      stockFigure({ id: 'runway', value: weeks }, 'weeksOnHand', product),
      stockFigure({ id: 'soonest', value: low }, 'weeksOnHandLow', product),
      ...(high === null ? [] : [stockFigure({ id: 'latest', value: high }, 'weeksOnHandHigh', product)]),
      estimated('paceDays', PACE_DAYS, 'days', 'paceOfReport'),
      estimated('missing', missing, 'count', 'shortOfEightWeeks'),
    ],
    stake: Math.round(missing * price),
    confidence: 0.8,
    unusual: null,
  }
}

const totalOf = (values: Float64Array = new Float64Array()): number => values.reduce((sum, value) => sum + value, 0)

const runwayOf = (stock: ProductStock, history: AccountHistory): StockRunwayInsight | null => {
  const subject = { kind: 'product', value: stock.product } as const
  const units = findSeries(history, 'productUnits', subject)
  if (units === null) return null
  const sold = totalOf(units.days.values)
  const sales = totalOf(findSeries(history, 'productSales', subject)?.days.values)
  const weeks = sumPeriods(units.days, 'week', history.calendar)
  return stockRunway({ ...stock, weeks, today: seriesEnd(units.days), price: sold > 0 ? sales / sold : 0 })
}

const hasFigure = (figures: StockRunwayInsight['figures'], wanted: string): boolean =>
  figures.some(({ id }) => id === wanted)

/** Insights of earlier releases have no sales rate, or one with one-off orders. */
const paceOf = (figures: StockRunwayInsight['figures']): string => {
  const pace = ['pace', 'weeklyUnits'].find((id) => hasFigure(figures, id))
  return pace === undefined
    ? 'current pace'
    : `pace of the last {paceDays} days, {${pace}} bottles a week including club shipments`
}

const byHandText = (figures: StockRunwayInsight['figures']): string =>
  hasFigure(figures, 'byHand') ? '; promised by hand: {byHand}' : ''

const runwayText = (figures: StockRunwayInsight['figures']): string => {
  const weeks = figures.find(({ id }) => id === 'runway')?.value ?? 0
  if (weeks < 0.75) return 'in less than a week'
  return weeks < 1.5 ? 'in about a week' : 'in about {runway} weeks'
}

/** How many bottles are short, where the figures say so, and how many the club needs. */
const reorderAdvice = (figures: StockRunwayInsight['figures']): string => {
  const figureOf = (wanted: string): number => figures.find(({ id }) => id === wanted)?.value ?? 0
  const order =
    figureOf('missing') > 0 ? 'Reorder about {missing} bottles to cover the next eight weeks' : 'Reorder now'
  return `${order}, or offer another wine instead.${figureOf('promised') > 0 ? ' Keep {promised} back for the club.' : ''}`
}

export const stockRunwayInsight = defineInsight('stockRunway', 'Stock running out', {
  description: 'Bottles that will run out soon, after what is promised to the club.',
  icon: 'IconBottle',
  inputs: ['series', 'stock'],
  detect: ({ stock }, { history }) => (stock ?? []).flatMap((product) => runwayOf(product, history) ?? []),
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
