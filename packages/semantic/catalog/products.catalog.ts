import {
  buildDecimalSum,
  buildSum,
  dimension,
  recordCount,
  sku,
  stored,
  textDimension,
  unlessEmpty,
} from './build-column.ts'
import { buildCostMeasures } from './costs.ts'
import { dayColumns } from './date-columns.ts'
import { factMeasure, factOrderDates, ofFact } from './fact-columns.ts'
import type { Field } from './formula.ts'
import { withinService } from './joined-table.ts'
import { isSale, lineCosts, orderKey } from './order-lines.catalog.ts'
import type { ReportType } from './report-type.ts'

const SALES = 'sales'

/** A price in another currency is not comparable. */
const inOwnCurrency =
  (name: 'price' | 'cost'): Field =>
  (scope) =>
    `CASE WHEN ${scope.col('currency')} IS NULL OR ${scope.col('currency')} = ${scope.currency()} THEN ${scope.col(name)} END`

export const products: ReportType = {
  reportType: 'Products',
  title: 'Products',
  table: 'products',
  joins: {
    sold: {
      relation: (scope) =>
        `(SELECT service_id, product_source_id, ${scope.dialect.max('ordered_local', 'is_paid AND quantity > 0')} AS last_sold FROM ${scope.table('order_lines')} WHERE product_source_id IS NOT NULL GROUP BY service_id, product_source_id)`,
      on: withinService('source_id', 'product_source_id'),
    },
  },
  dateColumn: 'orderDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['productId', 'sku', 'productTitle', 'category', 'brand'],
  facts: {
    [SALES]: {
      recordType: 'OrderLines',
      table: 'order_lines',
      on: withinService('source_id', 'product_source_id'),
      denormalized: { hasBase: 'has_product', columns: { service_id: 'service_id', source_id: 'product_source_id' } },
      currencyColumn: 'currency',
      channelColumn: 'channel',
    },
  },
  columns: [
    dimension('productId', 'Product ID', { field: stored('source_id'), isId: true }),
    sku,
    dimension('productTitle', 'Product', { field: unlessEmpty(stored('title')), identifiedBy: 'productId' }),
    textDimension('category', 'Category', 'category', 'Department or type of the product'),
    textDimension('brand', 'Brand', 'brand', 'Vendor of the product'),
    textDimension('vintage', 'Vintage', 'vintage'),
    textDimension('varietal', 'Varietal', 'varietal'),
    dimension('itemKind', 'Item type', { type: 'enum', field: stored('item_kind') }),
    dimension('price', 'Price', { type: 'currency', description: 'List price today', field: inOwnCurrency('price') }),
    dimension('cost', 'Unit cost', {
      type: 'currency',
      description: 'Cost of one unit today; lines keep the cost that it had when they were imported',
      field: inOwnCurrency('cost'),
    }),
    ...dayColumns({
      prefix: 'lastSold',
      displayName: 'Last sold',
      description: 'Day of the last paid order with the product, all time',
      day: (scope) => scope.dialect.toDate(scope.joined('sold', 'last_sold')),
    }),
    ...factOrderDates(SALES),
    recordCount('productCount', 'Products', 'Products on record'),
    factMeasure({
      fact: SALES,
      columnId: 'netSales',
      displayName: 'Product net sales',
      type: 'currency',
      description:
        'Lines of paid orders with products on record after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded',
      formula: ofFact(SALES, { ...buildSum('net_sales'), where: isSale }),
    }),
    factMeasure({
      fact: SALES,
      columnId: 'unitsSold',
      displayName: 'Product units sold',
      type: 'number',
      description: 'Quantity of products on record on paid orders; returns are negative',
      formula: ofFact(SALES, { ...buildDecimalSum('quantity'), where: stored('is_paid') }),
    }),
    factMeasure({
      fact: SALES,
      columnId: 'orderCount',
      displayName: 'Product orders',
      type: 'integer',
      description: 'Distinct paid orders with the product and net sales above zero, excluding refunds',
      formula: ofFact(SALES, { kind: 'countDistinct', of: orderKey, where: stored('is_counted') }),
    }),
    ...buildCostMeasures(SALES, 'Product', lineCosts),
  ],
}
