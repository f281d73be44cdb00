import type { DuckDBConnection } from '@duckdb/node-api'
import type { OverlappingOrders, StoredOrder } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { givenRows } from './timestamps.ts'

/**
 * Counts staged orders by the other service that has an order of the same number on the same local day, most first. Services
 * identify orders differently, but people number them once. `stored`: relation of the account's orders.
 */
export const findOverlappingOrders = async (
  connection: DuckDBConnection,
  { serviceId, timeZone, stored = 'main.orders' }: { serviceId: string; timeZone: string; stored?: string },
): Promise<OverlappingOrders[]> => {
  const reader = await connection.runAndReadAll(
    `SELECT stored.service_id, count(DISTINCT given.source_id)::INTEGER AS orders
     FROM ${givenRows('orders', timeZone)} AS given JOIN ${stored} AS stored
       ON stored.order_number = given.order_number
       AND CAST(stored.ordered_local AS DATE) = CAST(given.ordered_local AS DATE)
     WHERE stored.service_id <> ${textLiteral(serviceId)} GROUP BY 1 ORDER BY 2 DESC, 1`,
  )
  return reader.getRows().map(([service, orders]) => ({ serviceId: String(service), orders: Number(orders) }))
}

/** Puts orders that are stored elsewhere into a temporary relation, and returns its name. */
export const storeOrders = async (connection: DuckDBConnection, orders: readonly StoredOrder[]): Promise<string> => {
  await connection.run(
    'CREATE OR REPLACE TEMPORARY TABLE other_orders (service_id VARCHAR, order_number VARCHAR, ordered_local DATE)',
  )
  await connection.run(
    `INSERT INTO temp.main.other_orders SELECT row[1], row[2], CAST(row[3] AS DATE)
     FROM (SELECT unnest(CAST($1 AS JSON)::VARCHAR[][]) AS row)`,
    [JSON.stringify(orders)],
  )
  return 'temp.main.other_orders'
}
