import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type LoadScope, selectDeleted } from '../../schema/removed-rows.ts'
import { given, ids, type LoadStatements, staged, stored } from './load-statements.ts'

/** Finds the service's rows that are gone after the load. */
export const findDeletedRows = async (load: LoadStatements, table: CanonicalTable, scope: LoadScope): Promise<void> => {
  const selects = selectDeleted({ stored, given, staged, ids }, scope, table)
  if (selects.length > 0) await load.collect('deleted', table, selects.join(' UNION ALL '))
}
