import { aggregatedName } from '#domain/report-terms.ts'
import type { Column, Measure } from '../catalog/column.ts'
import type { QueryColumn, SemanticQuery } from '../query.ts'
import { aggregateColumn } from './aggregation.ts'
import { columnAt, getReportType, withField } from './compilation.ts'

export interface OutputColumn {
  readonly column: Column
  /** the header: the column's name, with its aggregation */
  readonly displayName: string
  readonly aggregation: QueryColumn['aggregation']
  readonly isMoney: boolean
  readonly isMeasure: boolean
  readonly format: Column['format']
  readonly additive: boolean
  readonly goodDirection: Measure['goodDirection']
}

/** Describes each column of the query's result. Throws `InvalidQuery`. */
export const describeColumns = (query: SemanticQuery): OutputColumn[] => {
  const type = getReportType(query)
  return query.columns.map(({ columnId, aggregation }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    const goodDirection = column.kind === 'measure' ? column.goodDirection : 'neutral'
    const displayName = aggregatedName(column.displayName, aggregation)
    const isKey = column.kind === 'dimension' && aggregation === 'None'
    if (isKey || query.grain === 'records') {
      const isMoney = column.type === 'currency'
      const isMeasure = column.kind === 'measure'
      const additive = column.kind === 'measure' && column.additive
      return { column, displayName, aggregation, isMoney, isMeasure, format: column.format, additive, goodDirection }
    }
    const { isMoney, format, additive } = withField(`columns[${index}]`, () => aggregateColumn(column, aggregation))
    return { column, displayName, aggregation, isMoney, isMeasure: true, format, additive, goodDirection }
  })
}
