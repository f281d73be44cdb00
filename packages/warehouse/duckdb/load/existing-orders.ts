import type { DuckDBConnection } from '@duckdb/node-api'
import type { ConflictingOrders, OverlappingOrders, StoredOrder } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { givenRows } from './timestamps.ts'

interface Compared {
  readonly serviceId: string
  /** IANA name */
  readonly timeZone: string
  /** relation of the account's orders */
  readonly stored: string
}

/** Compares the staged orders with stored ones. */
export type CompareOrders<Result> = (connection: DuckDBConnection, compared: Compared) => Promise<Result>

/** The account's orders as this engine stores them. */
export const STORED_ORDERS = 'main.orders'

/** Puts orders that are stored elsewhere into a temporary relation, and returns its name. */
export const storeOrders = async (connection: DuckDBConnection, orders: readonly StoredOrder[]): Promise<string> => {
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE other_orders (service_id VARCHAR, source_id VARCHAR, order_number VARCHAR,
       ordered_local DATE, total BIGINT, customer_source_id VARCHAR)`,
  )
  await connection.run(
    `INSERT INTO temp.main.other_orders SELECT row[1], row[2], row[3], CAST(row[4] AS DATE), CAST(row[5] AS BIGINT), row[6]
     FROM (SELECT unnest(CAST($1 AS JSON)::VARCHAR[][]) AS row)`,
    [JSON.stringify(orders)],
  )
  return 'temp.main.other_orders'
}

const day = (row: 'given' | 'stored'): string => `CAST(${row}.ordered_local AS DATE)`

/**
 * Counts staged orders by the other service that has an order of the same number on the same local day, most first. Services
 * identify orders differently, but people number them once.
 */
export const findOverlappingOrders: CompareOrders<OverlappingOrders[]> = async (
  connection,
  { serviceId, timeZone, stored },
) => {
  const reader = await connection.runAndReadAll(
    `SELECT stored.service_id, count(DISTINCT given.source_id)::INTEGER AS orders
     FROM ${givenRows('orders', timeZone)} AS given JOIN ${stored} AS stored
       ON stored.order_number = given.order_number AND ${day('stored')} = ${day('given')}
     WHERE stored.service_id <> ${textLiteral(serviceId)} GROUP BY 1 ORDER BY 2 DESC, 1`,
  )
  return reader.getRows().map(([service, orders]) => ({ serviceId: String(service), orders: Number(orders) }))
}

/** Numbers that start again each day identify other orders: on another day, of another amount or customer. */
export const findConflictingOrders: CompareOrders<ConflictingOrders | null> = async (
  connection,
  { serviceId, timeZone, stored },
) => {
  const reader = await connection.runAndReadAll(
    `SELECT count(*) OVER ()::INTEGER, given.order_number, ${day('stored')}::VARCHAR, ${day('given')}::VARCHAR
     FROM ${givenRows('orders', timeZone)} AS given JOIN ${stored} AS stored ON stored.source_id = given.source_id
     WHERE stored.service_id = ${textLiteral(serviceId)} AND ${day('stored')} <> ${day('given')}
       AND (stored.total <> given.total OR stored.customer_source_id IS DISTINCT FROM given.customer_source_id)
     ORDER BY given.source_id LIMIT 1`,
  )
  const [first] = reader.getRows()
  if (!first) return null
  const [orders, orderNumber, storedDay, givenDay] = first
  return {
    orders: Number(orders),
    orderNumber: String(orderNumber),
    storedDay: String(storedDay),
    givenDay: String(givenDay),
  }
}
