import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ddl.ts'
import { type Apply, staging } from './apply.ts'
import { sourceOrders } from './control-totals.ts'
import { timestampSides } from './timestamps.ts'

/**
 * Orders as their source last gave them, with the sales that their staged lines add up to. Kept apart from the tables that reports
 * read, and written by SQL of its own, so that a fault in merging, deriving or summing shows as a difference.
 */
export const SOURCE_ORDERS = `CREATE TABLE source_orders (service_id VARCHAR NOT NULL, source_id VARCHAR NOT NULL,
  ordered_utc TIMESTAMP, ordered_local TIMESTAMP, time_basis VARCHAR, currency VARCHAR, payment_status VARCHAR,
  is_refund BOOLEAN, net_sales BIGINT, total BIGINT)`

/**
 * Records the staged orders, within the committing transaction. `changed`: relation of the orders that the load changed in any
 * way; those that it did not contain have no total of their source any more. Null for a service without orders so far.
 */
export const recordSourceOrders = async (apply: Apply, changed: string | null): Promise<void> => {
  const { connection, serviceId, timeZone, mode } = apply
  const service = textLiteral(serviceId)
  if (changed !== null) {
    const replaced = `source_id IN (SELECT source_id FROM ${staging('orders')} UNION ALL SELECT source_id FROM ${changed})`
    await connection.run(
      `DELETE FROM main.source_orders WHERE service_id = ${service}${mode === 'replace' ? '' : ` AND ${replaced}`}`,
    )
  }
  await connection.run(`INSERT INTO main.source_orders SELECT ${service}, s.* FROM ${sourceOrders(timeZone)} s`)
}

/** Moves the orders to another time zone, within the caller's transaction. */
export const moveSourceOrders = async (connection: DuckDBConnection, timeZone: string): Promise<void> => {
  const { utc, local } = timestampSides('ordered', 't', timeZone)
  await connection.run(`UPDATE main.source_orders t SET ordered_utc = ${utc}, ordered_local = ${local}`)
}
