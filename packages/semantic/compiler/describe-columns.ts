import type { Column, Measure } from '../catalog/column.ts'
import type { QueryColumn, SemanticQuery } from '../query.ts'
import { aggregateColumn } from './aggregation.ts'
import { at, columnAt, typeOf } from './compilation.ts'

export interface OutputColumn {
  readonly column: Column
  readonly aggregation: QueryColumn['aggregation']
  readonly isMoney: boolean
  readonly isMeasure: boolean
  readonly format: Column['format']
  readonly additive: boolean
  readonly goodDirection: Measure['goodDirection']
}

/** What each column of the query's answer is. Throws `InvalidQuery`. */
export const describeColumns = (query: SemanticQuery): OutputColumn[] => {
  const type = typeOf(query)
  return query.columns.map(({ columnId, aggregation }, place) => {
    const column = columnAt(type, columnId, `columns[${place}]`)
    const goodDirection = column.kind === 'measure' ? column.goodDirection : 'neutral'
    const isKey = column.kind === 'dimension' && aggregation === 'None'
    if (isKey || query.grain === 'records') {
      const isMoney = column.type === 'currency'
      const isMeasure = column.kind === 'measure'
      const additive = column.kind === 'measure' && column.additive
      return { column, aggregation, isMoney, isMeasure, format: column.format, additive, goodDirection }
    }
    const { isMoney, format, additive } = at(`columns[${place}]`, () => aggregateColumn(column, aggregation))
    return { column, aggregation, isMoney, isMeasure: true, format, additive, goodDirection }
  })
}
