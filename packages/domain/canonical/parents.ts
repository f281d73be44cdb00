import type { CanonicalTable } from './tables.ts'

/** Tables whose rows belong to a row of another table and are deleted with it: which, and the column that holds its `source_id`. */
export const PARENTS = {
  order_lines: { parent: 'orders', key: 'order_source_id' },
  membership_holds: { parent: 'memberships', key: 'membership_source_id' },
  release_members: { parent: 'club_releases', key: 'release_source_id' },
} as const satisfies Partial<Record<CanonicalTable, { parent: CanonicalTable; key: string }>>

export type ChildTable = keyof typeof PARENTS

export const isChildTable = (table: CanonicalTable): table is ChildTable => Object.hasOwn(PARENTS, table)

/** The table of a table's children; null: it has none. */
export const findChildTable = (table: CanonicalTable): ChildTable | null =>
  (Object.keys(PARENTS) as ChildTable[]).find((child) => PARENTS[child].parent === table) ?? null
