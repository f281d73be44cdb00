import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { collectedObject } from './custom-values.ts'
import { customerRows, productRows } from './implied-rows.ts'
import type { KindImport, KindTarget, StoredRows } from './kind-import.ts'
import { DISCOUNTED_ORDERS, discountStatements } from './order-discount.ts'
import { createOrders, filledColumns, goodsRows, ordersOfRows } from './order-line-columns.ts'
import { paidUnlessTold, refundStatements, refundTargets } from './order-refunds.ts'
import { visitTargets } from './order-visits.ts'
import { hasCustomers, refundSql, selectList, timeBasisSql } from './row-values.ts'
import { insideStatements, untaxedLines } from './tax-inside.ts'
import { REQUIRED_MESSAGE } from './typed-value.ts'

/** Orders as canonical rows, for the staging table of `orders`. */
const orderRows = (plan: CsvImportPlan): string => {
  const isRefund = refundSql(plan)
  const custom = collectedObject(plan, 'orders')
  const charges = 'coalesce(shipping, 0) + coalesce(tax, 0) + coalesce(tip, 0)'
  return `SELECT ${selectList({
    source_id: 'order_id',
    order_number: 'order_id',
    ordered_utc: 'ordered_utc',
    ordered_local: 'ordered_local',
    channel: "coalesce(channel, 'other')",
    channel_raw: 'channel_raw',
    order_type: `coalesce(order_type, CASE WHEN ${isRefund} THEN 'refund' ELSE 'regular' END)`,
    order_type_raw: 'order_type_raw',
    payment_status: paidUnlessTold(plan),
    payment_status_raw: 'payment_status_raw',
    fulfillment_status: "coalesce(fulfillment_status, 'other')",
    fulfillment_status_raw: 'fulfillment_status_raw',
    delivery_method: "coalesce(delivery_method, 'other')",
    delivery_method_raw: 'delivery_method_raw',
    customer_source_id: 'customer_source_id',
    customer_name: 'customer_name',
    team_member: 'team_member',
    location: 'location',
    requested_ship: 'requested_ship',
    city: 'city',
    postal_code: 'postal_code',
    state: 'state',
    country: 'country',
    currency: `coalesce(currency, ${textLiteral(plan.currency)})`,
    subtotal: 'net + discount',
    discount: 'discount',
    shipping: 'coalesce(shipping, 0)',
    tax: 'coalesce(tax, 0)',
    tip: 'coalesce(tip, 0)',
    total: `net + ${charges}`,
    is_refund: isRefund,
    ...(custom === null ? {} : { custom }),
    time_basis: timeBasisSql('ordered_utc'),
  })} FROM csv_orders`
}

/**
 * Lines as canonical rows. A line without an id gets its ordinal in the order, in file order. Where an order's rows are
 * contiguous the ordinal follows from the line number; only scattered orders are sorted, because sorting a large file takes
 * more memory than reading it.
 */
const lineRows = (plan: CsvImportPlan): string => {
  const filled = filledColumns(plan)
  const optional = [
    'product_title',
    'category',
    'brand',
    'vintage',
    'varietal',
    'item_kind_raw',
    'unit_price',
    'cost',
    'custom',
  ]
  const lineId =
    filled.line_id !== undefined ? 'coalesce(line_id, CAST(ordinal AS VARCHAR))' : 'CAST(ordinal AS VARCHAR)'
  const columns = selectList({
    source_id: `order_id || chr(31) || ${lineId}`,
    order_source_id: 'order_id',
    line_id: lineId,
    line_number: 'CAST(ordinal AS INTEGER)',
    sku: 'sku',
    product_source_id: 'sku',
    ...Object.fromEntries(optional.filter((name) => filled[name] !== undefined).map((name) => [name, name])),
    item_kind: 'item_kind',
    quantity: 'quantity',
    discount: 'discount',
    amount: 'amount',
    time_basis: "'local'",
  })
  const all = untaxedLines(plan)
  const together = 'last_line - first_line + 1 = line_count'
  return `SELECT ${columns} FROM (
      SELECT lines.*, lines.line - orders.first_line + 1 AS ordinal
      FROM ${all} AS lines JOIN csv_orders AS orders USING (order_id) WHERE ${together}
      UNION ALL
      SELECT lines.*, row_number() OVER (PARTITION BY lines.order_id ORDER BY lines.line) AS ordinal
      FROM ${all} AS lines JOIN csv_orders AS orders USING (order_id) WHERE NOT (${together}))`
}

const OTHER_DAY =
  'This order ID stands above with another day, and other orders between. If your numbering restarts, combine the date with the order ID; otherwise skip such rows'

/** SQL of the day; null where the file has no dates. */
const dayOf = (filled: Readonly<Record<string, string>>, relation: string): string | null => {
  const column = ['ordered_local', 'ordered_utc'].find((name) => filled[name] !== undefined)
  return column === undefined ? null : `CAST(${relation}.${column} AS DATE)`
}

const faults = (plan: CsvImportPlan): string[] => {
  const filled = filledColumns(plan)
  const mappedColumnSql = (name: string) => {
    const index = plan.fields[name]?.column
    return textLiteral((index === null || index === undefined ? undefined : plan.columns[index]) ?? name)
  }
  const undated = `SELECT lines.line, ${mappedColumnSql('orderDate')}, CAST(NULL AS VARCHAR), ${textLiteral(REQUIRED_MESSAGE)}
    FROM csv_rows AS lines JOIN csv_orders AS orders USING (order_id)
    WHERE orders.ordered_local IS NULL AND orders.ordered_utc IS NULL`
  const repeated = `SELECT line, ${mappedColumnSql('lineId')}, line_id, 'The order has this line ID twice' FROM csv_rows
    WHERE line_id IS NOT NULL QUALIFY row_number() OVER (PARTITION BY order_id, line_id ORDER BY line) > 1`
  const moved = `SELECT lines.line, ${mappedColumnSql('orderId')}, order_id, ${textLiteral(OTHER_DAY)}
    FROM csv_rows AS lines JOIN csv_orders AS orders USING (order_id)
    WHERE orders.last_line - orders.first_line + 1 > orders.line_count AND ${dayOf(filled, 'lines')} <> ${dayOf(filled, 'orders')}`
  const dated = dayOf(filled, 'lines') === null ? [] : [moved]
  return filled.line_id === undefined ? [undated, ...dated] : [undated, repeated, ...dated]
}

/** Orders made of their lines. */
export const ORDER_LINES_IMPORT: KindImport = {
  rowColumns: filledColumns,
  prepare: (plan) => [
    createOrders(plan),
    ...discountStatements(plan),
    ...insideStatements(plan),
    ...refundStatements(plan, refundSql(plan)),
  ],
  orderAmounts: (plan) => `WITH csv_orders AS (${ordersOfRows(plan)})
    SELECT first_line AS line, coalesce(target, net) AS net, coalesce(shipping, 0) AS shipping, coalesce(tip, 0) AS tip,
      coalesce(tax, 0) AS tax, order_total AS total
    FROM csv_orders LEFT JOIN (SELECT order_id, target FROM (${DISCOUNTED_ORDERS})) USING (order_id)`,
  faults,
  targets: (plan, stored) => [
    { table: 'orders', rows: orderRows(plan) },
    { table: 'order_lines', rows: lineRows(plan) },
    ...refundTargets(plan, orderRows(plan), lineRows(plan)),
    { table: 'products', rows: productRows(plan, { relation: goodsRows(plan), filled: filledColumns(plan) }, stored) },
    ...customersOf(plan, stored),
    ...visitTargets(plan, visitsOf(plan), stored),
  ],
}

const visitsOf = (plan: CsvImportPlan) => ({
  relation: 'csv_orders',
  isPaidSale: `${paidUnlessTold(plan)} = 'paid' AND NOT (${refundSql(plan)})`,
})

const customersOf = (plan: CsvImportPlan, stored: StoredRows): KindTarget[] =>
  !hasCustomers(plan)
    ? []
    : [{ table: 'customers', rows: customerRows(plan, { relation: 'csv_orders', order: 'first_line' }, stored) }]
