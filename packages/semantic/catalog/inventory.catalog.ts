import { PACE_WEEKS } from '#domain/run-out.ts'
import { dimension, joinedField, measure, sku, stored, textDimension, withSynonyms } from './build-column.ts'
import type { Measure } from './column.ts'
import { dayColumn } from './date-columns.ts'
import { type Aggregate, type Field, ratio } from './formula.ts'
import type { ReportType } from './report-type.ts'
import {
  channelPace,
  freeUnits,
  hasPace,
  oneOffUnits,
  openUnits,
  type PaceChannel,
  pace,
  promisedUnits,
  runOutDay,
  stockJoins,
  weeklyDeviation,
  weeksHigh,
  weeksLow,
  weeksOnHand,
} from './stock-pace.ts'

const unitsSold = joinedField('sales', 'units')

/** Units of the SKU sold per week at all locations; null if not more were sold than returned. */
const weeklyUnits: Field = (scope) => `CASE WHEN ${unitsSold(scope)} > 0 THEN ${unitsSold(scope)} / ${PACE_WEEKS} END`

const product = [stored('service_id'), stored('sku')]

/** A number of the product, whatever its number of locations. */
const once = (of: Field, where?: Field): Aggregate => ({
  kind: 'sumOnce',
  of,
  per: product,
  ...(where === undefined ? {} : { where }),
})

const freeOnce = once(freeUnits)
const paceOnce = once(pace, hasPace)

const ofProduct = (columnId: string, displayName: string, of: Field, description: string, synonyms?: string) =>
  measure(columnId, displayName, 'number', {
    description: `${description}. Across records, each SKU counts once`,
    record: of,
    formula: once(of),
    goodDirection: 'neutral',
    ...(synonyms === undefined ? {} : { synonyms }),
  })

const WEEKS_WITHIN = 'Weeks that the units free to sell last if weeks vary as the last 12 did and sales are'

const CHANNELS: Readonly<Record<PaceChannel, string>> = {
  pos: 'the channel Tasting room',
  web: 'the channel Web',
  club: 'the channel Club',
  wholesale: 'the channel Wholesale',
  other: 'all other channels',
}

const paceOf = (channel: PaceChannel, columnId: string, displayName: string, synonyms: string) =>
  ofProduct(
    columnId,
    displayName,
    channelPace(channel),
    `Units of ${CHANNELS[channel]} on paid orders of the last 90 days, without one-off orders, ÷ 12.86`,
    synonyms,
  )

/** The one product that is highest or lowest. */
const extreme = (
  columnId: string,
  displayName: string,
  kind: 'min' | 'max',
  of: Field,
  text: Pick<Measure, 'synonyms' | 'description'>,
) => measure(columnId, displayName, 'number', { ...text, record: of, formula: { kind, of }, goodDirection: 'neutral' })

const units = (columnId: string, displayName: string, name: string, description: string) =>
  measure(columnId, displayName, 'number', {
    description,
    record: stored(name),
    formula: { kind: 'sumDecimal', of: stored(name) },
    goodDirection: 'neutral',
  })

const ofGoods = (columnId: string, displayName: string, name: string) =>
  dimension(columnId, displayName, {
    type: columnId === 'itemKind' ? 'enum' : 'text',
    description: 'Of the product with the SKU in the same service; blank without one, or where several differ',
    field: joinedField('goods', name),
  })

export const inventory: ReportType = {
  reportType: 'Inventory',
  title: 'Inventory',
  table: 'inventory',
  joins: stockJoins,
  dateColumn: null,
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['sku', 'location', 'source_id', 'service_id'],
  recordColumns: ['sku', 'productTitle', 'location', 'onHand', 'available'],
  columns: [
    sku,
    dimension('serviceId', 'Service ID', {
      description: 'Service whose stock it is',
      field: stored('service_id'),
      isId: true,
    }),
    textDimension('productTitle', 'Product', 'product_title'),
    ofGoods('category', 'Category', 'category'),
    ofGoods('brand', 'Brand', 'brand'),
    ofGoods('vintage', 'Vintage', 'vintage'),
    ofGoods('varietal', 'Varietal', 'varietal'),
    ofGoods('itemKind', 'Item type', 'item_kind'),
    withSynonyms(
      textDimension('location', 'Location', 'location', 'Where the stock is stored'),
      'location, warehouse, stock location',
    ),
    withSynonyms(
      units('onHand', 'On hand', 'on_hand', 'Units at the location today'),
      `
      stock, stock on hand, on hand, inventory, units on hand, bottles on hand, bottles in stock, units in stock,
      inventory on hand, in stock, stock level, stock levels, inventory level, inventory levels, bottles in inventory`,
    ),
    withSynonyms(
      units('reserved', 'Reserved', 'reserved', 'Units on hand that are reserved for orders'),
      'reserved stock, reserved units, reserved bottles, bottles reserved',
    ),
    withSynonyms(
      units('allocated', 'Allocated', 'allocated', 'Units on hand that are allocated, such as for a club'),
      'allocated, promised to the club, allocated stock, allocated units, allocated bottles, bottles allocated',
    ),
    withSynonyms(
      units(
        'available',
        'Available',
        'available',
        'Units available for sale today, without those reserved for orders or promised to a club',
      ),
      `
      available, available stock, available units, available bottles, available inventory, bottles available,
      units available, left, have left, left in stock, bottles left, remaining, remain, still have, left over, available to sell, units left, stock left`,
    ),
    ofProduct(
      'promised',
      'Promised by hand',
      promisedUnits,
      'Units of the SKU that the account has entered as promised, such as to a distributor, whenever they are due',
      'promised by hand, entered promises, wholesale promises, promised bottles',
    ),
    ofProduct(
      'free',
      'Free to sell',
      freeUnits,
      'Available units of the SKU minus those promised by hand, at all locations',
      'free to sell, free stock, free bottles, unpromised, unpromised stock, unpromised bottles',
    ),
    ofProduct(
      'openUnits',
      'On open orders',
      openUnits,
      'Units of the SKU on paid orders that are unfulfilled or partially fulfilled, all units of such orders. They are not subtracted from the available units again: sources reserve them, or take them off when they are sold',
      'units on open orders, bottles on open orders, stock on open orders',
    ),
    measure('weeklyUnits', 'Sold per week', 'number', {
      synonyms: 'sold a week, units a week, bottles a week, sold per week, weekly units, weekly bottles',
      description:
        'Units of the SKU on paid orders of the same service in the last 90 days, including today, at all locations and in any currency ÷ 12.86; returns are negative, blank if not above 0. Across records, each SKU counts once, whatever its number of locations',
      record: weeklyUnits,
      formula: once(weeklyUnits, (scope) => `(${unitsSold(scope)} > 0)`),
      goodDirection: 'neutral',
    }),
    measure('pace', 'Pace per week', 'number', {
      synonyms: 'pace, pace per week, weekly pace, sales pace, selling pace',
      description:
        'Units of the SKU sold per week without one-off orders: order lines outside the club with more than 20 times the units of the product’s median line in the same 90 days, where it has at least ten. Blank if not above 0. Across records, each SKU counts once',
      record: pace,
      formula: paceOnce,
      goodDirection: 'neutral',
    }),
    paceOf('pos', 'pacePos', 'Pace, tasting room', 'tasting room pace, pos pace, pace of the tasting room'),
    paceOf('web', 'paceWeb', 'Pace, web', 'web pace, online pace'),
    paceOf('club', 'paceClub', 'Pace, club', 'club pace, pace of the club'),
    paceOf('wholesale', 'paceWholesale', 'Pace, wholesale', 'wholesale pace, pace of wholesale'),
    paceOf('other', 'paceOther', 'Pace, other channels', 'other pace, pace of other channels'),
    ofProduct(
      'oneOffUnits',
      'One-off units',
      oneOffUnits,
      'Units of the SKU on one-off orders of the last 90 days, which are no pace',
      'one-off units, one-off bottles, one-off orders',
    ),
    extreme('weeklyDeviation', 'Weekly deviation', 'max', weeklyDeviation, {
      synonyms: 'weekly deviation, weekly variation',
      description:
        'Standard deviation of the units sold outside the club in each of the last 12 runs of seven days, without one-off orders, and at least the square root of 2 × pace. Across records, the highest',
    }),
    measure('weeksOnHand', 'Weeks on hand', 'number', {
      synonyms:
        'weeks on hand, weeks of stock, weeks of supply, weeks of inventory, stock runway, weeks left, how long until its gone, how long until it is gone, weeks of cover, runway, weeks until we run out, how long until we run out, how long will it last, weeks of supply left, how long stock lasts',
      description:
        'Units free to sell ÷ pace per week, both for all locations. Excludes reserved and promised units; blank if none were sold. In totals, each SKU counts once',
      record: weeksOnHand,
      formula: ratio(freeOnce, paceOnce, ['Units free to sell at all locations', 'Pace per week']),
      goodDirection: 'neutral',
    }),
    extreme('weeksOnHandLow', 'Weeks on hand, low', 'min', weeksLow, {
      synonyms: 'fewest weeks on hand, low weeks on hand, fewest weeks of stock',
      description: `${WEEKS_WITHIN} faster, with a probability of 10%. Across records, the lowest`,
    }),
    extreme('weeksOnHandHigh', 'Weeks on hand, high', 'min', weeksHigh, {
      synonyms: 'most weeks on hand, high weeks on hand, most weeks of stock',
      description: `${WEEKS_WITHIN} slower, with a probability of 10%, while the club, which ships on few days, takes none. Across records, the lowest`,
    }),
    dayColumn(
      'runOutDate',
      'Runs out',
      runOutDay((scope) => `CASE WHEN ${freeUnits(scope)} < 0 THEN 0 ELSE ${weeksOnHand(scope)} END`),
      'Today plus the weeks on hand; today if nothing is free to sell, blank after ten years. Likely (80%) between the earliest and the latest',
    ),
    dayColumn(
      'runOutEarliest',
      'Runs out, earliest',
      runOutDay(weeksLow),
      'Today plus the low end of the weeks on hand',
    ),
    dayColumn('runOutLatest', 'Runs out, latest', runOutDay(weeksHigh), 'Today plus the high end of the weeks on hand'),
  ],
}
