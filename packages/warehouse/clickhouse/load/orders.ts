import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { LoadScope } from '../../schema/removed-rows.ts'
import { findDeletedRows } from './deleted-rows.ts'
import { differs, given, ids, type LoadStatements, noDerived, published, staged, stored } from './load-statements.ts'

/**
 * Orders and their lines change together: an order of the load replaces all of its lines, and a changed line changes derived
 * columns of its order and of the order's other lines. So the unit is the order.
 */
const touchedOrders = (): string => {
  const keys = (relation: string) => `(SELECT source_id FROM ${relation})`
  const lines = `SELECT t.order_source_id AS id FROM ${stored('order_lines')} AS t`
  const parts = [
    `SELECT g.source_id AS id FROM ${staged('orders')} AS g LEFT JOIN ${stored('orders')} AS t ON t.source_id = g.source_id
     WHERE t.source_id IS NULL OR ${differs('orders', 'g', 't')}`,
    // A line that moved to another order touches both.
    `SELECT arrayJoin([g.order_source_id, t.order_source_id]) AS id FROM ${staged('order_lines')} AS g
     LEFT JOIN ${stored('order_lines')} AS t ON t.source_id = g.source_id
     WHERE t.source_id IS NULL OR ${differs('order_lines', 'g', 't')}`,
    `${lines} WHERE t.order_source_id IN ${keys(staged('orders'))} AND t.source_id NOT IN ${keys(staged('order_lines'))}`,
    `SELECT value AS id FROM ${ids('deleted', 'orders')}`,
    `${lines} WHERE t.source_id IN ${ids('deleted', 'order_lines')}`,
  ]
  return parts.map((part) => `SELECT toNullable(id) AS id FROM (${part})`).join(' UNION ALL ')
}

/** Writes the rows of touched orders as given, without derived columns, and takes out those that are gone. */
const writeTouched = async (load: LoadStatements): Promise<void> => {
  const touched = ids('touched', 'orders')
  const noStagedLine = `t.source_id NOT IN (SELECT source_id FROM ${staged('order_lines')})`
  const goneLines = `(t.order_source_id IN (SELECT source_id FROM ${staged('orders')})
    OR t.order_source_id IN ${ids('deleted', 'orders')} OR t.source_id IN ${ids('deleted', 'order_lines')})`
  await load.write('orders', {
    from: `${stored('orders')} AS t WHERE t.source_id IN ${touched} AND t.source_id IN ${ids('deleted', 'orders')}`,
    alias: 't',
    isDeleted: true,
  })
  await load.write('order_lines', {
    from: `${stored('order_lines')} AS t WHERE t.order_source_id IN ${touched} AND ${noStagedLine} AND ${goneLines}`,
    alias: 't',
    isDeleted: true,
  })
  await load.write('orders', {
    from: `${staged('orders')} AS g LEFT JOIN ${stored('customers')} AS c ON c.source_id = g.customer_source_id
      WHERE g.source_id IN ${touched}`,
    alias: 'g',
    values: {
      service_id: '{service:String}',
      ...noDerived('orders'),
      customer_service_id: 'if(g.customer_source_id IS NULL, NULL, coalesce(c.customer_service_id, {service:String}))',
      customer_id: 'coalesce(c.customer_id, g.customer_source_id)',
    },
  })
  // A line keeps the cost that its product had when it was first stored.
  await load.write('order_lines', {
    from: `${staged('order_lines')} AS g LEFT JOIN ${stored('order_lines')} AS t ON t.source_id = g.source_id
      WHERE g.order_source_id IN ${touched}`,
    alias: 'g',
    values: {
      service_id: '{service:String}',
      ...noDerived('order_lines'),
      product_cost: 'if(t.product_source_id = g.product_source_id, t.product_cost, NULL)',
    },
  })
}

/** Orders as their source gave them, computed from the staged rows alone: what the loader derives is compared with it. */
const writeSourceOrders = async (load: LoadStatements, { mode }: LoadScope): Promise<void> => {
  const isReplaced = mode === 'replace' ? 'true' : `t.source_id IN ${ids('touched', 'orders')}`
  await load.write('source_orders', {
    from: `${stored('source_orders')} AS t WHERE ${isReplaced}`,
    alias: 't',
    isDeleted: true,
  })
  await load.write('source_orders', {
    from: `${staged('orders')} AS o LEFT JOIN (
        SELECT order_source_id, sum(amount) AS goods FROM ${staged('order_lines')}
        WHERE item_kind <> 'gift_card' GROUP BY order_source_id
      ) AS l ON l.order_source_id = o.source_id`,
    alias: 'o',
    values: {
      service_id: '{service:String}',
      net_sales: `if(o.payment_status = 'paid', coalesce(l.goods, 0), 0)`,
      total: `if(o.payment_status = 'paid', o.total, 0)`,
    },
  })
}

/** Customers of touched orders as they were and as they will be: their orders' history changes. */
const collectCustomers = (load: LoadStatements): Promise<void> => {
  const among = `WHERE source_id IN ${ids('touched', 'orders')}`
  return load.collect(
    'customers',
    'orders',
    `SELECT customer_id AS id FROM ${published('orders')} ${among}
     UNION ALL SELECT customer_id AS id FROM ${stored('orders')} ${among}`,
  )
}

/** Orders whose derived columns depend on what the load changed, and customers whose orders do. */
const collectStale = async (load: LoadStatements, { tables }: LoadScope): Promise<void> => {
  const changed = (table: 'customers' | 'products') =>
    `(SELECT source_id FROM ${staged(table)} UNION ALL SELECT value FROM ${ids('deleted', table)})`
  const parts = [
    `SELECT value AS id FROM ${ids('touched', 'orders')}`,
    ...(tables.has('products')
      ? [`SELECT order_source_id AS id FROM ${stored('order_lines')} WHERE product_source_id IN ${changed('products')}`]
      : []),
  ]
  await load.collect('stale', 'orders', parts.join(' UNION ALL '))
  if (tables.has('customers'))
    await load.collect('customers', 'orders', `SELECT source_id AS id FROM ${changed('customers')}`)
}

/** Writes the orders and lines that the load changes, without derived columns, and collects what is to be derived again. */
export const applyOrders = async (load: LoadStatements, scope: LoadScope): Promise<void> => {
  if (scope.tables.has('orders')) {
    await findDeletedRows(load, 'orders', scope)
    await findDeletedRows(load, 'order_lines', scope)
    await load.collect('touched', 'orders', touchedOrders())
    await writeTouched(load)
    await writeSourceOrders(load, scope)
    await collectCustomers(load)
  }
  await collectStale(load, scope)
}

/** Writes the rows of a table that the load changes, and takes out those that are gone. */
export const applyPlainTable = async (load: LoadStatements, table: CanonicalTable, scope: LoadScope): Promise<void> => {
  await findDeletedRows(load, table, scope)
  await load.write(table, {
    from: `${given(table)} AS t WHERE t.source_id IN ${ids('deleted', table)}`,
    alias: 't',
    isDeleted: true,
  })
  await load.write(table, {
    from: `${staged(table)} AS g LEFT JOIN ${given(table)} AS t ON t.source_id = g.source_id
      WHERE t.source_id IS NULL OR ${differs(table, 'g', 't')}`,
    alias: 'g',
    values: { service_id: '{service:String}', ...noDerived(table) },
  })
}
