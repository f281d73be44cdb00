import type { Aggregation, Format } from '#domain/report-terms.ts'
import type { Column, Dimension, Measure } from '../catalog/column.ts'
import type { Field } from '../catalog/field.ts'
import type { Formula } from '../catalog/formula.ts'

/** What a column with an aggregation means over many records. */
export interface AggregatedColumn {
  readonly formula: Formula
  /** minor units: the answer is divided by the currency's exponent */
  readonly isMoney: boolean
  readonly format: Format
  readonly additive: boolean
  readonly present?: Dimension['present']
}

/** Why an aggregation cannot be had of a column. */
export class NotAggregatable extends Error {
  override readonly name = 'NotAggregatable'
}

const COUNTED = { isMoney: false, format: 'integer' } as const

const isNotNull =
  (field: Field): Field =>
  (scope) =>
    `(${field(scope)} IS NOT NULL)`

const overRecords = (measure: Measure, record: Field, aggregation: Exclude<Aggregation, 'None' | 'Count'>): Formula => {
  if (aggregation === 'Min') return { kind: 'min', of: record }
  if (aggregation === 'Max') return { kind: 'max', of: record }
  if (aggregation === 'Avg') return { kind: 'average', of: record }
  return measure.type === 'number' ? { kind: 'sumDecimal', of: record } : { kind: 'sum', of: record }
}

const aggregateMeasure = (measure: Measure, aggregation: Aggregation): AggregatedColumn => {
  const isMoney = measure.type === 'currency'
  const { record, formula, format } = measure
  if (aggregation === 'None') return { formula, isMoney, format, additive: measure.additive }
  if (record === null || (aggregation === 'Sum' && !measure.additive))
    throw new NotAggregatable(`${measure.displayName} cannot be aggregated by ${aggregation}`)
  if (aggregation === 'Count')
    return { ...COUNTED, formula: { kind: 'count', where: isNotNull(record) }, additive: true }
  return { formula: overRecords(measure, record, aggregation), isMoney, format, additive: aggregation === 'Sum' }
}

const aggregateDimension = (dimension: Dimension, aggregation: Aggregation): AggregatedColumn => {
  const { field, format, present } = dimension
  if (aggregation === 'Count')
    return dimension.isId
      ? { ...COUNTED, formula: { kind: 'countDistinct', of: [field] }, additive: false }
      : { ...COUNTED, formula: { kind: 'count', where: isNotNull(field) }, additive: true }
  const isOrdered = dimension.type !== 'boolean'
  if ((aggregation === 'Min' || aggregation === 'Max') && isOrdered)
    return {
      formula: { kind: aggregation === 'Min' ? 'min' : 'max', of: dimension.utcField ?? field },
      isMoney: false,
      format,
      additive: false,
      ...(present ? { present } : {}),
    }
  throw new NotAggregatable(
    aggregation === 'None'
      ? `${dimension.displayName} must be grouped by, or aggregated`
      : `${dimension.displayName} cannot be aggregated by ${aggregation}`,
  )
}

/** Throws `NotAggregatable` where the pair makes no sense, such as the sum of a ratio. */
export const aggregateColumn = (column: Column, aggregation: Aggregation): AggregatedColumn =>
  column.kind === 'measure' ? aggregateMeasure(column, aggregation) : aggregateDimension(column, aggregation)
