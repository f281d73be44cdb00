import { ITEM_KINDS } from '#domain/commerce.ts'
import { coded, day, decimal, id, middle, ofEach, ratio, THOUSANDTHS, texts } from '../columns.ts'
import { daysFrom, plusDays } from '../days.ts'
import { thousandths } from '../derived-orders.ts'
import type { Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { exactSum, isPresent, orNull, type Value } from '../value.ts'
import type { Placed } from '../winery.ts'

/** Days of sales for the weekly rate, including today, and how many weeks they count as. */
const DAYS = 90
const WEEKS = 12.86

type Stock = Placed<'inventory'>

interface Sale {
  /** thousandths of units */
  readonly quantity: number
  readonly channel: string
  /** whole days before today */
  readonly age: number
}

/** What the SKU sells in the service in that time, at any location and in any currency. */
const salesOf = ({ sku, service }: Stock, { books, settings }: Context): Sale[] =>
  books.lines.flatMap(({ service: other, given, order, quantity }) => {
    if (other !== service || given.sku !== sku || !order?.isPaid) return []
    const age = daysFrom(order.ordered.day, settings.today)
    return age >= 0 && age < DAYS ? [{ quantity, channel: order.given.channel, age }] : []
  })

/** Lines outside the club of more than twenty times what the line in the middle sells, if there are ten that sell something. */
const isOneOff = (sales: readonly Sale[]): ((sale: Sale) => boolean) => {
  const usual = sales.filter(({ channel, quantity }) => channel !== 'club' && quantity > 0)
  const median = middle(usual.map(({ quantity }) => quantity))
  return ({ channel, quantity }) =>
    channel !== 'club' && median !== null && usual.length >= 10 && Math.abs(quantity) > 20 * median
}

const sumOf = (sales: readonly Sale[]): number => exactSum(sales.map(({ quantity }) => quantity)) / THOUSANDTHS

/** Null where no more was sold than came back. */
const aWeek = (sold: number): number | null => (sold > 0 ? sold / WEEKS : null)

/** Of twelve runs of seven days that end today. */
const deviationOf = (sales: readonly Sale[], pace: number): number => {
  const weeks = Array.from({ length: 12 }, (_, week) =>
    sumOf(sales.filter(({ age, channel }) => channel !== 'club' && Math.floor(age / 7) === week)),
  )
  const mean = weeks.reduce((sum, one) => sum + one, 0) / weeks.length
  const variance = weeks.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (weeks.length - 1)
  return Math.sqrt(Math.max(variance, 2 * pace))
}

/** The `w` at which pace·w and so many deviations·√w come to the units, by bisection. */
const weeksUntil = (units: number, pace: number, deviation: number): number => {
  if (units <= 0) return 0
  let [low, high] = [0, 1]
  const soldBy = (weeks: number): number => pace * weeks + deviation * Math.sqrt(weeks)
  while (soldBy(high) < units) high *= 2
  // beyond the root of the curve that first falls
  if (deviation < 0) low = (deviation / pace) ** 2 / 4
  for (let step = 0; step < 200; step += 1) {
    const half = (low + high) / 2
    if (soldBy(half) < units) low = half
    else high = half
  }
  return high
}

/** The day on which it is sold, within ten years. */
const dayAfter = (today: string, weeks: number | null): string | null =>
  weeks === null || weeks > 520 ? null : plusDays(today, Math.floor(Math.max(0, weeks) * 7))

const CHANNELS = ['pos', 'web', 'club', 'wholesale']

const paceValues = (sales: readonly Sale[]) => {
  const oneOff = isOneOff(sales)
  const steady = sales.filter((sale) => !oneOff(sale))
  const ofChannel = (channel: string): number => sumOf(steady.filter((sale) => sale.channel === channel)) / WEEKS
  const pace = aWeek(sumOf(steady))
  return {
    pacePos: ofChannel('pos'),
    paceWeb: ofChannel('web'),
    paceClub: ofChannel('club'),
    paceWholesale: ofChannel('wholesale'),
    weeklyUnits: aWeek(sumOf(sales)),
    pace,
    paceOther: sumOf(steady.filter(({ channel }) => !CHANNELS.includes(channel))) / WEEKS,
    oneOffUnits: sumOf(sales.filter(oneOff)),
    weeklyDeviation: pace === null ? null : deviationOf(steady, pace),
  }
}

/** Units of orders that are paid, no refunds, and not completely handed over. */
const openOf = ({ sku, service }: Stock, { books }: Context): number =>
  exactSum(
    books.lines.flatMap((line) => {
      const { order } = line
      if (line.service !== service || line.given.sku !== sku || !order?.isPaid || order.given.is_refund) return []
      return ['unfulfilled', 'partial'].includes(order.given.fulfillment_status) ? [line.quantity] : []
    }),
  ) / THOUSANDTHS

/** Units that the service can sell of the SKU, at all locations. */
const availableOf = ({ sku, service }: Stock, { books }: Context): number =>
  exactSum(
    books
      .tableRows('inventory')
      .filter((other) => other.sku === sku && other.service === service)
      .map(({ available }) => thousandths(available)),
  ) / THOUSANDTHS

const promisedOf = ({ sku, service }: Stock, { settings: { promises = [] } }: Context): number =>
  exactSum(promises.flatMap((one) => (one.serviceId === service && one.sku === sku ? [one.units] : [])))

interface Pace {
  readonly pace: number | null
  readonly paceClub: number
  readonly weeklyDeviation: number | null
}

const runOutValues = (free: number, { pace, paceClub, weeklyDeviation }: Pace, today: string) => {
  const weeks = ratio(free, pace)
  const drift = 1.2816 * (weeklyDeviation ?? 0)
  const low = pace === null ? null : weeksUntil(free, pace, drift)
  const outside = (pace ?? 0) - Math.max(0, paceClub)
  const high = pace === null || outside <= 0 ? null : weeksUntil(free, outside, -drift)
  return {
    weeksOnHand: weeks,
    weeksOnHandLow: low,
    weeksOnHandHigh: high,
    runOutDate: dayAfter(today, free < 0 ? 0 : weeks),
    runOutEarliest: dayAfter(today, low),
    runOutLatest: dayAfter(today, high),
  }
}

/** What all products of the SKU that say it say alike. */
const goodsOf = ({ sku, service }: Stock, { books }: Context): Record<string, Value> => {
  const products = books.tableRows('products').filter((one) => one.service === service && one.sku === sku)
  const alike = (of: (product: (typeof products)[number]) => string | null): Value => {
    const [only = null, ...others] = new Set(products.map((one) => orNull(of(one))).filter(isPresent))
    return others.length > 0 ? null : only
  }
  return {
    category: alike(({ category }) => category),
    brand: alike(({ brand }) => brand),
    vintage: alike(({ vintage }) => vintage),
    varietal: alike(({ varietal }) => varietal),
    itemKind: alike(({ item_kind }) => item_kind),
  }
}

const toRecord =
  (context: Context) =>
  (stock: Stock): ReferenceRecord => {
    const { sku, service, location, source_id } = stock
    const promised = promisedOf(stock, context)
    const free = availableOf(stock, context) - promised
    const paces = paceValues(salesOf(stock, context))
    const values: Record<string, Value> = {
      sku,
      serviceId: service,
      productTitle: orNull(stock.product_title),
      ...goodsOf(stock, context),
      location: orNull(location),
      onHand: thousandths(stock.on_hand),
      reserved: stock.reserved === null ? null : thousandths(stock.reserved),
      allocated: stock.allocated === null ? null : thousandths(stock.allocated),
      available: thousandths(stock.available),
      promised,
      free,
      openUnits: openOf(stock, context),
      ...paces,
      ...runOutValues(free, paces, context.settings.today),
    }
    return {
      values,
      days: {},
      facts: { product: JSON.stringify([service, sku]) },
      service,
      key: [sku, orNull(location), source_id, service],
    }
  }

/** Each SKU once, however many locations it lies at. */
const ofSkus = (records: readonly ReferenceRecord[], columnId: string): number =>
  exactSum([...new Map(records.map(({ facts, values }) => [facts.product, values[columnId] ?? null])).values()])

const once = (columnId: string): ReferenceMeasure => ofEach('number', (records) => ofSkus(records, columnId))

const extreme = (columnId: string, choose: (...values: number[]) => number): ReferenceMeasure =>
  ofEach('number', (records) => {
    const values = records.map((record) => record.values[columnId]).filter(isPresent)
    return values.length === 0 ? null : choose(...values.map(Number))
  })

const ONCE = [
  ...['promised', 'free', 'openUnits', 'weeklyUnits', 'oneOffUnits'],
  ...['pace', 'pacePos', 'paceWeb', 'paceClub', 'paceWholesale', 'paceOther'],
]

export const inventory: ReferenceReportType = {
  name: 'Inventory',
  dateColumn: null,
  columns: {
    sku: id,
    serviceId: id,
    ...texts('productTitle', 'location', 'category', 'brand', 'vintage', 'varietal'),
    itemKind: coded(ITEM_KINDS),
    onHand: decimal('onHand'),
    reserved: decimal('reserved'),
    allocated: decimal('allocated'),
    available: decimal('available'),
    ...Object.fromEntries(ONCE.map((columnId) => [columnId, once(columnId)])),
    weeklyDeviation: extreme('weeklyDeviation', Math.max),
    weeksOnHand: ofEach('number', (records) => ratio(ofSkus(records, 'free'), ofSkus(records, 'pace'))),
    weeksOnHandLow: extreme('weeksOnHandLow', Math.min),
    weeksOnHandHigh: extreme('weeksOnHandHigh', Math.min),
    runOutDate: day,
    runOutEarliest: day,
    runOutLatest: day,
  },
  records: (context) => context.books.tableRows('inventory').map(toRecord(context)),
}
