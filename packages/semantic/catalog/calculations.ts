import type { CalculationKind, Format } from '#domain/report-terms.ts'
import { aggregatedName } from '#domain/report-terms.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import type { Calculation, Expression, QueryColumn } from '../query.ts'
import { resultUnit, type Unit } from './calculation-units.ts'
import { type Column, InvalidValue, type Measure, type RowComparison } from './column.ts'
import {
  type Aggregate,
  ARITHMETIC,
  type CoarserAggregate,
  type Constant,
  type MeasureFormula,
  type Operation,
  type Part,
  type Term,
} from './formula.ts'
import type { ReportType } from './report-type.ts'

interface Built {
  readonly term: Term
  readonly unit: Unit
  /** in words, with parentheses where it is part of another */
  readonly name: string
  /** the values of groups add up to that of all */
  readonly isAdditive: boolean
}

const UNIT_OF_FORMAT: Readonly<Partial<Record<Format, Unit>>> = {
  currency: 'currency',
  integer: 'integer',
  number: 'number',
  percent: 'percent',
}

type FindColumn = (columnId: string) => Column | null

const buildPart = ({ columnId, aggregation }: QueryColumn, find: FindColumn): Built => {
  const column = find(columnId)
  if (column === null) throw new InvalidValue(`${columnId} is not a column of the report type`)
  const { formula, isMoney, format, additive } = aggregateColumn(column, aggregation)
  const unit = isMoney ? 'currency' : UNIT_OF_FORMAT[format]
  const name = aggregatedName(column.displayName, aggregation)
  if (unit === undefined || formula.kind === 'part' || formula.kind === 'operation')
    throw new InvalidValue(`${name} can’t be calculated with`)
  const isAdditive = additive && formula.kind !== 'ratio'
  return { term: { kind: 'part', name, format, isMoney, formula }, unit, name, isAdditive }
}

const SIGNS = { add: '+', subtract: '−', multiply: '×', divide: '÷' } as const

const constantOf = (value: number): Built => {
  if (!Number.isFinite(value)) throw new InvalidValue('A calculation can’t divide by 0')
  return { term: { kind: 'constant', value, isMoney: false }, unit: 'constant', name: String(value), isAdditive: false }
}

/** An amount plus a constant: the constant is an amount. */
const inUnit = ({ term }: Built, unit: Unit): Term =>
  term.kind === 'constant' && unit === 'currency' ? { ...term, isMoney: true } : term

const isSum = (operator: keyof typeof SIGNS): boolean => operator === 'add' || operator === 'subtract'

const addsUp = (operator: keyof typeof SIGNS, left: Built, right: Built): boolean => {
  if (isSum(operator)) return left.isAdditive && right.isAdditive
  if (operator === 'divide') return left.isAdditive && right.unit === 'constant'
  return (left.isAdditive && right.unit === 'constant') || (left.unit === 'constant' && right.isAdditive)
}

const nested = ({ term, name }: Built): string => (term.kind === 'operation' ? `(${name})` : name)

const build = (expression: Expression, find: FindColumn): Built => {
  if ('value' in expression) return constantOf(expression.value)
  if ('columnId' in expression) return buildPart(expression, find)
  const { operator } = expression
  const left = build(expression.left, find)
  const right = build(expression.right, find)
  if (left.term.kind === 'constant' && right.term.kind === 'constant')
    return constantOf(ARITHMETIC[operator](left.term.value, right.term.value))
  if (operator === 'divide' && right.term.kind === 'constant' && right.term.value === 0)
    throw new InvalidValue('A calculation can’t divide by 0')
  const unit = resultUnit(operator, left, right)
  const [first, second] = isSum(operator) ? [inUnit(left, unit), inUnit(right, unit)] : [left.term, right.term]
  return {
    term: { kind: 'operation', operator, left: first, right: second },
    unit,
    name: `${nested(left)} ${SIGNS[operator]} ${nested(right)}`,
    isAdditive: addsUp(operator, left, right),
  }
}

const isAggregate = (formula: Part['formula']): formula is Aggregate =>
  formula.kind !== 'ratio' && formula.kind !== 'coarser'

/** The same over all rows of the result. */
const overAll = (term: Part | Constant | Operation): Term => {
  if (term.kind === 'constant') return term
  if (term.kind === 'operation') return { ...term, left: overAll(term.left), right: overAll(term.right) }
  const { formula } = term
  const of: CoarserAggregate | Part['formula'] = isAggregate(formula)
    ? { kind: 'coarser', of: formula, across: 'all' }
    : formula
  return { ...term, name: `${term.name}, total`, formula: of }
}

const KIND_NAMES: Readonly<Record<Exclude<CalculationKind, 'arithmetic'>, string>> = {
  shareOfTotal: 'Share of total',
  runningTotal: 'Running total',
  difference: 'Change from previous row',
  rank: 'Rank by value',
}

const comparison = ({ kind, direction, along }: Calculation): RowComparison | null =>
  kind === 'runningTotal' || kind === 'difference' || kind === 'rank' ? { kind, direction, along } : null

const isFormula = (term: Term): term is Part | Operation => term.kind !== 'constant'

const buildMeasure = (calculation: Calculation, find: FindColumn): Measure => {
  const { columnId, displayName, kind } = calculation
  if (find(columnId) !== null) throw new InvalidValue(`${columnId} is already a column of the report type`)
  const built = build(calculation.of, find)
  if (!isFormula(built.term)) throw new InvalidValue('A calculated column needs a measure')
  if ((kind === 'shareOfTotal' || kind === 'runningTotal') && !built.isAdditive)
    throw new InvalidValue(`${built.name} can’t be summed, so there’s no ${KIND_NAMES[kind].toLowerCase()}`)
  const formula: MeasureFormula =
    kind === 'shareOfTotal'
      ? { kind: 'operation', operator: 'divide', left: built.term, right: overAll(built.term) }
      : built.term
  const units: Readonly<Record<CalculationKind, Unit>> = {
    arithmetic: built.unit,
    shareOfTotal: 'percent',
    runningTotal: built.unit,
    difference: built.unit,
    rank: 'integer',
  }
  const type = units[kind] === 'constant' ? 'number' : units[kind]
  const compared = comparison(calculation)
  return {
    kind: 'measure',
    columnId,
    displayName,
    type,
    format: type,
    description: kind === 'arithmetic' ? built.name : `${KIND_NAMES[kind]}: ${built.name}`,
    record: null,
    formula,
    ...(compared === null ? {} : { comparedRows: compared }),
    additive: kind === 'arithmetic' ? built.isAdditive : false,
    goodDirection: 'neutral',
  }
}

/** The measure of a calculation over columns of the type. Throws `InvalidValue` or `NotAggregatable`. */
export const calculatedMeasure = (type: ReportType, calculation: Calculation): Measure =>
  buildMeasure(
    calculation,
    (columnId) => type.columns.find((column) => column.columnId.toLowerCase() === columnId.toLowerCase()) ?? null,
  )

const extended = new WeakMap<readonly Calculation[], WeakMap<ReportType, ReportType>>()

/** The report type with a measure for each calculation. Throws as `calculatedMeasure`. */
export const withCalculations = (type: ReportType, calculations: readonly Calculation[] = []): ReportType => {
  if (calculations.length === 0) return type
  const known = extended.get(calculations)?.get(type)
  if (known !== undefined) return known
  const own = calculations.map((calculation) => calculatedMeasure(type, calculation))
  const whole = { ...type, columns: [...type.columns, ...own] }
  const types = extended.get(calculations) ?? new WeakMap<ReportType, ReportType>()
  types.set(type, whole)
  extended.set(calculations, types)
  return whole
}

/** Columns of the catalog that an expression names. */
export const expressionColumns = (expression: Expression): readonly QueryColumn[] => {
  if ('value' in expression) return []
  if ('columnId' in expression) return [expression]
  return [...expressionColumns(expression.left), ...expressionColumns(expression.right)]
}
