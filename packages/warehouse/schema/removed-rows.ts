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
