import { DuckDBInstance } from '@duckdb/node-api'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { CompiledStatement } from '#semantic/compiler/compilation.ts'
import { readRows } from '../duckdb/connection.ts'
import { createAccountTable } from '../duckdb/ddl.ts'
import { insertRollup } from '../duckdb/load/rollups.ts'
import { createRollup } from '../duckdb/rollup-ddl.ts'
import type { SqlValue } from '../engine.ts'

/** An order as the rules of this suite need it; amounts in cents. */
export interface SmallOrder {
  readonly id: string
  readonly local: string
  readonly channel: string
  readonly customer: string | null
  readonly state: string | null
  readonly net: number
  readonly items: number
  readonly isRefund: boolean
  readonly isPaid: boolean
  readonly currency: string
}

const order = (
  id: string,
  local: string,
  channel: string,
  net: number,
  more: Partial<SmallOrder> = {},
): SmallOrder => ({
  id,
  local,
  channel,
  customer: null,
  state: null,
  net,
  items: 1,
  isRefund: net < 0,
  isPaid: true,
  currency: 'USD',
  ...more,
})

/** Edges on purpose: midnight on both sides of a range, nulls, empty text, a refund, an unpaid order, a gift, two currencies. */
export const SMALL_ORDERS: readonly SmallOrder[] = [
  order('A1', '2026-02-28 23:59:59', 'pos', 10_000, { customer: 'Ana O’Neil', state: 'CA', items: 2 }),
  order('A2', '2026-03-01 00:00:00', 'pos', 2_500, { customer: '100% Wine_Club', state: 'NY', items: 3 }),
  order('A3', '2026-03-01 12:00:00', 'web', 4_000, { customer: 'ana maria', state: 'CA' }),
  order('A4', '2026-03-08 02:30:00', 'club', 30_000, { customer: 'Zoë', state: null, items: 6 }),
  order('A5', '2026-03-09 10:00:00', 'pos', -2_500, { customer: '100% Wine_Club', state: 'NY', items: -3 }),
  order('A6', '2026-03-09 23:59:59', 'web', 0, { customer: '', state: 'TX' }),
  order('A7', '2026-03-10 00:00:00', 'web', 9_900, { isPaid: false, state: 'TX', items: 9 }),
  order('A8', '2026-03-31 23:59:59', 'event', 1, { customer: 'Last', state: 'ca' }),
  order('A9', '2026-04-01 00:00:00', 'event', 700, { customer: 'Next month', state: 'WA' }),
  order('B1', '2026-03-05 09:00:00', 'web', 5_500, { currency: 'EUR', state: 'CA' }),
]

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)

const insertOrder = (one: SmallOrder): string => {
  const net = one.isPaid ? one.net : 0
  const values: Record<string, string> = {
    service_id: "'s'",
    source_id: text(one.id),
    time_basis: "'local'",
    order_number: text(one.id),
    ordered_utc: `TIMESTAMP '${one.local}'`,
    ordered_local: `TIMESTAMP '${one.local}'`,
    channel: text(one.channel),
    order_type: "'regular'",
    payment_status: one.isPaid ? "'paid'" : "'pending'",
    fulfillment_status: "'fulfilled'",
    delivery_method: "'carry_out'",
    customer_name: text(one.customer),
    state: text(one.state),
    currency: text(one.currency),
    subtotal: String(one.net),
    discount: '0',
    shipping: '0',
    tax: '0',
    tip: '0',
    total: String(one.net),
    is_refund: String(one.isRefund),
    item_count: String(one.items),
    net_sales: String(net),
    is_counted: String(one.isPaid && !one.isRefund && net > 0),
  }
  return `INSERT INTO orders (${Object.keys(values).join(', ')}) VALUES (${Object.values(values).join(', ')})`
}

export type RunStatement = (statement: CompiledStatement) => Promise<SqlValue[][]>

/** An engine in memory that holds the small winery. */
export const openSmallWinery = async (): Promise<RunStatement> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const table of CANONICAL_TABLE_NAMES) await connection.run(createAccountTable(table))
  for (const one of SMALL_ORDERS) await connection.run(insertOrder(one))
  for (const rollup of ROLLUP_NAMES) {
    await connection.run(createRollup(rollup))
    await connection.run(insertRollup(rollup))
  }
  return (statement) => readRows(connection, statement)
}
