import type { CsvImportPlan } from '../../staging.ts'
import { customColumns, customNames, customObject } from './custom-values.ts'
import { customerKey, grossAmount, rowValues, timestampSql } from './row-values.ts'

/** Order-level values: of an order's rows the first that has one counts, but for charges. */
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
  location: 'VARCHAR',
  guests: 'INTEGER',
  tax: 'BIGINT',
  shipping: 'BIGINT',
  tip: 'BIGINT',
  requested_ship: 'DATE',
  city: 'VARCHAR',
  postal_code: 'VARCHAR',
  state: 'VARCHAR',
  country: 'VARCHAR',
  currency: 'VARCHAR',
  order_net: 'BIGINT',
  order_discount: 'BIGINT',
  order_discount_share: 'DECIMAL(10,8)',
  refunded: 'BIGINT',
  order_total: 'BIGINT',
} as const

/** In major units, negative for returned units; a unit's cost where the line has none. Null without either. */
const costSql = (row: ReturnType<typeof rowValues>): string | null => {
  const unit = `"quantity" * abs("unitCost")`
  const line = `abs("lineCost") * CASE WHEN "quantity" < 0 THEN -1 ELSE 1 END`
  if (row.has('lineCost')) return row.has('unitCost') ? `coalesce(${line}, ${unit})` : line
  return row.has('unitCost') ? unit : null
}

/** A share of the gross amount; of a net amount, what was subtracted from it. */
const sharedDiscount = (isNet: boolean, gross: string): string =>
  isNet
    ? `coalesce("lineAmount" * "discount" / nullif(1 - "discount", 0), CASE WHEN "discount" = 1 THEN ${gross} END, 0)`
    : `CAST(${gross} AS DECIMAL(26,6)) * coalesce("discount", 0)`

const lineColumns = (plan: CsvImportPlan): Readonly<Record<string, string>> => {
  const row = rowValues(plan)
  const ordered = timestampSql(plan, { date: 'orderDate', time: 'orderTime', zone: 'timeZone' })
  const share = plan.fields.discount?.share ?? null
  const gross = grossAmount(row)
  const given = row.has('lineAmount')
  const amountOff = plan.fields.discount?.isNegated ? '-"discount"' : '"discount"'
  const discount =
    share === null ? (row.has('discount') ? `coalesce(${amountOff}, 0)` : '0') : sharedDiscount(given, gross)
  const isShareOfOrder = (plan.fields.orderDiscount?.share ?? null) !== null
  const signedDiscount = given ? `abs(${discount}) * CASE WHEN "lineAmount" < 0 THEN -1 ELSE 1 END` : discount
  const net = row.minor(discount === '0' ? gross : `${gross} - ${discount}`)
  const cost = costSql(row)
  const amount = (name: string, major = `"${name}"`) => (row.has(name) ? row.minor(major) : 'CAST(NULL AS BIGINT)')
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
    // Platforms that export net amounts write discounts with either sign.
    discount:
      discount === '0' ? 'CAST(0 AS BIGINT)' : given ? row.minor(signedDiscount) : `${row.minor(gross)} - ${net}`,
    amount: given ? row.minor('"lineAmount"') : net,
    cost: cost === null ? 'CAST(NULL AS BIGINT)' : row.minor(cost),
    ordered_utc: ordered.utc,
    ordered_local: ordered.local,
    customer_source_id: customerKey(row),
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
    location: row.raw('location'),
    guests: row.has('guests') ? 'CAST("guests" AS INTEGER)' : 'CAST(NULL AS INTEGER)',
    tax: amount('tax'),
    shipping: amount('shipping'),
    tip: amount('tip'),
    order_net: amount('orderNet'),
    order_discount: isShareOfOrder ? 'CAST(NULL AS BIGINT)' : amount('orderDiscount', 'abs("orderDiscount")'),
    order_discount_share: isShareOfOrder ? '"orderDiscount"' : 'CAST(NULL AS DECIMAL(10,8))',
    refunded: amount('refundedAmount', 'abs("refundedAmount")'),
    order_total: amount('orderTotal'),
    requested_ship: row.value('requestedShip'),
    city: row.raw('city'),
    postal_code: row.raw('postalCode'),
    state: row.raw('state'),
    country: row.raw('country'),
    currency: row.has('currency') ? '"currency"' : 'CAST(NULL AS VARCHAR)',
  }
}

const isFilled = (sql: string): boolean => !/^(CAST\()?NULL\b/.test(sql)

/** Columns of `csv_rows`: the values that the file has for each line; empty columns are left out. */
export const filledColumns = (plan: CsvImportPlan): Readonly<Record<string, string>> => {
  const custom = customObject(plan, 'order_lines')
  return {
    ...Object.fromEntries(Object.entries(lineColumns(plan)).filter(([, sql]) => isFilled(sql))),
    ...(custom === null ? {} : { custom }),
    ...customColumns(plan, 'orders'),
    ...customColumns(plan, 'customers'),
    ...customColumns(plan, 'products'),
  }
}

const OF_WHOLE_ORDERS: readonly string[] = ['shipping', 'order_net', 'order_discount', 'order_discount_share']

/**
 * SQL of whether a line is freight, which is the order's shipping; null where the file has its own shipping, or amounts of whole orders, which
 * may be with or without it. Postage that is sold like a product is a sale.
 */
export const freightSql = (plan: CsvImportPlan): string | null => {
  if (plan.kind !== 'order_lines') return null
  const filled = filledColumns(plan)
  if (filled.product_title === undefined || OF_WHOLE_ORDERS.some((name) => filled[name] !== undefined)) return null
  // An AND in an aggregate's filter is computed whole, the pattern for every line.
  return "(CASE WHEN item_kind = 'shipping' THEN regexp_matches(coalesce(product_title, ''), '^(freight|shipping)\\b', 'i') ELSE false END)"
}

/** The lines that sell goods, as a relation. */
export const goodsRows = (plan: CsvImportPlan, freight = freightSql(plan)): string =>
  freight === null ? 'csv_rows' : `(SELECT * FROM csv_rows WHERE NOT ${freight})`

/** Amounts that some files have for each line, others for the order in one of its rows or in all. */
const CHARGES: readonly string[] = ['tax', 'shipping', 'tip', 'refunded']

/**
 * A charge that differs between the lines of more orders than it is the same in is each line's, and added up. That lines of one amount have
 * one charge says nothing.
 */
const chargeOfOrder = (name: string): string => `CASE WHEN (SELECT count(*) FILTER (WHERE ${name}.least <> ${name}.most)
    > count(*) FILTER (WHERE ${name}.cells > 1 AND ${name}.least = ${name}.most AND ${name}.low <> ${name}.high)
    FROM orders_of_rows) THEN ${name}.whole ELSE ${name}.first END AS ${name}`

/** A SELECT of one row per order, with the first value of each field. */
export const ordersOfRows = (plan: CsvImportPlan): string => {
  const filled = filledColumns(plan)
  const freight = freightSql(plan)
  const ofGoods = freight === null ? '' : `FILTER (WHERE NOT ${freight})`
  const charges = CHARGES.filter((name) => filled[name] !== undefined)
  const firsts = Object.entries(FIRST_OF_ORDER).map(([name, type]) => {
    if (name === 'shipping' && freight !== null)
      return `CAST(sum(amount) FILTER (WHERE ${freight}) AS BIGINT) AS shipping`
    if (filled[name] === undefined) return `CAST(NULL AS ${type}) AS ${name}`
    if (!charges.includes(name)) return `arg_min(${name}, line) AS ${name}`
    return `{'cells': count(*) FILTER (WHERE ${name} <> 0), 'least': min(${name}) FILTER (WHERE ${name} <> 0),
      'most': max(${name}) FILTER (WHERE ${name} <> 0), 'first': arg_min(${name}, line) FILTER (WHERE ${name} <> 0),
      'low': min(amount) FILTER (WHERE ${name} <> 0), 'high': max(amount) FILTER (WHERE ${name} <> 0),
      'whole': CAST(sum(${name}) AS BIGINT)} AS ${name}`
  })
  const own = [...customNames(plan, 'orders'), ...customNames(plan, 'customers')]
  firsts.push(...own.map((name) => `arg_min(${name}, line) AS ${name}`))
  const grouped = `SELECT order_id, min(line) AS first_line, max(line) AS last_line,
    count(*) AS line_count, CAST(coalesce(sum(amount) ${ofGoods}, 0) AS BIGINT) AS net,
    CAST(coalesce(sum(discount) ${ofGoods}, 0) AS BIGINT) AS discount,
    ${firsts.join(', ')} FROM csv_rows GROUP BY order_id`
  if (charges.length === 0) return grouped
  return `WITH orders_of_rows AS MATERIALIZED (${grouped})
    SELECT * REPLACE (${charges.map(chargeOfOrder).join(', ')}) FROM orders_of_rows`
}

export const createOrders = (plan: CsvImportPlan): string =>
  `CREATE OR REPLACE TEMP TABLE csv_orders AS ${ordersOfRows(plan)}`
