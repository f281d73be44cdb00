import type { Aggregation } from '#domain/report-terms.ts'

type Aggregated = Extract<Aggregation, 'None' | 'Sum' | 'Avg' | 'Min' | 'Max'>

interface MeasuredColumn {
  readonly columnId: string
  readonly aggregation: Aggregated
}

/** A measure in a question: a measure's columnId, or the columnId of a number with its aggregation, as `custom_barrel:Avg`. */
export const aggregatedMeasure = (columnId: string, aggregation: Aggregated): string => `${columnId}:${aggregation}`

const AGGREGATED = /^(.+):(Sum|Avg|Min|Max)$/

/** The column of a measure, with the aggregation that it names. */
export const measuredColumn = (id: string): MeasuredColumn => {
  const [, columnId, aggregation] = AGGREGATED.exec(id) ?? []
  const isNamed = aggregation === 'Sum' || aggregation === 'Avg' || aggregation === 'Min' || aggregation === 'Max'
  return columnId !== undefined && isNamed ? { columnId, aggregation } : { columnId: id, aggregation: 'None' }
}
