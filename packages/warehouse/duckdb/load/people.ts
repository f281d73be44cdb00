import type { DuckDBConnection } from '@duckdb/node-api'
import type { AccountCalendar } from '../../engine.ts'
import { lastName, selectPeople } from '../../schema/people.ts'
import { textLiteral } from '../ddl.ts'
import { duckDbDialect } from '../duckdb-dialect.ts'
import { type Apply, isAny, rowsChanged } from './apply.ts'
import { updateRepeated } from './denormalized-columns.ts'
import { refreshHistory } from './order-history.ts'
import { refreshRollups } from './rollups.ts'

const DIALECT = {
  customers: 'main.customers',
  orders: 'main.orders',
  foldCase: duckDbDialect.foldCase,
  lastWord: (sql: string) => `regexp_extract(${sql}, '[^ ]*$')`,
  text: 'VARCHAR',
}

const PEOPLE = 'temp.main.people'
const REJOINED = 'temp.main.rejoined'
const CHANGED_CUSTOMERS = 'temp.main.changed_customers'

/**
 * Notes whether customers of one email stay apart, within the caller's transaction; returns whether that is news. Undefined: as it is
 * stored, else joined.
 */
export const storeSeparation = async (
  connection: DuckDBConnection,
  isSeparate: AccountCalendar['separateCustomers'],
): Promise<boolean> => {
  const wanted = isSeparate ?? (await isSeparated(connection)) ?? false
  return (
    (await rowsChanged(
      { connection },
      `UPDATE main.calendar SET separate_customers = ${wanted} WHERE separate_customers IS DISTINCT FROM ${wanted}`,
    )) > 0
  )
}

/** Null: rows are stored, but nobody has been joined yet. */
export const isSeparated = async (connection: DuckDBConnection): Promise<boolean | null> => {
  const [value] = (await connection.runAndReadAll('SELECT separate_customers FROM main.calendar')).getRows()[0] ?? []
  return typeof value === 'boolean' ? value : null
}

/** Whether the service's orders of a relation say something about people that their customers do not: an address, or another name. */
export const mayJoinOthers = (apply: Pick<Apply, 'connection' | 'serviceId'>, orders: string): Promise<boolean> =>
  isAny(
    apply,
    `SELECT 1 FROM main.orders o LEFT JOIN main.customers c ON c.service_id = o.service_id AND c.source_id = o.customer_source_id
     WHERE o.service_id = ${textLiteral(apply.serviceId)} AND o.source_id IN (SELECT source_id FROM ${orders})
       AND CASE WHEN c.source_id IS NULL THEN o.customer_source_id LIKE '%@%'
           ELSE c.email LIKE '%@%' AND ${lastName(DIALECT, 'o.customer_name')} <> ${lastName(DIALECT, 'c.name')} END`,
  )

/**
 * Rows of a table whose customer, in column `key`, counts for another one than they say, with the right one. `people`: relation of
 * customers with those that count for them; others count for themselves.
 */
const moved = (table: string, key: string, people: string): string => `
  SELECT * FROM (
    SELECT t.rowid AS row_id, coalesce(p.customer_service_id, t.service_id) AS customer_service_id,
           coalesce(p.customer_id, t.${key}) AS customer_id, t.customer_service_id AS service_before,
           t.customer_id AS customer_before
    FROM main.${table} t LEFT JOIN ${people} p ON p.service_id = t.service_id AND p.source_id = t.${key}
    WHERE t.${key} IS NOT NULL
  ) WHERE customer_service_id IS DISTINCT FROM service_before OR customer_id IS DISTINCT FROM customer_before`

const move = (connection: DuckDBConnection, table: string, rows: string): Promise<number> =>
  rowsChanged(
    { connection },
    `UPDATE main.${table} t SET customer_service_id = w.customer_service_id, customer_id = w.customer_id
     FROM ${rows} w WHERE t.rowid = w.row_id`,
  )

/**
 * Finds out who is one person, over all services, and gives their orders to one customer, within the caller's transaction. Returns how
 * many rows changed. Only orders of people that changed are written.
 */
export const joinPeople = async (connection: DuckDBConnection): Promise<number> => {
  const none = (await isSeparated(connection)) === true ? ' WHERE false' : ''
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE people AS SELECT * FROM (${selectPeople(DIALECT)})${none}`)
  const customers = await move(connection, 'customers', `(${moved('customers', 'source_id', PEOPLE)})`)
  await connection.run(`CREATE OR REPLACE TEMPORARY TABLE rejoined AS ${moved('orders', 'customer_source_id', PEOPLE)}`)
  const orders = await move(connection, 'orders', REJOINED)
  if (orders === 0) return customers
  await updateRepeated(connection, { of: 'customers', where: `o.rowid IN (SELECT row_id FROM ${REJOINED})` })
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE changed_customers AS
     SELECT customer_id AS part FROM ${REJOINED} UNION SELECT customer_before FROM ${REJOINED} WHERE customer_before IS NOT NULL`,
  )
  await refreshHistory(connection, { among: CHANGED_CUSTOMERS })
  await refreshRollups(connection, { service: null, parts: { customer_id: CHANGED_CUSTOMERS } })
  return customers + orders
}

/** Gives memberships and visits to the customers of their source, within the caller's transaction; returns how many rows changed. */
export const followPeople = async (connection: DuckDBConnection): Promise<number> => {
  let changed = 0
  for (const table of ['memberships', 'reservations'])
    changed += await move(connection, table, `(${moved(table, 'customer_source_id', 'main.customers')})`)
  return changed
}
