import { lowerFirst } from '#charts/report/report-series.ts'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportDefinition, ReportExpression } from '#contract/report-definition.ts'
import { aggregatedName, type CalculationKind, type Format } from '#domain/report-terms.ts'
import { upperFirst } from '#domain/text.ts'
import { resultUnit, type Unit } from '#semantic/catalog/calculation-units.ts'
import { InvalidValue } from '#semantic/catalog/column.ts'
import { findColumn, type ReportType } from './report-draft.ts'

export type Calculation = ReportDefinition['calculations'][number]

export const CALCULATION_LABELS: Readonly<Record<CalculationKind, string>> = {
  arithmetic: 'Arithmetic',
  shareOfTotal: 'Share of total',
  runningTotal: 'Running total',
  difference: 'Change from previous row',
  rank: 'Rank',
}

export const OPERATOR_SIGNS = { add: '+', subtract: '−', multiply: '×', divide: '÷' } as const

const UNITS: Readonly<Partial<Record<Format, Unit>>> = {
  currency: 'currency',
  integer: 'integer',
  number: 'number',
  percent: 'percent',
}

interface Described {
  readonly name: string
  readonly unit: Unit
  /** the values of rows add up to the total */
  readonly addsUp: boolean
}

const describeOperand = (
  type: ReportType,
  { columnId, columnName, aggregation }: Exclude<ReportExpression, { operator: string } | { value: number }>,
): Described => {
  const known = findColumn(type, columnId ?? columnName ?? '')
  if (known === null) throw new InvalidValue('Choose a measure')
  const unit = aggregation === 'Count' ? 'integer' : (UNITS[known.format] ?? 'number')
  const addsUp = aggregation === 'Sum' || aggregation === 'Count' || (aggregation === 'None' && known.additive)
  return { name: aggregatedName(known.displayName, aggregation), unit, addsUp }
}

/** An expression in words, with its unit. Throws `InvalidValue` for operands that have no meaning together. */
const describeExpression = (type: ReportType, expression: ReportExpression): Described => {
  if ('value' in expression) return { name: String(expression.value), unit: 'constant', addsUp: false }
  if (!('operator' in expression)) return describeOperand(type, expression)
  const { operator } = expression
  const [left, right] = [describeExpression(type, expression.left), describeExpression(type, expression.right)]
  const nested = (part: ReportExpression, name: string) => ('operator' in part ? `(${name})` : name)
  return {
    name: `${nested(expression.left, left.name)} ${OPERATOR_SIGNS[operator]} ${nested(expression.right, right.name)}`,
    unit: resultUnit(operator, left, right),
    addsUp: operator !== 'multiply' && operator !== 'divide' && left.addsUp && right.addsUp,
  }
}

/** Why an expression cannot be calculated; null if it can. The server decides; this only says it at once. */
export const expressionProblem = (type: ReportType, { of, kind }: Calculation): string | null => {
  try {
    const { name, addsUp } = describeExpression(type, of)
    if ((kind === 'shareOfTotal' || kind === 'runningTotal') && !('operator' in of) && !addsUp)
      return `${name} can’t be summed, so there’s no ${CALCULATION_LABELS[kind].toLowerCase()}`
    return null
  } catch (error) {
    if (error instanceof InvalidValue) return error.message
    throw error
  }
}

const described = (type: ReportType, of: ReportExpression): Described | null => {
  try {
    return describeExpression(type, of)
  } catch (error) {
    if (error instanceof InvalidValue) return null
    throw error
  }
}

/** The name that a calculation has until it gets one of its own. */
export const calculationName = (type: ReportType, { kind, of }: Pick<Calculation, 'kind' | 'of'>): string => {
  const name = described(type, of)?.name ?? CALCULATION_LABELS[kind]
  switch (kind) {
    case 'arithmetic':
      return name
    case 'shareOfTotal':
      return `Share of ${lowerFirst(name)}`
    case 'runningTotal':
      return `Running total of ${lowerFirst(name)}`
    case 'difference':
      return `Change in ${lowerFirst(name)}`
    case 'rank':
      return `Rank by ${lowerFirst(name)}`
  }
}

const formatOf = (type: ReportType, { kind, of }: Calculation): Format => {
  if (kind === 'shareOfTotal') return 'percent'
  if (kind === 'rank') return 'integer'
  const unit = described(type, of)?.unit ?? 'number'
  return unit === 'constant' ? 'number' : unit
}

const catalogColumn = (type: ReportType, calculation: Calculation): CatalogColumn => {
  const { columnId, displayName, kind, of } = calculation
  const format = formatOf(type, calculation)
  return {
    columnId,
    columnName: upperFirst(columnId),
    displayName: displayName === '' ? calculationName(type, calculation) : displayName,
    kind: 'measure',
    type: format,
    format,
    additive: kind === 'arithmetic' && described(type, of)?.addsUp === true,
    description: `${CALCULATION_LABELS[kind]}: ${described(type, of)?.name ?? ''}`,
    goodDirection: 'neutral',
    aggregations: ['None'],
    filterOnly: false,
  }
}

/** The type with a measure for each calculation of a draft. */
export const withCalculations = (type: ReportType, calculations: readonly Calculation[]): ReportType =>
  calculations.length === 0
    ? type
    : { ...type, columns: [...type.columns, ...calculations.map((one) => catalogColumn(type, one))] }

const firstMeasures = (type: ReportType, shown: readonly string[]): readonly string[] => {
  const measures = type.columns.filter(({ kind }) => kind === 'measure').map(({ columnId }) => columnId)
  return [...shown.filter((columnId) => measures.includes(columnId)), ...measures]
}

const operand = (columnId: string): ReportExpression => ({ columnId, aggregation: 'None' })

/** A calculation of this kind over the measures that are shown; null for a type without measures. */
export const newCalculation = (
  type: ReportType,
  kind: CalculationKind,
  { columns, calculations }: { columns: readonly { columnId: string }[]; calculations: readonly Calculation[] },
): Calculation | null => {
  const measures = firstMeasures(
    type,
    columns.map(({ columnId }) => columnId),
  )
  const [first, second] = [...new Set(measures)]
  if (first === undefined) return null
  const names = new Set([...type.columns, ...calculations].map(({ columnId }) => columnId))
  let number = calculations.length + 1
  while (names.has(`calculation${number}`)) number += 1
  const of: ReportExpression =
    kind === 'arithmetic'
      ? { operator: 'divide', left: operand(first), right: operand(second ?? first) }
      : operand(first)
  return {
    columnId: `calculation${number}`,
    displayName: calculationName(type, { kind, of }),
    kind,
    of,
    direction: 'desc',
    along: null,
  }
}

/** The calculation after a change; its name follows the change while it is the one that was given to it. */
export const changedCalculation = (
  type: ReportType,
  before: Calculation,
  change: Partial<Calculation>,
): Calculation => {
  const next = { ...before, ...change }
  const isOwnName = before.displayName !== calculationName(type, before)
  return isOwnName || change.displayName !== undefined ? next : { ...next, displayName: calculationName(type, next) }
}
