import { textLiteral } from '../ddl.ts'
import { customerRows, productRows } from './implied-rows.ts'
import type { CsvImportPlan } from './import-plan.ts'
import type { KindImport, KindTarget, StoredRows } from './kind-import.ts'
import { basisOf, momentSql, rowValues } from './row-values.ts'
import { selectList } from './sql-text.ts'
import { REQUIRED_MESSAGE } from './typed-value.ts'

/** Order-level values: of an order's rows the first that has one counts. */
const FIRST_OF_ORDER = {
  ordered_utc: 'TIMESTAMP',
  ordered_local: 'TIMESTAMP',
  customer_source_id: 'VARCHAR',
  customer_name: 'VARCHAR',
  customer_email: 'VARCHAR',
  channel: 'VARCHAR',
  channel_raw: 'VARCHAR',
  order_type: 'VARCHAR',
  order_type_raw: 'VARCHAR',
  payment_status: 'VARCHAR',
  payment_status_raw: 'VARCHAR',
  fulfillment_status: 'VARCHAR',
  fulfillment_status_raw: 'VARCHAR',
  delivery_method: 'VARCHAR',
  delivery_method_raw: 'VARCHAR',
  team_member: 'VARCHAR',
  tax: 'BIGINT',
  shipping: 'BIGINT',
  tip: 'BIGINT',
  state: 'VARCHAR',
  country: 'VARCHAR',
  currency: 'VARCHAR',
} as const

const lineColumns = (plan: CsvImportPlan): Readonly<Record<string, string>> => {
  const row = rowValues(plan)
  const ordered = momentSql(plan, { date: 'orderDate', time: 'orderTime', zone: 'timeZone' })
  const discount = row.has('discount') ? `coalesce("discount", 0)` : '0'
  // A width of 38 digits holds every product of the permitted ranges.
  const gross = `CAST("quantity" AS DECIMAL(18,3)) * CAST(${row.value('unitPrice')} AS DECIMAL(20,6))`
  const given = row.has('lineAmount')
  return {
    line: 'line',
    order_id: '"orderId"',
    line_id: row.raw('lineId'),
    sku: '"sku"',
    product_title: row.raw('productTitle'),
    category: row.raw('category'),
    brand: row.raw('brand'),
    vintage: row.raw('vintage'),
    varietal: row.raw('varietal'),
    item_kind: row.code('itemKind', 'wine'),
    item_kind_raw: row.raw('itemKind'),
    quantity: '"quantity"',
    unit_price: `CAST(${row.value('unitPrice')} AS DECIMAL(18,4))`,
    // Platforms that give net amounts write discounts with either sign.
    discount: row.minor(given ? `abs(${discount}) * CASE WHEN "lineAmount" < 0 THEN -1 ELSE 1 END` : discount),
    amount: row.minor(given ? '"lineAmount"' : `${gross} - ${discount}`),
    ordered_utc: ordered.utc,
    ordered_local: ordered.local,
    customer_source_id: row.raw('customerId'),
    customer_name: row.raw('customerName'),
    customer_email: row.raw('customerEmail'),
    channel: row.value('channel'),
    channel_raw: row.raw('channel'),
    order_type: row.value('orderType'),
    order_type_raw: row.raw('orderType'),
    payment_status: row.value('paymentStatus'),
    payment_status_raw: row.raw('paymentStatus'),
    fulfillment_status: row.value('fulfillmentStatus'),
    fulfillment_status_raw: row.raw('fulfillmentStatus'),
    delivery_method: row.value('deliveryMethod'),
    delivery_method_raw: row.raw('deliveryMethod'),
    team_member: row.raw('teamMember'),
    tax: row.has('tax') ? row.minor('"tax"') : 'CAST(NULL AS BIGINT)',
    shipping: row.has('shipping') ? row.minor('"shipping"') : 'CAST(NULL AS BIGINT)',
    tip: row.has('tip') ? row.minor('"tip"') : 'CAST(NULL AS BIGINT)',
    state: row.raw('state'),
    country: row.raw('country'),
    currency: row.has('currency') ? '"currency"' : 'CAST(NULL AS VARCHAR)',
  }
}

const isFilled = (sql: string): boolean => !/^(CAST\()?NULL\b/.test(sql)

const filledColumns = (plan: CsvImportPlan): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(lineColumns(plan)).filter(([, sql]) => isFilled(sql)))

/** `csv_orders`: one row an order, with what the file says of it first. */
const createOrders = (plan: CsvImportPlan): string => {
  const filled = filledColumns(plan)
  const firsts = Object.entries(FIRST_OF_ORDER).map(([name, type]) =>
    filled[name] === undefined ? `CAST(NULL AS ${type}) AS ${name}` : `arg_min(${name}, line) AS ${name}`,
  )
  return `CREATE OR REPLACE TEMP TABLE csv_orders AS SELECT order_id, min(line) AS first_line, max(line) AS last_line,
    count(*) AS line_count, CAST(sum(amount) AS BIGINT) AS net, CAST(sum(discount) AS BIGINT) AS discount,
    ${firsts.join(', ')} FROM csv_rows GROUP BY order_id`
}

const refundSql = ({ refundIdPrefix }: CsvImportPlan): string =>
  refundIdPrefix === null ? 'net < 0' : `starts_with(order_id, ${textLiteral(refundIdPrefix)})`

/** Orders as canonical rows, for the staging table of `orders`. */
const orderRows = (plan: CsvImportPlan): string => {
  const isRefund = refundSql(plan)
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
    payment_status: "coalesce(payment_status, 'paid')",
    payment_status_raw: 'payment_status_raw',
    fulfillment_status: "coalesce(fulfillment_status, 'other')",
    fulfillment_status_raw: 'fulfillment_status_raw',
    delivery_method: "coalesce(delivery_method, 'other')",
    delivery_method_raw: 'delivery_method_raw',
    customer_source_id: 'customer_source_id',
    customer_name: 'customer_name',
    team_member: 'team_member',
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
    time_basis: basisOf('ordered_utc'),
  })} FROM csv_orders`
}

/**
 * Lines as canonical rows. A line without an id of its own is named by its ordinal in the order, counted in the order of
 * the file. Where an order's rows stand together the ordinal follows from the line's place; only scattered orders are
 * sorted, because sorting a whole large file costs more memory than reading it.
 */
const lineRows = (plan: CsvImportPlan): string => {
  const filled = filledColumns(plan)
  const optional = ['product_title', 'category', 'brand', 'vintage', 'varietal', 'item_kind_raw', 'unit_price']
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
  const together = 'last_line - first_line + 1 = line_count'
  return `SELECT ${columns} FROM (
      SELECT lines.*, lines.line - orders.first_line + 1 AS ordinal
      FROM csv_rows AS lines JOIN csv_orders AS orders USING (order_id) WHERE ${together}
      UNION ALL
      SELECT lines.*, row_number() OVER (PARTITION BY lines.order_id ORDER BY lines.line) AS ordinal
      FROM csv_rows AS lines JOIN csv_orders AS orders USING (order_id) WHERE NOT (${together}))`
}

const faults = (plan: CsvImportPlan): string[] => {
  const filled = filledColumns(plan)
  const columnOf = (name: string) => {
    const index = plan.fields[name]?.column
    return textLiteral((index === null || index === undefined ? undefined : plan.columns[index]) ?? name)
  }
  const undated = `SELECT lines.line, ${columnOf('orderDate')}, CAST(NULL AS VARCHAR), ${textLiteral(REQUIRED_MESSAGE)}
    FROM csv_rows AS lines JOIN csv_orders AS orders USING (order_id)
    WHERE orders.ordered_local IS NULL AND orders.ordered_utc IS NULL`
  const repeated = `SELECT line, ${columnOf('lineId')}, line_id, 'The order has this line ID twice' FROM csv_rows
    WHERE line_id IS NOT NULL QUALIFY row_number() OVER (PARTITION BY order_id, line_id ORDER BY line) > 1`
  return filled.line_id === undefined ? [undated] : [undated, repeated]
}

/** Orders made of their lines. */
export const ORDER_LINES_IMPORT: KindImport = {
  rowColumns: filledColumns,
  prepare: (plan) => [createOrders(plan)],
  faults,
  targets: (plan, stored) => [
    { table: 'orders', rows: orderRows(plan) },
    { table: 'order_lines', rows: lineRows(plan) },
    { table: 'products', rows: productRows(filledColumns(plan), stored) },
    ...customersOf(plan, stored),
  ],
}

const customersOf = (plan: CsvImportPlan, stored: StoredRows): KindTarget[] =>
  plan.fields.customerId === undefined
    ? []
    : [{ table: 'customers', rows: customerRows('csv_orders', 'first_line', stored) }]
