import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'

/** Tables whose rows belong to a row of another table and are deleted with it. Order lines are handled with their orders. */
export const CHILDREN = {
  membership_holds: { parent: 'memberships', key: 'membership_source_id' },
  release_members: { parent: 'club_releases', key: 'release_source_id' },
} as const satisfies Partial<Record<CanonicalTable, { parent: CanonicalTable; key: string }>>

export type ChildTable = keyof typeof CHILDREN

export const isChildTable = (table: CanonicalTable): table is ChildTable => Object.hasOwn(CHILDREN, table)

/** What a load says about stored rows that it does not contain. */
export interface RemovedRows {
  /** tables of which it lists deleted rows */
  readonly removed: ReadonlySet<CanonicalTable>
  /** tables of which it lists all other existing rows */
  readonly retained: ReadonlySet<CanonicalTable>
  /** tables of which it contains all rows of each parent that it contains */
  readonly within: ReadonlySet<ChildTable>
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
    staged.has(table) || removed.has(table) || retained.has(table) || (isChildTable(table) && within.has(table))
  const hasOrders = ORDER_TABLES.some(isNamed)
  return new Set(
    CANONICAL_TABLE_NAMES.filter(
      (table) =>
        mode === 'replace' ||
        isNamed(table) ||
        (hasOrders && ORDER_TABLES.includes(table)) ||
        (isChildTable(table) && isNamed(CHILDREN[table].parent)),
    ),
  )
}
