import type { ReportDefinition } from '#contract/report-definition.ts'
import { keyOfName } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn, NotAggregatable } from '#semantic/compiler/aggregation.ts'
import type { GroupLimit, QueryColumn, SemanticQuery } from '#semantic/query.ts'
import { type Problems, resolveShownColumn } from './problems.ts'

/** Why values of a column cannot be limited; null where they can. */
const notLimited = (column: Column, groupBy: readonly string[]): string | null => {
  if (!groupBy.includes(column.columnId)) return `${column.displayName} must be grouped by`
  const isText = column.type === 'text' || column.type === 'enum'
  if (column.kind === 'measure' || !isText || column.part)
    return `${column.displayName} is not text, so it can’t be limited to its first values`
  return null
}

const rankingColumn = (
  type: ReportType,
  { by: { aggregation, ...ref } }: ReportDefinition['groupLimits'][number],
  field: string,
  problems: Problems,
): QueryColumn | null => {
  const column = resolveShownColumn(type, ref, field, problems)
  if (column === null) return null
  if (column.kind === 'measure' && column.comparedRows)
    return problems.add(field, `${column.displayName} compares rows, so values can’t be ranked by it`)
  try {
    aggregateColumn(column, aggregation)
  } catch (error) {
    if (error instanceof NotAggregatable) return problems.add(field, error.message)
    throw error
  }
  return { columnId: column.columnId, aggregation }
}

/** The top N of group columns, ranked over the report's own records. */
export const resolveLimits = (
  type: ReportType,
  { groupLimits }: ReportDefinition,
  { groupBy, filter, range }: Pick<SemanticQuery, 'groupBy' | 'filter' | 'range'>,
  problems: Problems,
): GroupLimit[] => {
  const limits = groupLimits.flatMap((limit, index): GroupLimit[] => {
    const field = `groupLimits[${index}]`
    const column = resolveShownColumn(type, limit, field, problems)
    const by = rankingColumn(type, limit, `${field}.by`, problems)
    const message = column && notLimited(column, groupBy)
    if (message) problems.add(field, message)
    if (column === null || by === null) return []
    const key = keyOfName(type, column.columnId)?.columnId
    return [
      {
        columnId: column.columnId,
        ...(key !== undefined && groupBy.includes(key) ? { key } : {}),
        top: limit.top,
        by,
        direction: limit.direction,
        filter,
        range,
      },
    ]
  })
  assertOneLimitEach(limits, problems)
  return limits
}

/** A column has one top N. */
const assertOneLimitEach = (limits: readonly GroupLimit[], problems: Problems): void => {
  for (const [index, { columnId }] of limits.entries())
    if (limits.findIndex((other) => other.columnId === columnId) < index)
      problems.add(`groupLimits[${index}]`, `${columnId} has a top N already`)
}
