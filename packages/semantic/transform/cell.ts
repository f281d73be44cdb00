import type { Aggregation } from '#domain/report-terms.ts'
import type { FilterValue } from '../query.ts'

/**
 * A number of an answer: the group values of its row by columnId, as they were answered, and the measure. No row: the
 * total. For the row of a record: values that tell it from others.
 */
export interface Cell {
  readonly row: Readonly<Record<string, FilterValue>>
  readonly measure: string
  readonly aggregation: Aggregation
}
