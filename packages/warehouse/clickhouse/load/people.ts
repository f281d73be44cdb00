import { lastName, selectPeople } from '../../schema/people.ts'
import { clickHouseDialect } from '../clickhouse-dialect.ts'
import { LOAD_VALUES, nextTable } from '../tables.ts'
import { ids, type LoadStatements, published, stored, storedOfAll, typed } from './load-statements.ts'
import { deriveCustomers, deriveHistory } from './order-derivation.ts'

const DIALECT = {
  customers: storedOfAll('customers'),
  orders: storedOfAll('orders'),
  foldCase: clickHouseDialect.foldCase,
  lastWord: (sql: string) => `extract(${sql}, '[^ ]*$')`,
  text: 'Nullable(String)',
}

/** Orders of a relation that say something about people that their customers do not: an address, or another name. */
const otherNames = (orders: string): string => `
  SELECT 1 FROM ${orders} AS o LEFT JOIN ${stored('customers')} AS c ON c.source_id = o.customer_source_id
  WHERE o.source_id IN ${ids('touched', 'orders')}
    AND if(c.source_id IS NULL, o.customer_source_id LIKE '%@%',
      c.email LIKE '%@%' AND ${lastName(DIALECT, 'o.customer_name')} <> ${lastName(DIALECT, 'c.name')})`

/** Whether the load may change who is one person. */
export const mayJoinPeople = (load: LoadStatements): Promise<boolean> =>
  load.isAny(`SELECT 1 FROM (SELECT 1 FROM ${nextTable('customers')} WHERE load_id = {load:String}
    UNION ALL ${otherNames(published('orders'))} UNION ALL ${otherNames(stored('orders'))})`)

const isOther = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, sql]) => `t.${name} IS DISTINCT FROM ${sql}`)
    .join(' OR ')

const personOf = (table: 'customers' | 'orders' | 'memberships' | 'reservations', key: string) =>
  typed(table, {
    customer_service_id: `if(t.${key} IS NULL, NULL, coalesce(p.customer_service_id, t.service_id))`,
    customer_id: `coalesce(p.customer_id, t.${key})`,
  })

/** Found once: ClickHouse would find them again for each statement. No service's ID has a line break. */
const PEOPLE = `(SELECT name AS service_id, value AS source_id, substringIndex(extra, '\n', 1) AS customer_service_id,
    substring(extra, position(extra, '\n') + 1) AS customer_id
  FROM ${LOAD_VALUES} WHERE load_id = {load:String} AND kind = 'people') AS p`

/** Finds out who is one person, over all services, and gives their orders to one customer. */
export const joinPeople = async (load: LoadStatements, isSeparate: boolean): Promise<void> => {
  if (!isSeparate)
    await load.run(`INSERT INTO ${LOAD_VALUES} (load_id, kind, name, value, extra)
      SELECT {load:String}, 'people', service_id, source_id, concat(customer_service_id, '\n', customer_id)
      FROM (${selectPeople(DIALECT)})`)
  const ofCustomers = personOf('customers', 'source_id')
  const ofOrders = personOf('orders', 'customer_source_id')
  const rejoined = `${storedOfAll('orders')} AS t LEFT JOIN ${PEOPLE}
    ON p.service_id = t.service_id AND p.source_id = t.customer_source_id
    WHERE t.customer_source_id IS NOT NULL AND (${isOther(ofOrders)})`
  await load.collect(
    'customers',
    'orders',
    `SELECT arrayJoin([t.customer_id, ${ofOrders.customer_id}]) AS id FROM ${rejoined}`,
  )
  await load.write('orders', { from: rejoined, alias: 't', values: ofOrders })
  await load.write('customers', {
    from: `${storedOfAll('customers')} AS t LEFT JOIN ${PEOPLE} ON p.service_id = t.service_id AND p.source_id = t.source_id
      WHERE ${isOther(ofCustomers)}`,
    alias: 't',
    values: ofCustomers,
  })
}

/** Gives memberships and visits to the customers of their source. */
export const followPeople = async (load: LoadStatements): Promise<void> => {
  for (const table of ['memberships', 'reservations'] as const) {
    const values = personOf(table, 'customer_source_id')
    await load.write(table, {
      from: `${storedOfAll(table)} AS t LEFT JOIN ${storedOfAll('customers')} AS p
        ON p.service_id = t.service_id AND p.source_id = t.customer_source_id WHERE ${isOther(values)}`,
      alias: 't',
      values,
    })
  }
}

/** What orders take from their customers, of the customers that were collected. */
export const deriveFromPeople = async (load: LoadStatements): Promise<void> => {
  const customers = ids('customers', 'orders')
  await deriveCustomers(load, customers)
  await deriveHistory(load, customers)
}
