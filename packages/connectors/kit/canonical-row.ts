import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** A row and the table it belongs to. */
export type CanonicalRow = {
  [T in CanonicalTable]: { readonly table: T; readonly row: CanonicalRecord<T> }
}[CanonicalTable]

/** Rows that are gone, by their ids at the platform. With an order go its lines, with a membership its holds. */
export interface Removal {
  readonly table: CanonicalTable
  readonly sourceIds: readonly string[]
}
