import type { Aggregation } from '#domain/report-terms.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { describeColumn } from '#semantic/catalog/describe-column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'

const OVER_RECORDS: Readonly<Record<Exclude<Aggregation, 'None'>, string>> = {
  Sum: 'Sum over the records of',
  Avg: 'Mean of the records that have a value of',
  Min: 'Smallest of the records of',
  Max: 'Largest of the records of',
  Count: 'Records with a value of',
}

interface Meaning {
  readonly type: ReportType
  readonly column: Column
  readonly definitions: Definitions
}

/** What a number means, in plain words, as the account counts. */
export const definitionInWords = ({ type, column, definitions }: Meaning, aggregation: Aggregation): string => {
  const description = describeColumn(type, column, definitions)
  if (aggregation === 'None') return description
  if (aggregation === 'Count' && column.kind === 'dimension' && column.isId)
    return `Different values of: ${column.displayName}`
  return `${OVER_RECORDS[aggregation]}: ${description}`
}
