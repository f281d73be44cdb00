import { textLiteral } from '../ddl.ts'
import { type Apply, countRows, staging, stored } from './apply.ts'
import { gone } from './gone.ts'
import { refreshRollups } from './rollups.ts'

/** What an order takes from its customer, as SQL over order `o` and customer `c`, who may be missing. */
const TAKEN: Readonly<Record<string, string>> = {
  has_customer: '(c.source_id IS NOT NULL)',
  customer_birth: 'c.birth',
  customer_earlier_sales: `CASE WHEN c.source_id IS NULL THEN NULL
    WHEN c.currency IS NULL OR c.currency = o.currency THEN coalesce(c.lifetime_value_seed, 0) ELSE 0 END`,
}

/** Columns of an order that are its customer's, in order. */
export const CUSTOMER_COLUMNS: readonly string[] = Object.keys(TAKEN)

/** The same columns as SQL, over orders `o` that are joined by `joinCustomers`. */
export const customerValues: readonly string[] = Object.values(TAKEN)

const SELECTED = CUSTOMER_COLUMNS.map((name, place) => `${customerValues[place]} AS ${name}`).join(', ')
const SET = CUSTOMER_COLUMNS.map((name) => `${name} = n.${name}`).join(', ')
const DIFFERS = CUSTOMER_COLUMNS.map((name, place) => `o.${name} IS DISTINCT FROM ${customerValues[place]}`).join(
  ' OR ',
)

export const joinCustomers = (apply: Pick<Apply, 'serviceId'>): string =>
  `LEFT JOIN ${stored(apply, 'customers')} c ON c.source_id = o.customer_source_id`

const LATE = 'temp.main.late_orders'

/** Orders that do not hold yet what their customer is now. */
const lateOrders = (apply: Apply): string => {
  const given = `SELECT source_id FROM ${staging('customers')} UNION ALL SELECT source_id FROM ${gone('customers')}`
  const isAsked = apply.mode === 'replace' ? 'true' : `o.customer_source_id IN (${given})`
  return `SELECT o.source_id, o.customer_source_id AS part, ${SELECTED}
    FROM ${stored(apply, 'orders')} o ${joinCustomers(apply)} WHERE ${isAsked} AND (${DIFFERS})`
}

/** Brings stored orders to the customers of the load, which are in the account's table already. */
export const followCustomers = async (apply: Apply): Promise<void> => {
  const { connection } = apply
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE late_orders AS ${lateOrders(apply)}`)
  if ((await countRows(apply, LATE)) === 0) return
  const service = textLiteral(apply.serviceId)
  await connection.run(
    `UPDATE main.orders o SET ${SET}
     FROM ${LATE} n WHERE o.service_id = ${service} AND o.source_id = n.source_id`,
  )
  await refreshRollups(connection, { service, parts: { customer_source_id: LATE } })
}

/** Brings the orders of every service to their customers. */
export const FOLLOW_ALL_CUSTOMERS = `UPDATE orders o SET ${SET}
  FROM (
    SELECT o.service_id, o.source_id, ${SELECTED}
    FROM orders o LEFT JOIN customers c ON c.service_id = o.service_id AND c.source_id = o.customer_source_id
  ) n
  WHERE o.service_id = n.service_id AND o.source_id = n.source_id`
