import { PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { isDetachedTable } from '../../schema/removed-rows.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { type Apply, given, isGiven, rowsChanged, staging, stored } from './apply.ts'
import { outdatedIds } from './outdated-rows.ts'
import { removedIds, retainedIds } from './removed-rows.ts'

/** Relation of the ids that `findDeletedRows` found. */
export const deletedTable = (table: CanonicalTable): string => `temp.main.${quoted(`deleted_${table}`)}`

const NONE = 'SELECT CAST(NULL AS VARCHAR) WHERE false'

const notGiven = (apply: Apply, table: CanonicalTable, id = 't.source_id'): string =>
  apply.staged.has(table)
    ? `NOT EXISTS (SELECT 1 FROM ${staging(table)} s WHERE s.source_id = ${id})
       AND NOT EXISTS (SELECT 1 FROM ${outdatedIds(table)} s WHERE s.source_id = ${id})`
    : 'true'

const byName = (apply: Apply, table: CanonicalTable): string[] => {
  const { removed, retained } = apply.leaving
  const from = `SELECT t.source_id FROM ${given(apply, table)} t WHERE ${notGiven(apply, table)}`
  return [
    ...(removed.has(table) ? [`${from} AND t.source_id IN (SELECT source_id FROM ${removedIds(table)})`] : []),
    ...(retained.has(table)
      ? [`${from} AND NOT EXISTS (SELECT 1 FROM ${retainedIds(table)} r WHERE r.source_id = t.source_id)`]
      : []),
  ]
}

// An order of which only lines are stored is deleted with them.
const byLines = (apply: Apply): string[] => {
  const { removed, retained } = apply.leaving
  const from = `SELECT t.order_source_id FROM ${stored(apply, 'order_lines')} t
    WHERE ${notGiven(apply, 'orders', 't.order_source_id')}`
  return [
    ...(removed.has('orders')
      ? [`${from} AND t.order_source_id IN (SELECT source_id FROM ${removedIds('orders')})`]
      : []),
    ...(retained.has('orders')
      ? [
          `${from} AND NOT EXISTS (SELECT 1 FROM ${retainedIds('orders')} r WHERE r.source_id = t.order_source_id)
           AND ${notGiven(apply, 'order_lines')}`,
        ]
      : []),
  ]
}

const byParent = (apply: Apply, table: CanonicalTable): string[] => {
  if (!isDetachedTable(table)) return []
  const { parent, key } = PARENTS[table]
  if (!apply.staged.has(parent)) return []
  const from = `SELECT t.source_id FROM ${given(apply, table)} t WHERE ${notGiven(apply, table)}`
  const ofDeleted = `${from} AND t.${key} IN (SELECT source_id FROM ${deletedTable(parent)})`
  const ofGiven = `${from} AND t.${key} IN (SELECT source_id FROM ${staging(parent)})`
  return apply.leaving.within.has(table) ? [ofDeleted, ofGiven] : [ofDeleted]
}

/** Finds the ids of the service's stored rows that the load reports as deleted. A row that it contains is not deleted. */
export const findDeletedRows = async (apply: Apply, table: CanonicalTable): Promise<void> => {
  const selects = [...byName(apply, table), ...byParent(apply, table), ...(table === 'orders' ? byLines(apply) : [])]
  const ids = selects.length > 0 ? selects.join(' UNION ') : NONE
  await apply.connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE ${quoted(`deleted_${table}`)} AS SELECT id AS source_id FROM (${ids}) g(id)`,
  )
}

/** Deletes the rows that `findDeletedRows` found; returns how many there were. */
export const removeDeletedRows = (apply: Apply, table: CanonicalTable): Promise<number> =>
  rowsChanged(
    apply,
    `DELETE FROM main.${quoted(table)} WHERE service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table)}
       AND source_id IN (SELECT source_id FROM ${deletedTable(table)})`,
  )
