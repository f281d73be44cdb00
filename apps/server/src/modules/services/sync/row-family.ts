import type { CanonicalRow } from '#connectors/kit/canonical-row.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

const CHILD_OF: Readonly<Partial<Record<CanonicalTable, CanonicalTable>>> = {
  orders: 'order_lines',
  memberships: 'membership_holds',
  club_releases: 'release_members',
}

/** The table whose rows belong to rows of this one. */
export const childOf = (table: CanonicalTable): CanonicalTable | null => CHILD_OF[table] ?? null

export const isChild = (table: CanonicalTable): boolean => Object.values(CHILD_OF).includes(table)

/** The row that a row belongs to; null: it stands alone. */
export const parentIdOf = ({ table, row }: CanonicalRow): { table: CanonicalTable; id: string } | null => {
  if (table === 'order_lines') return { table: 'orders', id: row.order_source_id }
  if (table === 'membership_holds') return { table: 'memberships', id: row.membership_source_id }
  if (table === 'release_members') return { table: 'club_releases', id: row.release_source_id }
  return null
}
