import type { Column } from '../catalog/column.ts'
import type { QueryColumn, SemanticQuery } from '../query.ts'
import { InvalidQuery } from '../query.ts'
import { buildSource, type Compilation, columnAt } from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { buildRestriction } from './compile-groups.ts'
import { recordConditions } from './contributing-records.ts'
import { limitClause, type Output, orderClause, sortTerms, sortValue } from './output.ts'
import { BASE, type CompilerScope, PAGE } from './scope.ts'
import { fromClause, whereClause } from './source.ts'

const recordOutput = (column: Column, scope: CompilerScope): Output => {
  if (column.kind === 'measure') {
    const sql = column.record === null ? 'NULL' : column.record(scope)
    return { select: sql, sort: sortValue(column, sql, scope) }
  }
  const sql = dimensionField(column, scope)
  return { select: column.present ? column.present(sql, scope) : sql, sort: sortValue(column, sql, scope) }
}

const recordColumn = ({ type }: Compilation, { columnId, aggregation }: QueryColumn, index: number): Column => {
  const column = columnAt(type, columnId, `columns[${index}]`)
  if (aggregation === 'None') return column
  throw new InvalidQuery([{ field: `columns[${index}]`, message: 'Records are not aggregated' }])
}

/** The selected columns of records, and their order. */
const selectRecords = (compilation: Compilation, scope: CompilerScope): Pick<Records, 'outputs' | 'order'> => {
  const { query, type, dialect } = compilation
  const outputs = query.columns.map((column, index) => recordOutput(recordColumn(compilation, column, index), scope))
  const sort = sortTerms(compilation, outputs, (column) => recordOutput(column, scope))
  return { outputs, order: [...sort, ...type.recordKey.map((name) => dialect.orderBy(scope.col(name), 'asc'))] }
}

export interface Records {
  /** FROM and WHERE of the records of the result */
  readonly from: string
  readonly outputs: readonly Output[]
  /** terms of ORDER BY: the query's sort, then the record's key */
  readonly order: readonly string[]
}

/** The records of a query, and what to select of them. */
export const compileRecords = (compilation: Compilation): Records => {
  const { type, scope } = compilation
  const shown = selectRecords(compilation, scope)
  const source = buildSource(compilation)
  const conditions = recordConditions(compilation, scope, source)
  const restriction = buildRestriction(compilation)(scope)
  return {
    from: `${fromClause({ scope, type, source })}${restriction.joins}${whereClause([...conditions, ...restriction.conditions])}`,
    ...shown,
  }
}

/** Without columns: their bound values must not appear in a statement that does not select them. */
export const withoutColumns = ({ columns, sort, ...query }: SemanticQuery): SemanticQuery => ({
  ...query,
  columns: [],
  sort: sort.map((one) => {
    if ('columnId' in one) return one
    const { columnId = '' } = columns[one.column] ?? {}
    return { columnId, direction: one.direction }
  }),
})

/**
 * A page of records in two steps, as SQL: its records, found with the columns of filter and sort only, then the columns of
 * other relations for these records alone. Null where one step suffices, because no other relation is needed.
 */
export const compilePage = (compilation: Compilation): string | null => {
  const { query, type, dialect } = compilation
  const isLimited = query.page !== null || query.top !== null
  if (!isLimited || query.asOfDays !== undefined) return null
  const pageColumns = new Set<string>()
  const scope = compilation.scope.nested({ pageColumns })
  const { outputs, order } = selectRecords(compilation, scope)
  if (scope.joinsUsed.size === 0 && scope.factsUsed.size === 0) return null
  const rows = fromClause({ scope, type, source: buildSource(compilation, scope) })
  const found = compileRecords({ ...compilation, query: withoutColumns(query), scope: compilation.scope.nested() })
  const columns = [...pageColumns].map((name) => `${BASE}.${dialect.quote(name)} AS ${dialect.quote(name)}`)
  const page = `SELECT ${columns.join(', ')} ${found.from}${orderClause(found.order)}${limitClause(query)}`
  return `WITH ${PAGE} AS (${page}) SELECT ${outputs.map(({ select }) => select).join(', ')} ${rows}${orderClause(order)}`
}
