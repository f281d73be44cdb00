import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
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
/** Days of sales that the catalog's weeks on hand are based on. */
const PACE_DAYS = 90
/** Weeks whose sales tell how much a week varies: those of the sales rate. */
const WEEKS_OF_PACE = 13
const NORMAL_80 = 1.2816
const BOTTLES_TOGETHER = 2

/** Deviation of a week's sales, at least that of random orders of a few bottles. */
const weeklyDeviation = ({ values }: Series, pace: number): number => {
  const recent = values.slice(-WEEKS_OF_PACE)
  const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length
  const variance = recent.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, recent.length - 1)
  return Math.sqrt(Math.max(variance, BOTTLES_TOGETHER * pace))
}

/** Weeks after which the bottles are sold, if sales are `deviations` above the pace: `pace·w + deviations·√w = bottles`. */
const lasts = (bottles: number, pace: number, deviations: number): number =>
  bottles <= 0 ? 0 : ((Math.sqrt(deviations * deviations + 4 * pace * bottles) - deviations) / (2 * pace)) ** 2

/** The weeks on hand of a product that is short, as its report shows them; null if there is enough. */
const stockRunway = (input: RunwayInput): StockRunwayInsight | null => {
  const { weeks, onHand, reserved, promised, available, weeklyUnits, weeksOnHand } = input
  const isOverPromised = promised > onHand - reserved
  if (weeks.values.length < FEWEST_WEEKS || weeklyUnits === null || weeksOnHand === null) return null
  if (weeklyUnits < FEWEST_A_WEEK || weeksOnHand >= SHORT_WEEKS) return null
  if (onHand - reserved <= 0 || (available <= 0 && !isOverPromised)) return null
  return buildInsight(input, { isOverPromised, pace: weeklyUnits, runway: weeksOnHand })
}

interface Runway {
  readonly isOverPromised: boolean
  readonly pace: number
  readonly runway: number
}

const tenth = (value: number): number => Math.round(value * 10) / 10

const buildInsight = (input: RunwayInput, { isOverPromised, pace, runway }: Runway): StockRunwayInsight => {
  const { product, weeks, price, today } = input
  const free = Math.max(0, input.available)
  const deviations = NORMAL_80 * weeklyDeviation(weeks, pace)
  const missing = Math.max(0, Math.round(pace * SHORT_WEEKS - free))
  return {
    kind: 'stockRunway',
    key: `stockRunway ${product} ${today.slice(0, 7)}`,
    subject: { kind: 'product', value: product },
    period: { from: today, until: addDays(today, Math.max(1, Math.round(runway * 7))) },
    isOverPromised,
    figures: [
      stockFigure({ id: 'available', value: input.available }, 'available', product),
      stockFigure({ id: 'onHand', value: input.onHand }, 'onHand', product),
      stockFigure({ id: 'reserved', value: input.reserved }, 'reserved', product),
      stockFigure({ id: 'promised', value: input.promised }, 'allocated', product),
      stockFigure({ id: 'weeklyUnits', value: pace }, 'weeklyUnits', product),
      stockFigure({ id: 'runway', value: runway }, 'weeksOnHand', product),
      estimated('soonest', tenth(lasts(free, pace, deviations)), 'weeks', 'weeklySpread'),
      estimated('latest', tenth(lasts(free, pace, -deviations)), 'weeks', 'weeklySpread'),
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

/** Insights of earlier releases have no sales rate. */
const paceOf = (figures: StockRunwayInsight['figures']): string =>
  figures.some(({ id }) => id === 'paceDays')
    ? 'pace of the last {paceDays} days, {weeklyUnits} bottles a week including club shipments'
    : 'current pace'

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
      ? ['Promised to releases: {promised}. On hand: {onHand}, including {reserved} reserved for orders.']
      : [
          `At the ${paceOf(figures)}, {subject} runs out ${runwayText(figures)}.`,
          'Available at all locations: {available}; promised to the club: {promised}.',
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
