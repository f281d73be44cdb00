import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Join } from './report-type.ts'

/** The record of another table that `base` names by its id. */
export const joinedTable = (table: CanonicalTable, base: string): Join => ({
  relation: (scope) => {
    const wanted = scope.wanted('source_id', base)
    const relation = scope.table(table)
    return wanted.length === 0 ? relation : `(SELECT * FROM ${relation} AS j WHERE ${wanted.join(' AND ')})`
  },
  on: [
    ['service_id', 'service_id'],
    [base, 'source_id'],
  ],
})
