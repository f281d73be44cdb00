import { type ChildTable, isChildTable, PARENTS } from '#domain/canonical/parents.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'

/** Child tables that a load may hold apart from their parents. Order lines are handled with their orders. */
export type DetachedTable = Exclude<ChildTable, 'order_lines'>

export const isDetachedTable = (table: CanonicalTable): table is DetachedTable =>
  isChildTable(table) && table !== 'order_lines'

/** What a load says about stored rows that it does not contain. */
export interface RemovedRows {
  /** tables of which it lists deleted rows */
  readonly removed: ReadonlySet<CanonicalTable>
  /** tables of which it lists all other existing rows */
  readonly retained: ReadonlySet<CanonicalTable>
  /** tables of which it contains all rows of each parent that it contains */
  readonly within: ReadonlySet<DetachedTable>
}

export const ORDER_TABLES: readonly CanonicalTable[] = ['orders', 'order_lines']

interface StagedTables {
  readonly mode: 'merge' | 'replace'
  /** tables with rows of the load */
  readonly staged: ReadonlySet<CanonicalTable>
  readonly leaving: RemovedRows
}

/** Tables that a load may change. */
export const tablesInScope = ({ mode, staged, leaving }: StagedTables): ReadonlySet<CanonicalTable> => {
  const { removed, retained, within } = leaving
  const isNamed = (table: CanonicalTable): boolean =>
    staged.has(table) || removed.has(table) || retained.has(table) || (isDetachedTable(table) && within.has(table))
  const hasOrders = ORDER_TABLES.some(isNamed)
  return new Set(
    CANONICAL_TABLE_NAMES.filter(
      (table) =>
        mode === 'replace' ||
        isNamed(table) ||
        (hasOrders && ORDER_TABLES.includes(table)) ||
        (isDetachedTable(table) && isNamed(PARENTS[table].parent)),
    ),
  )
}

/** What a load may change, and what it says of rows that it does not contain. */
export interface LoadScope extends RemovedRows {
  readonly mode: 'merge' | 'replace'
  /** rows that are older than the stored ones are left out */
  readonly comparesVersions: boolean
  /** tables that the load may change */
  readonly tables: ReadonlySet<CanonicalTable>
}

/** What an engine gives to the SQL over rows that are gone. */
export interface RemovalSource {
  /** relations of the service's rows: all, those that came from its source, and those of the load */
  readonly stored: (table: CanonicalTable) => string
  readonly given: (table: CanonicalTable) => string
  readonly staged: (table: CanonicalTable) => string
  /** a subquery of ids: named by the load, or found before */
  readonly ids: (kind: 'removed' | 'retained' | 'outdated' | 'deleted', table: CanonicalTable) => string
}

/** SELECTs of the ids of the service's rows that are gone after the load. A row that it contains is not. */
export const selectDeleted = (
  { stored, given, staged, ids }: RemovalSource,
  { mode, removed, retained, tables, within }: Omit<LoadScope, 'comparesVersions'>,
  table: CanonicalTable,
): string[] => {
  const keys = (of: CanonicalTable) => `(SELECT source_id FROM ${staged(of)} AS s)`
  const notGiven = (of: CanonicalTable, id = 't.source_id') =>
    `${id} NOT IN ${keys(of)} AND ${id} NOT IN ${ids('outdated', of)}`
  const from = `SELECT t.source_id AS id FROM ${given(table)} AS t WHERE ${notGiven(table)}`
  const byName = [
    ...(removed.has(table) ? [`${from} AND t.source_id IN ${ids('removed', table)}`] : []),
    ...(retained.has(table) ? [`${from} AND t.source_id NOT IN ${ids('retained', table)}`] : []),
  ]
  if (table === 'orders' && mode === 'merge') {
    // An order of which only lines are stored is deleted with them.
    const ofLines = `SELECT t.order_source_id AS id FROM ${stored('order_lines')} AS t WHERE ${notGiven('orders', 't.order_source_id')}`
    if (removed.has('orders')) byName.push(`${ofLines} AND t.order_source_id IN ${ids('removed', 'orders')}`)
    if (retained.has('orders'))
      byName.push(`${ofLines} AND t.order_source_id NOT IN ${ids('retained', 'orders')} AND ${notGiven('order_lines')}`)
  }
  const selects = mode === 'replace' ? [from] : byName
  if (!isDetachedTable(table) || !tables.has(PARENTS[table].parent)) return selects
  const { parent, key } = PARENTS[table]
  const ofDeleted = `${from} AND t.${key} IN ${ids('deleted', parent)}`
  return [...selects, ofDeleted, ...(within.has(table) ? [`${from} AND t.${key} IN ${keys(parent)}`] : [])]
}
