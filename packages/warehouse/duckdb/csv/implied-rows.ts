import { givenColumns } from '../../schema/stored-columns.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { quoted } from '../ddl.ts'
import { collectedObject, customNames } from './custom-values.ts'
import type { StoredRows } from './kind-import.ts'
import { selectList } from './row-values.ts'

/**
 * Customers and products that a file of orders mentions. Values that it lacks keep their stored value, so that a file of orders
 * never overwrites a file of customers.
 */
const implied = (
  table: 'customers' | 'products',
  found: string,
  given: Readonly<Record<string, string>>,
  stored: StoredRows,
): string => {
  const columns = givenColumns(table).map(({ name }) => {
    const known = `stored.${quoted(name)}`
    return [quoted(name), given[name] === undefined ? known : `coalesce(${given[name]}, ${known})`] as const
  })
  return `SELECT found.source_id AS source_id, ${selectList(Object.fromEntries(columns))},
    stored.source_updated_utc AS source_updated_utc, coalesce(stored.time_basis, 'local') AS time_basis
    FROM (${found}) AS found LEFT JOIN ${stored(table)} AS stored ON stored.source_id = found.source_id`
}

/** Customers of `relation`, a table with a row an order; of differing values, the first in the file. */
export const customerRows = (
  plan: CsvImportPlan,
  { relation, order }: { readonly relation: string; readonly order: string },
  stored: StoredRows,
): string => {
  const own = customNames(plan, 'customers').map((name) => `, arg_min(${name}, ${order}) AS ${name}`)
  const custom = collectedObject(plan, 'customers', 'found')
  const found = `SELECT customer_source_id AS source_id, arg_min(customer_name, ${order}) AS name,
    arg_min(customer_email, ${order}) AS email, arg_min(state, ${order}) AS state,
    arg_min(country, ${order}) AS country${own.join('')}
    FROM ${relation} WHERE customer_source_id IS NOT NULL GROUP BY customer_source_id`
  const plain = { name: 'found.name', email: 'found.email', state: 'found.state', country: 'found.country' }
  const given = custom === null ? plain : { ...plain, custom }
  return implied('customers', found, given, stored)
}

/** Products of the lines in `relation`, whose columns `filled` lists. A product without a title is called by its SKU. */
export const productRows = (
  plan: CsvImportPlan,
  { relation, filled }: { readonly relation: string; readonly filled: Readonly<Record<string, string>> },
  stored: StoredRows,
): string => {
  const stated = {
    title: 'product_title',
    category: 'category',
    brand: 'brand',
    vintage: 'vintage',
    varietal: 'varietal',
  }
  const present = Object.entries(stated).filter(([, column]) => filled[column] !== undefined)
  const own = customNames(plan, 'products').map((name) => [name, name] as const)
  const custom = collectedObject(plan, 'products', 'found')
  const firsts = [...present, ...own].map(([name, column]) => `arg_min(${column}, line) AS ${name}`)
  const found = `SELECT ${['sku AS source_id', 'arg_min(item_kind, line) AS item_kind', ...firsts].join(', ')} FROM ${relation} GROUP BY sku`
  const given = Object.fromEntries(present.map(([name]) => [name, `found.${name}`]))
  const title = `coalesce(${given.title === undefined ? '' : 'found.title, '}stored.title, found.source_id)`
  const kind = filled.item_kind_raw === undefined ? 'coalesce(stored.item_kind, found.item_kind)' : 'found.item_kind'
  const all = { ...given, title, sku: 'found.source_id', item_kind: kind, ...(custom === null ? {} : { custom }) }
  return implied('products', found, all, stored)
}
