import { PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { isDetachedTable, type RemovedRows } from '../../schema/removed-rows.ts'
import { given, ids, type LoadStatements, staged, stored } from './load-statements.ts'

export interface LoadScope extends RemovedRows {
  readonly mode: 'merge' | 'replace'
  /** rows that are older than the stored ones are left out */
  readonly comparesVersions: boolean
  /** tables that the load may change */
  readonly tables: ReadonlySet<CanonicalTable>
}

const keys = (relation: string): string => `(SELECT source_id FROM ${relation})`

const notGiven = (table: CanonicalTable, id = 't.source_id'): string =>
  `${id} NOT IN ${keys(staged(table))} AND ${id} NOT IN ${ids('outdated', table)}`

const byName = (table: CanonicalTable, { mode, removed, retained }: LoadScope): string[] => {
  const from = `SELECT t.source_id AS id FROM ${given(table)} AS t WHERE ${notGiven(table)}`
  if (mode === 'replace') return [from]
  return [
    ...(removed.has(table) ? [`${from} AND t.source_id IN ${ids('removed', table)}`] : []),
    ...(retained.has(table) ? [`${from} AND t.source_id NOT IN ${ids('retained', table)}`] : []),
  ]
}

// An order of which only lines are stored is deleted with them.
const byLines = ({ mode, removed, retained }: LoadScope): string[] => {
  const from = `SELECT t.order_source_id AS id FROM ${stored('order_lines')} AS t
    WHERE ${notGiven('orders', 't.order_source_id')}`
  if (mode === 'replace') return []
  return [
    ...(removed.has('orders') ? [`${from} AND t.order_source_id IN ${ids('removed', 'orders')}`] : []),
    ...(retained.has('orders')
      ? [
          `${from} AND t.order_source_id NOT IN ${ids('retained', 'orders')}
           AND ${notGiven('order_lines')}`,
        ]
      : []),
  ]
}

const byParent = (table: CanonicalTable, { tables, within }: LoadScope): string[] => {
  if (!isDetachedTable(table)) return []
  const { parent, key } = PARENTS[table]
  if (!tables.has(parent)) return []
  const from = `SELECT t.source_id AS id FROM ${given(table)} AS t WHERE ${notGiven(table)}`
  const ofDeleted = `${from} AND t.${key} IN ${ids('deleted', parent)}`
  const ofGiven = `${from} AND t.${key} IN ${keys(staged(parent))}`
  return within.has(table) ? [ofDeleted, ofGiven] : [ofDeleted]
}

/** Finds the service's rows that are gone after the load. A row that it contains is not. */
export const findDeletedRows = async (load: LoadStatements, table: CanonicalTable, scope: LoadScope): Promise<void> => {
  const selects = [...byName(table, scope), ...byParent(table, scope), ...(table === 'orders' ? byLines(scope) : [])]
  if (selects.length > 0) await load.collect('deleted', table, selects.join(' UNION ALL '))
}
