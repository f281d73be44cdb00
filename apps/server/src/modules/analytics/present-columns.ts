import type { ResultColumn } from '#contract/reports.ts'
import { columnName } from '#semantic/catalog/catalog.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { SemanticQuery } from '#semantic/query.ts'

/** What each column of the query's answer is, as the catalog says. Throws `InvalidQuery`. */
export const presentColumns = (query: SemanticQuery): ResultColumn[] =>
  describeColumns(query).map(({ column, aggregation, isMeasure, format, additive, goodDirection }) => ({
    columnId: column.columnId,
    columnName: columnName(column.columnId),
    displayName: column.displayName,
    kind: isMeasure ? 'measure' : 'dimension',
    type: column.type,
    format,
    aggregation,
    total: isMeasure,
    totalAggregation: 'sum',
    additive,
    goodDirection,
  }))
