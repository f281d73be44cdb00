import type { Aggregation, Format } from '#domain/report-terms.ts'
import type { Column, Dimension, Measure, RowComparison } from '../catalog/column.ts'
import { type Field, type Formula, findTrials, type MeasureFormula } from '../catalog/formula.ts'

/** A column with an aggregation, over many records. */
export interface AggregatedColumn {
  readonly formula: MeasureFormula
  /** in minor units: the result is divided by the minor units of the currency */
  readonly isMoney: boolean
  readonly format: Format
  readonly additive: boolean
  readonly present?: Dimension['present']
  /** applied to the formula's values of the rows */
  readonly comparedRows?: RowComparison
}

/** An aggregation that a column does not support. */
export class NotAggregatable extends Error {
  override readonly name = 'NotAggregatable'
}

const COUNTED = { isMoney: false, format: 'integer' } as const

const isNotNull =
  (field: Field): Field =>
  (scope) =>
    `(${field(scope)} IS NOT NULL)`

const both = (one: Field, other: Field | undefined): Field =>
  other === undefined ? one : (scope) => `(${one(scope)} AND ${other(scope)})`

/** Share of the values below. */
const FRACTIONS = { Median: 0.5, P25: 0.25, P75: 0.75, P90: 0.9, P95: 0.95 } as const

const isFraction = (aggregation: Aggregation): aggregation is keyof typeof FRACTIONS =>
  Object.hasOwn(FRACTIONS, aggregation)

interface Values {
  readonly of: Field
  /** only of records for which it holds */
  readonly where?: Field
}

/** Of numbers only; null for the other aggregations. */
const distribution = (values: Values, aggregation: Aggregation): Formula | null => {
  if (aggregation === 'Avg') return { kind: 'average', ...values }
  if (aggregation === 'Mode') return { kind: 'mode', ...values }
  return isFraction(aggregation) ? { kind: 'quantile', ...values, fraction: FRACTIONS[aggregation] } : null
}

/** A value between two whole numbers is no whole number. */
const formatBetween = (format: Format, aggregation: Aggregation): Format =>
  format === 'integer' && (aggregation === 'Avg' || isFraction(aggregation)) ? 'number' : format

const overRecords = (measure: Measure, record: Field, aggregation: Exclude<Aggregation, 'None' | 'Count'>): Formula => {
  const values = { of: record, ...(measure.population ? { where: measure.population } : {}) }
  if (aggregation === 'Min') return { kind: 'min', ...values }
  if (aggregation === 'Max') return { kind: 'max', ...values }
  return distribution(values, aggregation) ?? { kind: measure.type === 'number' ? 'sumDecimal' : 'sum', ...values }
}

const aggregateMeasure = (measure: Measure, aggregation: Aggregation): AggregatedColumn => {
  const isMoney = measure.type === 'currency'
  const { record, formula, format } = measure
  // which dates count, it says itself
  const isOfOwnDates = formula.kind === 'count' && formula.ownDates === true
  if (aggregation === 'None' || (aggregation === 'Sum' && isOfOwnDates)) {
    const { additive, comparedRows } = measure
    return { formula, isMoney, format, additive, ...(comparedRows ? { comparedRows } : {}) }
  }
  const trials = aggregation === 'Count' ? findTrials(formula) : null
  if (trials !== null) return { ...COUNTED, formula: trials.of, additive: true }
  if (record === null || (aggregation === 'Sum' && !measure.additive))
    throw new NotAggregatable(`${measure.displayName} cannot be aggregated by ${aggregation}`)
  if (aggregation === 'Count')
    return {
      ...COUNTED,
      formula: { kind: 'count', where: both(isNotNull(record), measure.population) },
      additive: true,
    }
  const aggregated = overRecords(measure, record, aggregation)
  return { formula: aggregated, isMoney, format: formatBetween(format, aggregation), additive: aggregation === 'Sum' }
}

/** Types whose values can be added. */
const ADDABLE: readonly Dimension['type'][] = ['integer', 'number', 'currency', 'percent']

const countValues = ({ field, isId }: Dimension): AggregatedColumn =>
  isId
    ? { ...COUNTED, formula: { kind: 'countDistinct', of: [field] }, additive: false }
    : { ...COUNTED, formula: { kind: 'count', where: isNotNull(field) }, additive: true }

const extreme = (dimension: Dimension, kind: 'min' | 'max'): AggregatedColumn => ({
  formula: { kind, of: dimension.utcField ?? dimension.field },
  isMoney: dimension.type === 'currency',
  format: dimension.format,
  additive: false,
  ...(dimension.present ? { present: dimension.present } : {}),
})

const aggregateNumbers = ({ field, type, format }: Dimension, aggregation: Aggregation): AggregatedColumn | null => {
  const isMoney = type === 'currency'
  const formula = distribution({ of: field }, aggregation)
  if (formula !== null) return { formula, isMoney, format: formatBetween(format, aggregation), additive: false }
  if (aggregation !== 'Sum') return null
  const isWhole = type === 'integer' || isMoney
  return { formula: { kind: isWhole ? 'sum' : 'sumDecimal', of: field }, isMoney, format, additive: true }
}

const aggregateDimension = (dimension: Dimension, aggregation: Aggregation): AggregatedColumn => {
  if (aggregation === 'Count') return countValues(dimension)
  const isOrdered = dimension.type !== 'boolean'
  if (aggregation === 'Min' && isOrdered) return extreme(dimension, 'min')
  if (aggregation === 'Max' && isOrdered) return extreme(dimension, 'max')
  const ofNumbers = ADDABLE.includes(dimension.type) ? aggregateNumbers(dimension, aggregation) : null
  if (ofNumbers !== null) return ofNumbers
  throw new NotAggregatable(
    aggregation === 'None'
      ? `${dimension.displayName} must be grouped by, or aggregated`
      : `${dimension.displayName} cannot be aggregated by ${aggregation}`,
  )
}

/** Throws `NotAggregatable` for an unsupported pair, such as the sum of a ratio. */
export const aggregateColumn = (column: Column, aggregation: Aggregation): AggregatedColumn =>
  column.kind === 'measure' ? aggregateMeasure(column, aggregation) : aggregateDimension(column, aggregation)
