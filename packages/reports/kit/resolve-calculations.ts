import type { ReportDefinition, ReportExpression } from '#contract/report-definition.ts'
import { calculatedMeasure } from '#semantic/catalog/calculations.ts'
import { InvalidValue } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { NotAggregatable } from '#semantic/compiler/aggregation.ts'
import type { Calculation, Expression } from '#semantic/query.ts'
import { type Problems, resolveShownColumn } from './problems.ts'

/** The expression with columns by ID; null, with a problem added, if one is unknown. */
const resolveExpression = (
  type: ReportType,
  expression: ReportExpression,
  field: string,
  problems: Problems,
): Expression | null => {
  if ('operator' in expression) {
    const left = resolveExpression(type, expression.left, field, problems)
    const right = resolveExpression(type, expression.right, field, problems)
    return left && right && { operator: expression.operator, left, right }
  }
  if ('value' in expression) return { value: expression.value }
  const { aggregation, ...ref } = expression
  const column = resolveShownColumn(type, ref, field, problems)
  return column && { columnId: column.columnId, aggregation }
}

const assertCalculable = (type: ReportType, calculation: Calculation, field: string, problems: Problems): void => {
  try {
    calculatedMeasure(type, calculation)
  } catch (error) {
    if (!(error instanceof InvalidValue || error instanceof NotAggregatable)) throw error
    problems.add(field, error.message)
  }
}

/** The measures that a definition computes itself; those with a problem are left out. */
export const resolveCalculations = (
  type: ReportType,
  { calculations, groupColumns }: ReportDefinition,
  problems: Problems,
): Calculation[] => {
  const found = calculations.flatMap((one, index): Calculation[] => {
    const field = `calculations[${index}]`
    const { columnId, displayName, kind, direction } = one
    const of = resolveExpression(type, one.of, `${field}.of`, problems)
    const along =
      one.along === null ? null : resolveShownColumn(type, { columnId: one.along }, `${field}.along`, problems)
    if (calculations.findIndex((other) => other.columnId.toLowerCase() === columnId.toLowerCase()) < index)
      problems.add(`${field}.columnId`, `There are two calculations ${columnId}`)
    if (one.along !== null && along !== null && !isGroup(along.columnId, groupColumns))
      problems.add(`${field}.along`, `${along.displayName} must be grouped by`)
    if (of === null) return []
    const calculation = { columnId, displayName, kind, of, direction, along: along?.columnId ?? null }
    assertCalculable(type, calculation, field, problems)
    return [calculation]
  })
  return found
}

const isGroup = (columnId: string, groupColumns: readonly string[]): boolean =>
  groupColumns.some((name) => name.toLowerCase() === columnId.toLowerCase())
