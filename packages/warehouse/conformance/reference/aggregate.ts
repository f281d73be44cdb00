import type { Aggregation } from '#domain/report-terms.ts'
import { countedBy, mean, readValues } from './columns.ts'
import type {
  Answer,
  Context,
  ReferenceColumn,
  ReferenceDimension,
  ReferenceMeasure,
  ReferenceRecord,
} from './report-type.ts'
import { compareValues, exactSum, isPresent, refuse, type Value } from './value.ts'

export interface AggregatedColumn {
  readonly columnId: string
  readonly column: ReferenceColumn
  readonly aggregation: Aggregation
}

const assertMeasureAggregation = (
  { hasRecords, isAdditive, trials }: ReferenceMeasure,
  aggregation: Aggregation,
): void => {
  if (aggregation === 'None' || (aggregation === 'Count' && trials)) return
  if (!hasRecords) refuse('records have no value of it')
  if (aggregation === 'Sum' && !isAdditive) refuse('the sum of it means nothing')
}

/** Of the values in order: how far from the first to the last it is. */
const FRACTIONS: Readonly<Partial<Record<Aggregation, number>>> = {
  Median: 1 / 2,
  P25: 1 / 4,
  P75: 3 / 4,
  P90: 9 / 10,
  P95: 19 / 20,
}

const ADDED: readonly Aggregation[] = ['Sum', 'Avg', 'Mode', 'Median', 'P25', 'P75', 'P90', 'P95']
const ADDABLE: readonly ReferenceDimension['type'][] = ['integer', 'number', 'currency', 'percent']

const assertDimensionAggregation = ({ type }: ReferenceDimension, aggregation: Aggregation): void => {
  const isOrdered = type !== 'boolean' && (aggregation === 'Min' || aggregation === 'Max')
  const isAdded = ADDED.includes(aggregation) && ADDABLE.includes(type)
  if (aggregation !== 'Count' && !isOrdered && !isAdded) refuse(`${aggregation} of a dimension`)
}

/** Refuses a column of a grouped query that is neither grouped by nor a number of many records. */
export const assertAggregation = (
  { columnId, column, aggregation }: AggregatedColumn,
  groupBy: readonly string[],
): void => {
  if (column.kind === 'measure') assertMeasureAggregation(column, aggregation)
  else if (aggregation !== 'None' || !groupBy.includes(columnId)) assertDimensionAggregation(column, aggregation)
}

const extreme = (values: readonly Value[], direction: 1 | -1): Value => {
  let found: Value = null
  for (const value of values.filter(isPresent))
    if (found === null || compareValues(value, found) * direction > 0) found = value
  return found
}

const scaled = (value: Value, column: ReferenceColumn): Value =>
  typeof value === 'number' ? value / column.scale : value

/** A value between the two nearest, in proportion. */
const quantileOf = (values: readonly Value[], fraction: number): number | null => {
  const sorted = values.filter((value) => typeof value === 'number').toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * fraction
  const [lower, upper] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return lower === undefined || upper === undefined ? null : lower + (upper - lower) * (at - Math.floor(at))
}

/** The value that most records have; the smallest of several. */
const modeOf = (values: readonly Value[]): Value => {
  const numbers = values.filter((value) => typeof value === 'number')
  const counts = new Map<number, number>()
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return numbers.filter((value) => counts.get(value) === most).toSorted((a, b) => a - b)[0] ?? null
}

const countValues = (values: readonly Value[], column: ReferenceColumn): number => {
  const present = values.filter(isPresent)
  return column.kind === 'dimension' && column.isId ? new Set(present).size : present.length
}

/**
 * A column's aggregation over records: money in minor units, everything else as it is answered. With `None` a measure is
 * its own formula.
 */
export const aggregate = (
  { columnId, column, aggregation }: AggregatedColumn,
  records: readonly ReferenceRecord[],
  context: Context,
  answer: Answer,
): Value => {
  const values = readValues(column.kind === 'measure' ? countedBy(column, records) : records, columnId)
  if (aggregation === 'Count' && column.kind === 'measure' && column.trials) return column.trials(records, context)
  if (aggregation === 'Count') return countValues(values, column)
  if (aggregation === 'Sum') return exactSum(values) / column.scale
  if (aggregation === 'Min') return scaled(extreme(values, -1), column)
  if (aggregation === 'Max') return scaled(extreme(values, 1), column)
  if (aggregation === 'Avg') return mean(values, column.scale)
  if (aggregation === 'Mode') return scaled(modeOf(values), column)
  const fraction = FRACTIONS[aggregation]
  if (fraction !== undefined) return scaled(quantileOf(values, fraction), column)
  return column.kind === 'measure'
    ? column.fold(records, context, answer)
    : refuse('a dimension that is not grouped by')
}
