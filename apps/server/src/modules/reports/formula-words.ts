import type { Aggregation } from '#domain/report-terms.ts'
import type { Column } from '#semantic/catalog/column.ts'

const OVER_RECORDS: Readonly<Record<Exclude<Aggregation, 'None'>, string>> = {
  Sum: 'Sum over the records of',
  Avg: 'Mean of the records that have a value of',
  Min: 'Smallest of the records of',
  Max: 'Largest of the records of',
  Count: 'Records with a value of',
}

/** What a number means, in plain words. */
export const definitionInWords = (column: Column, aggregation: Aggregation): string => {
  if (aggregation === 'None') return column.description
  if (aggregation === 'Count' && column.kind === 'dimension' && column.isId)
    return `Different values of: ${column.displayName}`
  return `${OVER_RECORDS[aggregation]}: ${column.description}`
}
