import type { ReportDefinition, ReportExpression } from '#contract/report-definition.ts'
import { type AggregatedColumn, assertAggregation } from './aggregate.ts'
import type { Answer, Context, ReferenceColumn, ReferenceMeasure, ReferenceRecord, ValueType } from './report-type.ts'
import { refuse, type Value } from './value.ts'
import { minorUnitsPerMajor } from './winery.ts'

/** What a calculated column compares rows by. */
export interface RowRule {
  readonly kind: 'runningTotal' | 'difference' | 'rank'
  readonly direction: 'asc' | 'desc'
  readonly along: string | null
}

/** A column of a definition's own: how it is folded, and which columns of the type it needs. */
export interface CalculatedColumn extends ReferenceMeasure {
  readonly needs: readonly AggregatedColumn[]
  readonly rule: RowRule | null
  /** of a group without any record */
  withoutRecords(context: Context): number | null
}

/** Value of one column over a group's records. */
export type CellOf = (
  column: AggregatedColumn,
  records: readonly ReferenceRecord[],
  context: Context,
  answer: Answer,
) => Value

type Unit = 'currency' | 'integer' | 'number' | 'percent' | 'constant'

interface Node {
  readonly unit: Unit
  readonly addsUp: boolean
  /** of a constant */
  readonly value: number | null
  readonly needs: readonly AggregatedColumn[]
  compute(cell: (column: AggregatedColumn) => Value, minorUnits: number): number | null
}

type FindColumn = (ref: {
  columnId?: string | undefined
  columnName?: string | undefined
}) => readonly [string, ReferenceColumn]

const BETWEEN = ['Avg', 'Median', 'P25', 'P75', 'P90', 'P95']

const unitOfColumn = ({ column, aggregation }: AggregatedColumn): Unit => {
  const { type } = column
  if (aggregation === 'Count') return 'integer'
  if (type === 'integer') return BETWEEN.includes(aggregation) ? 'number' : 'integer'
  if (type === 'currency' || type === 'number' || type === 'percent') return type
  return refuse('no number')
}

/** Sums and counts of records: distinct values, ratios and extremes do not add up. */
const columnAddsUp = ({ column, aggregation }: AggregatedColumn): boolean => {
  if (column.kind === 'measure' && aggregation === 'None') return column.isAdditive
  if (aggregation === 'Sum') return true
  return aggregation === 'Count' && !(column.kind === 'dimension' && column.isId)
}

const constant = (value: number): Node => ({
  unit: 'constant',
  addsUp: false,
  value: Number.isFinite(value) ? value : refuse('a division by 0'),
  needs: [],
  compute: () => value,
})

const leaf = (asked: AggregatedColumn): Node => ({
  unit: unitOfColumn(asked),
  addsUp: columnAddsUp(asked),
  value: null,
  needs: [asked],
  compute: (cell) => {
    const value = cell(asked)
    return typeof value === 'number' ? value : null
  },
})

const sumUnit = (a: Unit, b: Unit): Unit => {
  if (a === b) return a
  if (a === 'constant' || b === 'constant') return a === 'constant' ? b : a
  const plain: readonly Unit[] = ['integer', 'number']
  return plain.includes(a) && plain.includes(b) ? 'number' : refuse('a sum of two units')
}

const productUnit = (a: Unit, b: Unit): Unit => {
  if (a === 'currency' && b === 'currency') return refuse('a product of amounts')
  if (a === 'currency' || b === 'currency') return 'currency'
  if (a === 'percent' && (b === 'percent' || b === 'constant')) return 'percent'
  return a === 'constant' && b === 'percent' ? 'percent' : 'number'
}

const quotientUnit = (a: Unit, b: Unit): Unit => {
  if (b === 'currency') return a === 'currency' ? 'percent' : refuse('something by an amount')
  if (a === 'currency') return 'currency'
  return a === 'percent' && b === 'constant' ? 'percent' : 'number'
}

type Operator = Extract<ReportExpression, { operator: unknown }>['operator']

const calculated = (operator: Operator, a: number, b: number): number => {
  if (operator === 'add') return a + b
  if (operator === 'subtract') return a - b
  return operator === 'multiply' ? a * b : a / b
}

const operation = (operator: Operator, a: Node, b: Node): Node => {
  if (a.value !== null && b.value !== null) return constant(calculated(operator, a.value, b.value))
  const isSum = operator === 'add' || operator === 'subtract'
  if (operator === 'divide' && b.value === 0) refuse('a division by 0')
  const unit = isSum ? sumUnit(a.unit, b.unit) : (operator === 'multiply' ? productUnit : quotientUnit)(a.unit, b.unit)
  const isScaled = b.value !== null ? a.addsUp : operator === 'multiply' && a.value !== null && b.addsUp
  return {
    unit,
    addsUp: isSum ? a.addsUp && b.addsUp : isScaled,
    value: null,
    needs: [...a.needs, ...b.needs],
    compute: (cell, minorUnits) => {
      const scaleOf = (one: Node) => (isSum && unit === 'currency' && one.value !== null ? minorUnits : 1)
      const left = a.compute(cell, minorUnits)
      const right = b.compute(cell, minorUnits)
      if (left === null || right === null || (operator === 'divide' && right === 0)) return null
      return calculated(operator, left * scaleOf(a), right * scaleOf(b))
    },
  }
}

const nodeOf = (expression: ReportExpression, find: FindColumn): Node => {
  if ('operator' in expression)
    return operation(expression.operator, nodeOf(expression.left, find), nodeOf(expression.right, find))
  if ('value' in expression) return constant(expression.value)
  const [columnId, column] = find(expression)
  const asked = { columnId, column, aggregation: expression.aggregation }
  assertAggregation(asked, [])
  return leaf(asked)
}

const makeRowRule = ({ kind, direction, along }: ReportDefinition['calculations'][number]): RowRule | null =>
  kind === 'runningTotal' || kind === 'difference' || kind === 'rank' ? { kind, direction, along } : null

/** An aggregation is over the records' own values. */
const isMadeOfSales = ({ column, aggregation }: AggregatedColumn): boolean =>
  column.kind === 'measure' && column.ofSales === true && aggregation === 'None'

/** A calculation as a column. Refuses what has no meaning. */
export const calculatedColumn = (
  calculation: ReportDefinition['calculations'][number],
  find: FindColumn,
  cellOf: CellOf,
): CalculatedColumn => {
  const { kind } = calculation
  const node = nodeOf(calculation.of, find)
  if (node.value !== null) refuse('a constant column')
  if ((kind === 'shareOfTotal' || kind === 'runningTotal') && !node.addsUp) refuse('values that do not add up')
  const types: Readonly<Record<typeof kind, ValueType>> = {
    arithmetic: node.unit === 'constant' ? 'number' : node.unit,
    shareOfTotal: 'percent',
    runningTotal: node.unit === 'constant' ? 'number' : node.unit,
    difference: node.unit === 'constant' ? 'number' : node.unit,
    rank: 'integer',
  }
  const valueOver = (records: readonly ReferenceRecord[], context: Context, answer: Answer) =>
    node.compute((column) => cellOf(column, records, context, answer), minorUnitsPerMajor(context.settings.currency))
  return {
    kind: 'measure',
    type: types[kind],
    scale: 1,
    hasRecords: false,
    isAdditive: false,
    needs: node.needs,
    rule: makeRowRule(calculation),
    ...(kind === 'shareOfTotal' || makeRowRule(calculation) !== null ? { ofShown: true as const } : {}),
    ...(node.needs.some(isMadeOfSales) ? { ofSales: true as const } : {}),
    withoutRecords: (context) => valueOver([], context, { all: [], shown: [], groupBy: [], key: null, among: null }),
    fold: (records, context, answer) => {
      const own = valueOver(records, context, answer)
      if (kind !== 'shareOfTotal') return own
      const whole = valueOver(answer.shown, context, { ...answer, groupBy: [], key: null })
      return own === null || !whole ? null : own / whole
    },
  }
}

export const isCalculated = (column: ReferenceColumn): column is CalculatedColumn =>
  column.kind === 'measure' && 'needs' in column
