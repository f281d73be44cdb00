import { joinedField, measure, sku, stored, textDimension, withSynonyms } from './build-column.ts'
import { type Aggregate, type Field, ratio } from './formula.ts'
import { withinService } from './joined-table.ts'
import type { ReportType } from './report-type.ts'

/** Days of sales for the sales rate, including today, and how many weeks they count as. */
const DAYS = 90
const WEEKS = 12.86

const unitsSold = joinedField('sales', 'units')

/** Units of the SKU sold per week at all locations; null if not more were sold than returned. */
const weeklyUnits: Field = (scope) => `CASE WHEN ${unitsSold(scope)} > 0 THEN ${unitsSold(scope)} / ${WEEKS} END`

const product = [stored('service_id'), stored('sku')]

const weeklyUnitsOnce: Aggregate = {
  kind: 'sumOnce',
  of: weeklyUnits,
  per: product,
  where: (scope) => `(${unitsSold(scope)} > 0)`,
}

/** Available units of the SKU at all locations: a location's own stock cannot be divided by the sales of all. */
const availableEverywhere = joinedField('stock', 'available')
const availableOnce: Aggregate = { kind: 'sumOnce', of: availableEverywhere, per: product }

const units = (columnId: string, displayName: string, name: string, description: string) =>
  measure(columnId, displayName, 'number', {
    description,
    record: stored(name),
    formula: { kind: 'sumDecimal', of: stored(name) },
    goodDirection: 'neutral',
  })

export const inventory: ReportType = {
  reportType: 'Inventory',
  title: 'Inventory',
  table: 'inventory',
  joins: {
    sales: {
      relation: (scope) => {
        const { dialect } = scope
        const from = dialect.addDays(scope.today(), 1 - DAYS)
        const until = dialect.addDays(scope.today(), 1)
        return `(SELECT service_id, sku, ${dialect.sumDecimal('quantity', null)} AS units FROM ${scope.table('order_lines')} WHERE is_paid AND sku IS NOT NULL AND ordered_local >= ${from} AND ordered_local < ${until} GROUP BY service_id, sku)`
      },
      on: withinService('sku', 'sku'),
    },
    stock: {
      relation: (scope) =>
        `(SELECT service_id, sku, ${scope.dialect.sumDecimal('available', null)} AS available FROM ${scope.table('inventory')} GROUP BY service_id, sku)`,
      on: withinService('sku', 'sku'),
    },
  },
  dateColumn: null,
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['sku', 'location', 'source_id', 'service_id'],
  recordColumns: ['sku', 'productTitle', 'location', 'onHand', 'available'],
  columns: [
    sku,
    textDimension('productTitle', 'Product', 'product_title'),
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
    measure('weeklyUnits', 'Sold per week', 'number', {
      synonyms: 'sold a week, units a week, bottles a week, sold per week, weekly units, weekly bottles',
      description:
        'Units of the SKU on paid orders of the same service in the last 90 days, including today, at all locations and in any currency ÷ 12.86; returns are negative, blank if not above 0. Across records, each SKU counts once, whatever its number of locations',
      record: weeklyUnits,
      formula: weeklyUnitsOnce,
      goodDirection: 'neutral',
    }),
    measure('weeksOnHand', 'Weeks on hand', 'number', {
      synonyms:
        'weeks on hand, weeks of stock, weeks of supply, weeks of inventory, stock runway, weeks left, how long until its gone, how long until it is gone, weeks of cover, runway, weeks until we run out, how long until we run out, how long will it last, weeks of supply left, how long stock lasts',
      description:
        'Available units ÷ units sold per week over the last 90 days, both for all locations. Excludes reserved and promised units; blank if none were sold. In totals, each SKU counts once',
      record: (scope) => scope.dialect.divide(availableEverywhere(scope), weeklyUnits(scope)),
      formula: ratio(availableOnce, weeklyUnitsOnce, ['Available units at all locations', 'Units sold per week']),
      goodDirection: 'neutral',
    }),
  ],
}
