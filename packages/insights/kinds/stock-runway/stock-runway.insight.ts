import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type AccountHistory, seriesOf } from '../../account/history.ts'
import { stockFigure } from '../../account/reported-figures.ts'
import type { HolidayCalendar } from '../../calendar/holidays.ts'
import { structureForecast } from '../../forecast/structure-forecast.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { computed } from '../../insight/figure.ts'
import type { ProductStock } from '../../insight/inputs.ts'
import { type Series, sumPeriods, untilOf } from '../../series/series.ts'

/** A product that will run out: created by `stockRunway`. */
export interface StockRunwayInsight extends InsightBase {
  readonly kind: 'stockRunway'
  /** more bottles are promised to releases than available */
  readonly isOverPromised: boolean
}

export interface RunwayInput {
  readonly product: string
  /** weekly units sold outside the club, whole weeks without gaps */
  readonly weeks: Series
  readonly onHand: number
  /** units on hand that are reserved for orders */
  readonly reserved: number
  /** units promised to the next releases */
  readonly promised: number
  /** minor units per bottle */
  readonly price: number
  readonly holidays: HolidayCalendar
}

/** Stock that lasts at least this many weeks is not reported. */
const SHORT_WEEKS = 8
const FARTHEST_WEEKS = 52
/** A product with less history or fewer bottles per week is ignored. */
const FEWEST_WEEKS = 12
const FEWEST_A_WEEK = 1
const NORMAL_80 = 1.2816
const BOTTLES_TOGETHER = 2

/** Weeks until `bottles` are sold, with fractions; null if they outlast the forecast. */
const lasts = (bottles: number, weekly: readonly number[]): number | null => {
  let rest = bottles
  for (const [week, sold] of weekly.entries()) {
    if (sold >= rest) return week + (sold > 0 ? Math.max(0, rest) / sold : 0)
    rest -= sold
  }
  return null
}

/** The runway of a product that is short after promises to the club, by its seasonal forecast; null if there is enough. */
export const stockRunway = (input: RunwayInput): StockRunwayInsight | null => {
  const { weeks, onHand, reserved, promised, holidays } = input
  const available = onHand - reserved
  const recent = weeks.values.slice(-13)
  const rate = recent.reduce((sum, value) => sum + value, 0) / Math.max(1, recent.length)
  if (weeks.values.length < FEWEST_WEEKS || rate < FEWEST_A_WEEK || available <= 0) return null
  const ahead = structureForecast({ series: weeks, holidays, unit: BOTTLES_TOGETHER, horizon: FARTHEST_WEEKS })
  const free = available - promised
  const runway =
    free <= 0
      ? 0
      : lasts(
          free,
          ahead.map(({ expected }) => expected),
        )
  if (runway === null || runway >= SHORT_WEEKS) return null
  // Weekly errors are correlated: a run of good weeks empties the stock earlier by about this many deviations.
  const busy = ahead.map(({ expected, deviation }) => expected + (NORMAL_80 * deviation) / 2)
  const slow = ahead.map(({ expected, deviation }) => Math.max(0, expected - (NORMAL_80 * deviation) / 2))
  return insightOf(input, {
    runway,
    soonest: free <= 0 ? 0 : (lasts(free, busy) ?? FARTHEST_WEEKS),
    latest: free <= 0 ? 0 : (lasts(free, slow) ?? FARTHEST_WEEKS),
    nextWeeks: ahead.slice(0, SHORT_WEEKS).reduce((sum, { expected }) => sum + expected, 0),
  })
}

interface Runway {
  readonly runway: number
  readonly soonest: number
  readonly latest: number
  readonly nextWeeks: number
}

const tenth = (value: number): number => Math.round(value * 10) / 10

const insightOf = (
  { product, weeks, onHand, reserved, promised, price }: Omit<RunwayInput, 'holidays'>,
  { runway, soonest, latest, nextWeeks }: Runway,
): StockRunwayInsight => {
  const subject = { kind: 'product', value: product } as const
  const today: LocalDay = untilOf(weeks)
  const there = [
    stockFigure({ id: 'onHand', value: onHand }, 'onHand', product),
    stockFigure({ id: 'reserved', value: reserved }, 'reserved', product),
  ]
  const available = computed({ id: 'available', unit: 'count', rule: 'difference', of: there })
  const method = 'weeklyForecast'
  const missing = Math.max(0, Math.round(nextWeeks - (available.value - promised)))
  return {
    kind: 'stockRunway',
    key: `stockRunway ${product} ${today.slice(0, 7)}`,
    subject,
    period: { from: today, until: addDays(today, Math.max(1, Math.round(runway * 7))) },
    isOverPromised: promised > available.value,
    figures: [
      available,
      ...there,
      stockFigure({ id: 'promised', value: promised }, 'allocated', product),
      estimated('runway', tenth(runway), 'weeks', method),
      estimated('soonest', tenth(soonest), 'weeks', method),
      estimated('latest', tenth(latest), 'weeks', method),
      estimated('missing', missing, 'count', method),
    ],
    stake: Math.round(missing * price),
    confidence: 0.8,
    unusual: null,
  }
}

const totalOf = (values: Float64Array = new Float64Array()): number => values.reduce((sum, value) => sum + value, 0)

const runwayOf = (
  { product, onHand, reserved, promised }: ProductStock,
  history: AccountHistory,
): StockRunwayInsight | null => {
  const subject = { kind: 'product', value: product } as const
  const units = seriesOf(history, 'productUnits', subject)
  if (units === null) return null
  const sold = totalOf(units.days.values)
  const sales = totalOf(seriesOf(history, 'productSales', subject)?.days.values)
  const weeks = sumPeriods(units.days, 'week', history.calendar)
  const price = sold > 0 ? sales / sold : 0
  return stockRunway({ product, weeks, onHand, reserved, promised, price, holidays: history.holidays })
}

export const stockRunwayInsight = defineInsight({
  kind: 'stockRunway',
  title: 'Stock running out',
  description: 'Bottles that will run out soon, after what is promised to the club.',
  icon: 'IconBottle',
  inputs: ['series', 'stock'],
  detect: ({ stock }, { history }) => (stock ?? []).flatMap((product) => runwayOf(product, history) ?? []),
  describe: ({ isOverPromised }) => ({
    title: isOverPromised ? 'More {subject} is promised than is in stock' : '{subject} is running out',
    sentences: isOverPromised
      ? ['Bottles of {subject} promised to releases: {promised}; available bottles: {available}.']
      : [
          'At the current pace, {subject} runs out in about {runway} weeks, between {soonest} and {latest}.',
          'Available bottles: {available}; promised to the club: {promised}.',
        ],
    unusual: null,
    advice: [
      isOverPromised
        ? 'Choose another bottle for part of the release, or stop selling this one.'
        : 'Hold enough back for the club, and have the next bottle ready.',
    ],
    tone: 'bad',
  }),
  chart: ({ subject }) => ({ metric: 'productUnits', subject, grain: 'week', isAhead: true }),
  figureLabels: {
    onHand: 'Bottles on hand',
    reserved: 'Bottles reserved for orders',
    available: 'Available bottles',
    promised: 'Bottles promised to releases',
    runway: 'Weeks of stock',
    soonest: 'Weeks of stock, low',
    latest: 'Weeks of stock, high',
    missing: 'Bottles short',
  },
  methods: { weeklyForecast: 'Weekly sales forecast compared with available bottles.' },
})
