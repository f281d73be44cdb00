import { aggregatedName, type TotalKind } from '#domain/report-terms.ts'
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
  readonly totalAggregation: TotalKind
  readonly goodDirection: Measure['goodDirection']
}

/** What the total of a column is; that of a count of different records is a count again. */
const totalKind = ({ formula, additive }: Pick<Measure, 'formula' | 'additive'>): TotalKind => {
  if (!additive && formula.kind === 'average') return 'avg'
  if (formula.kind === 'quantile' && formula.fraction === 0.5) return 'median'
  const isShare =
    formula.kind === 'ratio' && formula.denominator.kind === 'coarser' && formula.denominator.across === 'all'
  return !additive && !isShare && ['ratio', 'operation', 'survival'].includes(formula.kind) ? 'overall' : 'sum'
}

/** Describes each column of the query's result. Throws `InvalidQuery`. */
export const describeColumns = (query: SemanticQuery): OutputColumn[] => {
  const type = getReportType(query)
  return query.columns.map(({ columnId, aggregation }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    const goodDirection = column.kind === 'measure' ? column.goodDirection : 'neutral'
    const displayName = aggregatedName(column.displayName, aggregation)
    const named = { column, displayName, aggregation, goodDirection }
    const isKey = column.kind === 'dimension' && aggregation === 'None'
    if (isKey || query.grain === 'records') {
      const isMoney = column.type === 'currency'
      const isMeasure = column.kind === 'measure'
      const additive = column.kind === 'measure' && column.additive
      const totalAggregation = column.kind === 'measure' ? totalKind(column) : 'sum'
      const { format } = column
      return { ...named, isMoney, isMeasure, format, additive, totalAggregation }
    }
    const aggregated = withField(`columns[${index}]`, () => aggregateColumn(column, aggregation))
    const { isMoney, format, additive } = aggregated
    return { ...named, isMoney, isMeasure: true, format, additive, totalAggregation: totalKind(aggregated) }
  })
}
