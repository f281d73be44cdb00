import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import { createStagingTable } from '../ddl.ts'
import { type Apply, countRows, isAny, rowsChanged, staging, stored } from './apply.ts'
import { givenRows } from './timestamps.ts'

/**
 * Leaves one staged row per key: the last updated by the source, then the last staged. Platforms repeat rows when records move
 * between pages while they are read.
 */
export const dropDuplicates = async (apply: Pick<Apply, 'connection'>, table: CanonicalTable): Promise<void> => {
  const name = staging(table)
  const repeated = `SELECT source_id FROM ${name} GROUP BY source_id HAVING count(*) > 1`
  if (!(await isAny(apply, repeated))) return
  await rowsChanged(
    apply,
    `DELETE FROM ${name} WHERE rowid IN (
       SELECT row_id FROM (
         SELECT rowid AS row_id,
                row_number() OVER (PARTITION BY source_id ORDER BY source_updated_utc DESC NULLS LAST, rowid DESC) AS place
         FROM ${name} WHERE source_id IN (${repeated})
       ) WHERE place > 1)`,
  )
}

/**
 * Staged orders with their net sales, as a relation. Computed from the source's rows alone, by SQL of its own: what the loader
 * derives and the semantic query answers is compared with it.
 */
export const sourceOrders = (timeZone: string): string =>
  `(SELECT o.source_id, o.ordered_utc, o.ordered_local, o.time_basis, o.currency, o.payment_status, o.is_refund,
      CASE o.payment_status WHEN 'paid' THEN coalesce(l.goods, 0) ELSE 0 END AS net_sales,
      CASE o.payment_status WHEN 'paid' THEN o.total ELSE 0 END AS total
    FROM ${givenRows('orders', timeZone)} o LEFT JOIN (
      SELECT order_source_id, sum(amount)::BIGINT AS goods FROM ${staging('order_lines')}
      WHERE item_kind IS DISTINCT FROM 'gift_card' GROUP BY order_source_id
    ) l ON l.order_source_id = o.source_id)`

const currencyTotals = async (
  connection: DuckDBConnection,
  orders: string,
): Promise<Pick<ControlTotals, 'firstDay' | 'lastDay' | 'currencies'>> => {
  const reader = await connection.runAndReadAll(
    `SELECT currency, min(ordered_local)::DATE::VARCHAR, max(ordered_local)::DATE::VARCHAR,
       count(*) FILTER (WHERE payment_status = 'paid' AND NOT is_refund AND net_sales > 0),
       count(*) FILTER (WHERE payment_status = 'paid' AND is_refund),
       count(*) FILTER (WHERE payment_status NOT IN ('paid', 'cancelled')),
       count(*) FILTER (WHERE payment_status = 'cancelled'), sum(net_sales), sum(total)
     FROM ${orders} GROUP BY currency ORDER BY currency`,
  )
  const rows = reader.getRows()
  const days = rows.flatMap(([, first, last]) => [String(first), String(last)]).sort()
  const currencies = rows.map(([currency, , , ...numbers]) => {
    const [orders = 0, refunds = 0, open = 0, canceled = 0, netSales = 0, total = 0] = numbers.map(Number)
    return { currency: String(currency), orders, refunds, open, canceled, netSales, total }
  })
  return { firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null, currencies }
}

/** Counts what was staged on the connection so far, a repeated row once. Nothing stored is read. */
export const countControlTotals = async (
  connection: DuckDBConnection,
  { staged, timeZone }: Pick<Apply, 'staged' | 'timeZone'>,
): Promise<ControlTotals> => {
  const rows: Record<string, number> = {}
  for (const table of CANONICAL_TABLE_NAMES) {
    if (!staged.has(table)) continue
    await dropDuplicates({ connection }, table)
    const count = await countRows({ connection }, staging(table))
    if (count > 0) rows[table] = count
  }
  if (!rows.orders) return { rows, firstDay: null, lastDay: null, currencies: [] }
  await connection.run(createStagingTable('order_lines'))
  return { rows, ...(await currencyTotals(connection, sourceOrders(timeZone))) }
}

interface Committed extends Pick<Apply, 'staged' | 'serviceId'> {
  /** the service had neither orders nor lines before, so that all it has are of this load */
  readonly isFirst: boolean
}

/**
 * The stored rows of what was staged, counted after the commit from the account's tables, whose derived columns the loader
 * computed: equal to what `countControlTotals` found when the load stored what it was given.
 */
export const countStoredTotals = async (
  connection: DuckDBConnection,
  { staged, serviceId, isFirst }: Committed,
): Promise<ControlTotals> => {
  const relation = (table: CanonicalTable) => {
    const all = stored({ serviceId }, table)
    if (isFirst && (table === 'orders' || table === 'order_lines')) return all
    return `(SELECT * FROM ${all} WHERE source_id IN (SELECT source_id FROM ${staging(table)}))`
  }
  const rows: Record<string, number> = {}
  for (const table of CANONICAL_TABLE_NAMES) {
    if (!staged.has(table)) continue
    const count = await countRows({ connection }, relation(table))
    if (count > 0) rows[table] = count
  }
  if (!rows.orders) return { rows, firstDay: null, lastDay: null, currencies: [] }
  const paid = `(SELECT * REPLACE (CASE payment_status WHEN 'paid' THEN total ELSE 0 END AS total) FROM ${relation('orders')})`
  return { rows, ...(await currencyTotals(connection, paid)) }
}
