import type { RollupPart } from '#domain/canonical/rollups.ts'
import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import { columnList, textLiteral } from '../ddl.ts'
import { type Apply, countRows, differs, isFresh, type ServiceRows, staging, stored } from './apply.ts'
import { deletedTable, findDeletedRows } from './deletion-reconciliation.ts'
import { computeLineCosts } from './line-costs.ts'
import { insertOrders } from './order-derivation.ts'
import { refreshHistory } from './order-history.ts'
import { mayJoinOthers } from './people.ts'
import { fillRollups, PART_OF, refreshRollups } from './rollups.ts'
import { recordSourceOrders } from './source-orders.ts'
import { givenRows } from './timestamps.ts'

/**
 * Orders and their lines change together: an order of the batch replaces all of its lines, and a changed line changes derived
 * columns of its order and of the order's other lines. So the unit is the order: orders that differ in any way are deleted and
 * inserted whole, and no other row is written.
 */
const touchedOrders = (apply: Apply): string => {
  const orders = staging('orders')
  const lines = staging('order_lines')
  const parts = [
    `SELECT g.source_id FROM ${givenRows('orders', apply.timeZone)} g
       LEFT JOIN ${stored(apply, 'orders')} t ON t.source_id = g.source_id
       WHERE t.source_id IS NULL OR ${differs('orders', 'g', 't')}`,
    // A line that moved to another order touches both.
    `SELECT unnest([g.order_source_id, t.order_source_id]) FROM ${lines} g
       LEFT JOIN ${stored(apply, 'order_lines')} t ON t.source_id = g.source_id
       WHERE t.source_id IS NULL OR ${differs('order_lines', 'g', 't')}`,
    `SELECT t.order_source_id FROM ${stored(apply, 'order_lines')} t
       WHERE t.order_source_id IN (SELECT source_id FROM ${orders})
         AND NOT EXISTS (SELECT 1 FROM ${lines} s WHERE s.source_id = t.source_id)`,
    `SELECT source_id FROM ${deletedTable('orders')}`,
    `SELECT t.order_source_id FROM ${stored(apply, 'order_lines')} t
       WHERE t.source_id IN (SELECT source_id FROM ${deletedTable('order_lines')})`,
  ]
  return `SELECT DISTINCT id AS source_id FROM (${parts.join(' UNION ALL ')}) touched(id) WHERE id IS NOT NULL`
}

/** The changed orders after the load; rows that the batch does not mention and that are not gone stay as stored. */
const nextOrders = (apply: Apply): string => {
  const isTouched = (column: string) => `${column} IN (SELECT source_id FROM temp.main.touched_orders)`
  const given = `SELECT * FROM ${givenRows('orders', apply.timeZone)} g WHERE ${isTouched('g.source_id')}`
  return `${given} UNION ALL SELECT ${columnList(stagingNames('orders'), 't')} FROM ${stored(apply, 'orders')} t
    WHERE ${isTouched('t.source_id')} AND NOT EXISTS (SELECT 1 FROM ${staging('orders')} s WHERE s.source_id = t.source_id)
      AND t.source_id NOT IN (SELECT source_id FROM ${deletedTable('orders')})`
}

const nextLines = (apply: Apply): string => {
  const isTouched = (alias: string) => `${alias}.order_source_id IN (SELECT source_id FROM temp.main.touched_orders)`
  const given = `SELECT * FROM ${staging('order_lines')} g WHERE ${isTouched('g')}`
  return `${given} UNION ALL SELECT ${columnList(stagingNames('order_lines'), 't')} FROM ${stored(apply, 'order_lines')} t
    WHERE ${isTouched('t')}
      AND NOT EXISTS (SELECT 1 FROM ${staging('orders')} s WHERE s.source_id = t.order_source_id)
      AND NOT EXISTS (SELECT 1 FROM ${staging('order_lines')} s WHERE s.source_id = t.source_id)
      AND t.order_source_id NOT IN (SELECT source_id FROM ${deletedTable('orders')})
      AND t.source_id NOT IN (SELECT source_id FROM ${deletedTable('order_lines')})`
}

const TOUCHED: Readonly<Record<RollupPart, string>> = {
  day: 'temp.main.touched_days',
  customer_id: 'temp.main.touched_customers',
  release_source_id: 'temp.main.touched_releases',
}

const ORDER_TABLES = [
  ['orders', 'source_id'],
  ['order_lines', 'order_source_id'],
] as const

/**
 * Parts of rollups that contain the changed orders and their lines as stored at this point; null for lines without their order.
 * Only orders have a customer and a release.
 */
const partsOfTouched = (part: RollupPart, service: string): string =>
  ORDER_TABLES.filter(([table]) => part === 'day' || table === 'orders')
    .map(
      ([table, id]) =>
        `SELECT DISTINCT ${PART_OF[part]} AS part FROM main.${table} WHERE service_id = ${service} AND ${id} IN (SELECT source_id FROM temp.main.touched_orders)`,
    )
    .join(' UNION ')

const PARTS = ['day', 'customer_id', 'release_source_id'] as const satisfies readonly RollupPart[]

interface AppliedOrders {
  /** more than 0 when a row changed */
  readonly rows: number
  /** the orders may say something about who is one person */
  readonly mayJoin: boolean
}

const applyDifferences = async (apply: Apply): Promise<AppliedOrders> => {
  const { connection } = apply
  const service = textLiteral(apply.serviceId)
  await findDeletedRows(apply, 'orders')
  await findDeletedRows(apply, 'order_lines')
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE touched_orders AS ${touchedOrders(apply)}`)
  await recordSourceOrders(apply, 'temp.main.touched_orders')
  const touched = await countRows(apply, 'temp.main.touched_orders')
  if (touched === 0) return { rows: 0, mayJoin: false }
  const mayJoin = await mayJoinOthers(apply, 'temp.main.touched_orders')
  for (const part of PARTS)
    await connection.run(`CREATE OR REPLACE TEMPORARY TABLE ${TOUCHED[part]} AS ${partsOfTouched(part, service)}`)
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE next_orders AS ${nextOrders(apply)}`)
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE next_lines AS ${nextLines(apply)}`)
  const whole = {
    orders: 'temp.main.next_orders',
    lines: 'temp.main.next_lines',
    only: 'temp.main.touched_orders',
  }
  const costs = await computeLineCosts(apply, whole)
  for (const [table, id] of ORDER_TABLES) {
    await connection.run(
      `DELETE FROM main.${table} WHERE service_id = ${service} AND ${id} IN (SELECT source_id FROM temp.main.touched_orders)`,
    )
  }
  await insertOrders(apply, whole, costs)
  for (const part of PARTS) await connection.run(`INSERT INTO ${TOUCHED[part]} ${partsOfTouched(part, service)}`)
  await refreshHistory(connection, { among: TOUCHED.customer_id })
  await refreshRollups(connection, { service, parts: TOUCHED })
  return { rows: touched, mayJoin: mayJoin || (await mayJoinOthers(apply, 'temp.main.touched_orders')) }
}

/** The service has neither orders nor lines so far. */
export const hasNoOrders = async (rows: ServiceRows): Promise<boolean> =>
  (await isFresh(rows, 'orders')) && (await isFresh(rows, 'order_lines'))

/** Applies staged orders and lines, `isFirst` when there are none yet. */
export const applyOrders = async (apply: Apply, isFirst: boolean): Promise<AppliedOrders> => {
  if (!isFirst) return applyDifferences(apply)
  const whole = { orders: givenRows('orders', apply.timeZone), lines: staging('order_lines'), only: null }
  const { connection } = apply
  const service = textLiteral(apply.serviceId)
  const inserted = await insertOrders(apply, whole, await computeLineCosts(apply, whole))
  await recordSourceOrders(apply, null)
  await fillRollups(connection, service)
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE touched_customers AS SELECT DISTINCT customer_id AS part FROM main.orders WHERE service_id = ${service}`,
  )
  await refreshHistory(connection, { among: TOUCHED.customer_id })
  await refreshRollups(connection, { service, parts: { customer_id: TOUCHED.customer_id } })
  return { rows: inserted, mayJoin: true }
}
