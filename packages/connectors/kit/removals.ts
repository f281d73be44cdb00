import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Removal } from './connector.ts'

/** As a page lists them: nothing where no row is removed. */
export const toRemovals = (table: CanonicalTable, sourceIds: readonly string[]): Removal[] =>
  sourceIds.length === 0 ? [] : [{ table, sourceIds }]

/** Rows that were asked for by ID, and that the platform doesn't have. */
export const removedOf = (
  table: CanonicalTable,
  asked: readonly string[],
  found: ReadonlySet<string | null>,
): Removal[] =>
  toRemovals(
    table,
    asked.filter((id) => !found.has(id)),
  )
