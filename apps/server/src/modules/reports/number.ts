import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { Format } from '#domain/report-terms.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import type { SemanticQuery } from '#semantic/query.ts'

/** A number that was answered: its place in the answer of a query of its own period. */
export interface AnsweredNumber {
  readonly query: SemanticQuery
  readonly cell: Cell
  /** what it is called where it is shown */
  readonly label: string
  readonly format: Format
  /** dates in force; null without any */
  readonly range: ResolvedRange | null
}
