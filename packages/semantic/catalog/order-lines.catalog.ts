import {
  buildDecimalSum,
  buildSum,
  countedMeasure,
  dimension,
  joinedField,
  measure,
  personal,
  recordCount,
  stored,
  textDimension,
  withSynonyms,
} from './build-column.ts'
import { costMeasures } from './costs.ts'
import { isCanceled, isOpen } from './fact-columns.ts'
import type { Field } from './formula.ts'
import { lineGoods } from './goods.ts'
import { joinedTable } from './joined-table.ts'
import { orderDates, orderDimensions, orderLineSource } from './order-columns.ts'
import { ownCodeDimensions } from './own-codes.ts'
import type { ReportType } from './report-type.ts'

const isPaid = stored('is_paid')

/** Gift cards are no sales until they are redeemed. */
export const isSale: Field = (scope) => `(${isPaid(scope)} AND ${scope.col('item_kind')} <> 'gift_card')`

const paidQuantity: Field = (scope) => `CASE WHEN ${scope.col('is_paid')} THEN ${scope.col('quantity')} ELSE 0 END`

const lineCost = stored('cost_of_goods')
const salesWhere =
  (condition: 'IS NULL' | 'IS NOT NULL', name: 'net_sales' | 'amount'): Field =>
  (scope) =>
    `CASE WHEN ${lineCost(scope)} ${condition} THEN ${scope.col(name)} ELSE 0 END`

/** Of order lines. */
export const lineCosts = {
  isSale,
  cost: lineCost,
  costedSales: salesWhere('IS NOT NULL', 'net_sales'),
  uncostedSales: salesWhere('IS NULL', 'net_sales'),
  goods: { amount: stored('amount'), cost: lineCost, uncosted: salesWhere('IS NULL', 'amount') },
}

/** A condition on the order of a line. */
const ofOrder =
  (condition: Field): Field =>
  (scope) =>
    condition({ ...scope, col: (name) => scope.joined('orders', name) })

/** Orders of two services may share an id, so the key includes the service. */
export const orderKey: readonly Field[] = [stored('service_id'), stored('order_source_id')]

export const orderLines: ReportType = {
  reportType: 'OrderLines',
  title: 'Order lines',
  table: 'order_lines',
  joins: {
    orders: joinedTable('orders', 'order_source_id'),
    products: joinedTable('products', 'product_source_id'),
  },
  dateColumn: 'orderDate',
  currencyColumn: 'currency',
  channelColumn: 'channel',
  recordKey: ['order_source_id', 'line_number', 'line_id', 'service_id'],
  recordColumns: ['orderId', 'orderNumber', 'orderDate', 'lineId', 'sku', 'productTitle'],
  history: {
    person: [joinedField('orders', 'customer_service_id'), joinedField('orders', 'customer_id')],
    events: {
      where: stored('is_counted'),
      key: [stored('order_source_id'), stored('service_id')],
      areParts: true,
      place: joinedField('orders', 'prior_orders'),
      words: { did: 'bought items', didNot: 'didn’t buy items', event: 'purchase' },
    },
  },
  exclusions: [
    { label: 'Lines whose order is missing', where: (scope) => `(${scope.col('currency')} IS NULL)` },
    { label: 'Lines of open orders', where: ofOrder(isOpen) },
    { label: 'Lines of canceled orders', where: ofOrder(isCanceled) },
    { label: 'Gift cards', where: (scope) => `(${scope.col('item_kind')} = 'gift_card')` },
    { label: 'Lines of refunds', where: stored('is_refund') },
    { label: 'Lines of orders without net sales', where: (scope) => `(NOT ${scope.col('is_counted')})` },
  ],
  unpaid: { isOpen: ofOrder(isOpen), isCanceled: ofOrder(isCanceled) },
  columns: [
    personal(dimension('orderId', 'Order ID', { field: stored('order_source_id'), isId: true })),
    personal(dimension('lineId', 'Line ID', { field: stored('line_id'), isId: true })),
    ...orderDimensions(orderLineSource),
    ...orderDates(),
    dimension('sku', 'SKU', {
      synonyms: 'sku',
      description: 'Stock keeping unit (case-sensitive)',
      field: stored('sku'),
      isId: true,
    }),
    dimension('productId', 'Product ID', { field: stored('product_source_id'), isId: true }),
    textDimension('productTitle', 'Product', 'product_title'),
    withSynonyms(
      textDimension('category', 'Category', 'category', 'Department or type of the product'),
      'category, product category, product type, type of product, wine category, categories, department, departments',
    ),
    withSynonyms(textDimension('brand', 'Brand', 'brand', 'Vendor of the product'), 'brand, label, wine brand'),
    withSynonyms(textDimension('vintage', 'Vintage', 'vintage'), 'vintage, vintage year'),
    withSynonyms(
      textDimension('varietal', 'Varietal', 'varietal'),
      'varietal, variety, grape, grape variety, varietal type, type of wine, wine type, varietals, grapes, kind of wine, kinds of wine, types of wine, varieties',
    ),
    dimension('itemKind', 'Item type', {
      synonyms: 'kind of item, item kind, item type, kind of product',
      type: 'enum',
      field: stored('item_kind'),
    }),
    textDimension('itemKindRaw', 'Item type (as in source)', 'item_kind_raw'),
    ...ownCodeDimensions('goods', stored),
    countedMeasure(isSale, 'netSales', 'Net sales', 'currency', {
      description:
        'Lines of paid orders after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded',
      record: stored('net_sales'),
      formula: buildSum('net_sales'),
      bridge: lineGoods,
    }),
    countedMeasure(isPaid, 'unitsSold', 'Units sold', 'number', {
      description: 'Quantity on paid orders; returns are negative',
      record: paidQuantity,
      formula: buildDecimalSum('quantity'),
    }),
    measure('orderCount', 'Orders', 'integer', {
      description: 'Distinct paid orders with net sales above zero, excluding refunds',
      formula: { kind: 'countDistinct', of: orderKey, where: stored('is_counted') },
    }),
    recordCount('lineCount', 'Lines', 'Number of order lines of any kind'),
    countedMeasure(isPaid, 'quantity', 'Quantity', 'number', {
      synonyms: 'quantity sold',
      description: 'Quantity of lines on paid orders, the same as units sold; returns are negative',
      record: stored('quantity'),
      formula: buildDecimalSum('quantity'),
      goodDirection: 'neutral',
    }),
    countedMeasure(isPaid, 'unitPrice', 'Unit price', 'number', {
      description: 'Price per unit before discounts; average over lines of paid orders',
      record: stored('unit_price'),
      formula: { kind: 'average', of: stored('unit_price') },
      goodDirection: 'neutral',
    }),
    countedMeasure(isPaid, 'lineDiscount', 'Discount', 'currency', {
      synonyms:
        'discounts, discount, discounting, markdowns, discount given, discounts given, amount discounted, discount dollars',
      description: 'Discounts on lines of paid orders',
      record: stored('discount'),
      formula: buildSum('discount'),
      goodDirection: 'neutral',
    }),
    ...costMeasures(lineCosts),
  ],
}
