import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { customColumns, customNames, customObject } from './custom-values.ts'
import { customerRows } from './implied-rows.ts'
import type { KindImport } from './kind-import.ts'
import { hasRefunds, paidUnlessTold, refundStatements, refundTargets } from './order-refunds.ts'
import { visitTargets } from './order-visits.ts'
import {
  customerKey,
  hasCustomers,
  refundSql,
  rowValues,
  selectList,
  timeBasisSql,
  timestampSql,
} from './row-values.ts'
import { isTaxInside, takesTaxOut, taxOfGoods } from './tax-inside.ts'

/** Net of an order: as given, else the subtotal less its discount, else the total less tax, shipping and tip. */
const netSql = (plan: CsvImportPlan): string => {
  const row = rowValues(plan)
  const amount = (name: string) => (row.has(name) ? `coalesce("${name}", 0)` : '0')
  if (row.has('netAmount')) return '"netAmount"'
  if (row.has('subtotal')) return `"subtotal" - ${discountSql(plan)}`
  return `"total" - ${amount('tax')} - ${amount('shipping')} - ${amount('tip')}`
}

// Platforms write the discount of a sale with either sign.
const discountSql = (plan: CsvImportPlan): string => {
  const row = rowValues(plan)
  if (!row.has('discount')) return '0'
  if (plan.fields.discount?.share != null) return sharedDiscount(plan)
  const sized = ['netAmount', 'subtotal', 'total'].find((name) => row.has(name))
  return `(abs(coalesce("discount", 0)) * CASE WHEN "${sized}" < 0 THEN -1 ELSE 1 END)`
}

/** A share of the amount before it. */
const sharedDiscount = (plan: CsvImportPlan): string => {
  const row = rowValues(plan)
  if (!row.has('netAmount') && row.has('subtotal')) return '("subtotal" * coalesce("discount", 0))'
  return `coalesce((${netSql(plan)}) * "discount" / nullif(1 - "discount", 0), 0)`
}

/** In minor units: the tax inside an order’s net amount, which is taken out of it, and inside its shipping. */
const insideColumns = (
  plan: CsvImportPlan,
  net: string,
): { readonly net: string; readonly shipping: string } | null => {
  if (!takesTaxOut(plan)) return null
  const row = rowValues(plan)
  const charge = (name: string) => (row.has(name) ? row.minor(`coalesce("${name}", 0)`) : '0')
  const amounts = {
    net: row.minor(net),
    shipping: charge('shipping'),
    tip: charge('tip'),
    tax: charge('tax'),
    total: row.has('total') ? row.minor('"total"') : 'NULL',
  }
  const taken = (of: string) => `CASE WHEN ${isTaxInside(plan, amounts, '1')} THEN ${of} ELSE 0 END`
  const goods = `CAST(round(coalesce(${taxOfGoods(amounts)}, 0)) AS BIGINT)`
  return { net: taken(goods), shipping: taken(`${amounts.tax} - ${goods}`) }
}

const rowColumns = (plan: CsvImportPlan): Readonly<Record<string, string>> => {
  const row = rowValues(plan)
  const inside = insideColumns(plan, netSql(plan))
  const isOfSubtotal = !row.has('netAmount') && row.has('subtotal')
  const ordered = timestampSql(plan, { date: 'orderDate', time: 'orderTime', zone: 'timeZone' })
  const charge = (name: string) => (row.has(name) ? `coalesce(${row.minor(`"${name}"`)}, 0)` : 'CAST(0 AS BIGINT)')
  const text = (name: string) => row.raw(name)
  const custom = customObject(plan, 'orders')
  return {
    line: 'line',
    order_id: '"orderId"',
    order_number: row.has('orderNumber') ? 'coalesce("orderNumber", "orderId")' : '"orderId"',
    ordered_utc: ordered.utc,
    ordered_local: ordered.local,
    channel: row.code('channel', 'other'),
    channel_raw: text('channel'),
    order_type: row.has('orderType') ? '"orderType"' : 'CAST(NULL AS VARCHAR)',
    order_type_raw: text('orderType'),
    payment_status: row.code('paymentStatus', 'paid'),
    payment_status_raw: text('paymentStatus'),
    fulfillment_status: row.code('fulfillmentStatus', 'other'),
    fulfillment_status_raw: text('fulfillmentStatus'),
    delivery_method: row.code('deliveryMethod', 'other'),
    delivery_method_raw: text('deliveryMethod'),
    customer_source_id: customerKey(row),
    customer_name: text('customerName'),
    customer_email: text('customerEmail'),
    team_member: text('teamMember'),
    location: text('location'),
    ...(row.has('guests') ? { guests: 'CAST("guests" AS INTEGER)' } : {}),
    club_name: text('clubName'),
    release_name: text('releaseName'),
    requested_ship: `CAST(${row.value('requestedShip')} AS DATE)`,
    city: text('city'),
    state: text('state'),
    country: text('country'),
    postal_code: text('postalCode'),
    currency: row.currency,
    net: inside ? `${row.minor(netSql(plan))} - ${inside.net}` : row.minor(netSql(plan)),
    ...(inside ? { tax_of_net: inside.net } : {}),
    discount: isOfSubtotal ? `${row.minor('"subtotal"')} - ${row.minor(netSql(plan))}` : row.minor(discountSql(plan)),
    shipping: inside ? `${charge('shipping')} - ${inside.shipping}` : charge('shipping'),
    tax: charge('tax'),
    tip: charge('tip'),
    ...(row.has('orderCost') ? { cost: row.minor(`abs("orderCost")`) } : {}),
    total: row.has('total') ? row.minor('"total"') : 'CAST(NULL AS BIGINT)',
    ...(hasRefunds(plan) ? { refunded: row.minor('abs("refundedAmount")') } : {}),
    ...(custom === null ? {} : { custom }),
    ...customColumns(plan, 'customers'),
    item_count: row.has('itemCount') ? 'coalesce("itemCount", 1)' : 'CAST(1 AS DECIMAL(18,3))',
  }
}

const hasCost = (plan: CsvImportPlan): boolean => rowValues(plan).has('orderCost')

const orderRows = (plan: CsvImportPlan): string => {
  const isRefund = refundSql(plan)
  const others = [
    'customer_email',
    ...(hasCost(plan) ? ['cost'] : []),
    ...(takesTaxOut(plan) ? ['tax_of_net'] : []),
    ...(hasRefunds(plan) ? ['refunded'] : []),
    ...(rowValues(plan).has('guests') ? ['guests'] : []),
    ...customNames(plan, 'customers'),
  ].join(', ')
  return `SELECT order_id AS source_id, * EXCLUDE (line, is_bad, order_id, order_type, payment_status, net, total, item_count, ${others}),
    ${selectList({
      order_type: `coalesce(order_type, CASE WHEN ${isRefund} THEN 'refund' ELSE 'regular' END)`,
      payment_status: paidUnlessTold(plan),
      club_source_id: 'club_name',
      release_source_id: 'release_name',
      subtotal: 'net + discount',
      total: 'coalesce(total, net + shipping + tax + tip)',
      is_refund: isRefund,
      time_basis: timeBasisSql('ordered_utc'),
    })} FROM csv_rows`
}

// Sales are sums of lines, so an order without lines gets a single line.
const lineRows = (plan: CsvImportPlan): string =>
  `SELECT ${selectList({
    source_id: 'order_id || chr(31) || 1',
    order_source_id: 'order_id',
    line_id: "'1'",
    line_number: '1',
    item_kind: "'wine'",
    quantity: 'CASE WHEN net < 0 THEN -abs(item_count) ELSE item_count END',
    discount: 'discount',
    amount: 'net',
    ...(hasCost(plan) ? { cost: 'CASE WHEN net < 0 THEN -cost ELSE cost END' } : {}),
    time_basis: "'local'",
  })} FROM csv_rows`

const REFUNDED_TWICE = 'The file also has refunds as separate rows. Don’t map Refunded amount'

const faults = (plan: CsvImportPlan): string[] => {
  const columnSql = (name: string) => textLiteral(plan.columns[plan.fields[name]?.column ?? -1] ?? name)
  const column = columnSql('orderId')
  const isComposed = (plan.fields.orderId?.joined.length ?? 0) > 0
  const message = isComposed
    ? 'Another row has the same order ID. Combine more columns into the order ID, or skip such rows'
    : 'This order ID stands in more than one row. Import a file of lines as order lines'
  return [
    `SELECT line, ${column}, order_id, ${textLiteral(message)} FROM csv_rows
      QUALIFY row_number() OVER (PARTITION BY order_id ORDER BY line) > 1`,
    ...(hasRefunds(plan)
      ? [
          `SELECT line, ${columnSql('refundedAmount')}, CAST(NULL AS VARCHAR), ${textLiteral(REFUNDED_TWICE)} FROM csv_rows
            WHERE refunded > 0 AND EXISTS (SELECT 1 FROM csv_rows WHERE ${refundSql(plan)})`,
        ]
      : []),
  ]
}

export const ORDERS_IMPORT: KindImport = {
  rowColumns,
  prepare: (plan) =>
    hasRefunds(plan)
      ? [
          'CREATE OR REPLACE TEMP TABLE csv_orders AS SELECT * FROM csv_rows',
          ...refundStatements(plan, refundSql(plan)),
        ]
      : [],
  orderAmounts: () => 'SELECT line, net, shipping, tip, tax, total FROM csv_rows',
  faults,
  targets: (plan, stored) => [
    { table: 'orders', rows: orderRows(plan) },
    { table: 'order_lines', rows: lineRows(plan) },
    ...refundTargets(plan, orderRows(plan), lineRows(plan)),
    ...(hasCustomers(plan)
      ? [{ table: 'customers' as const, rows: customerRows(plan, { relation: 'csv_rows', order: 'line' }, stored) }]
      : []),
    ...visitTargets(
      plan,
      { relation: 'csv_rows', isPaidSale: `${paidUnlessTold(plan)} = 'paid' AND NOT (${refundSql(plan)})` },
      stored,
    ),
  ],
}
