import { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Removal } from '../kit/connector.ts'
import { Id, OptionalInstant, Reference, Text } from './fields.ts'

/** A deleted record and its kind. */
export const Trashed = z.object({
  id: Id,
  objectId: Reference,
  object: Text,
  objectType: Text,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
})
export type Trashed = z.output<typeof Trashed>

// A club order's release member has the order's id.
const TABLES = new Map<string, readonly CanonicalTable[]>([
  ['order', ['orders', 'release_members']],
  ['customer', ['customers']],
  ['clubmembership', ['memberships']],
  ['reservation', ['reservations']],
])

/** Tables that are read completely each time need no reported deletions. */
export const TRASH_TABLES: readonly CanonicalTable[] = [
  'orders',
  'order_lines',
  'release_members',
  'customers',
  'memberships',
  'membership_holds',
  'reservations',
]

const readObjectKind = ({ object, objectType }: Trashed): string =>
  (object ?? objectType ?? '').replace(/[^a-z]/gi, '').toLowerCase()

// Ids are unique across kinds, so an entry without a kind is searched for in all of them.
const tablesOf = (trashed: Trashed): readonly CanonicalTable[] => {
  const kind = readObjectKind(trashed)
  return kind === '' ? [...TABLES.values()].flat() : (TABLES.get(kind) ?? [])
}

export const toTrashRemovals = (trashed: readonly Trashed[]): Removal[] => {
  const byTable = new Map<CanonicalTable, string[]>()
  for (const one of trashed) {
    for (const table of tablesOf(one)) byTable.set(table, [...(byTable.get(table) ?? []), one.objectId ?? one.id])
  }
  return [...byTable].map(([table, sourceIds]) => ({ table, sourceIds }))
}
