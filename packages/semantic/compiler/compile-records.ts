import type { Column } from '../catalog/column.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { QueryColumn } from '../query.ts'
import { recordConditions } from './behind.ts'
import { type Compilation, columnAt, sourceOf } from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { restrictionOf } from './compile-groups.ts'
import { type Output, sortTerms } from './output.ts'
import type { CompilerScope } from './scope.ts'
import { sortValue } from './sort-value.ts'
import { fromClause, whereClause } from './source.ts'

const recordOutput = (column: Column, scope: CompilerScope): Output => {
  if (column.kind === 'measure') {
    const sql = column.record === null ? 'NULL' : column.record(scope)
    return { select: sql, sort: sql }
  }
  const sql = dimensionField(column, scope)
  return { select: column.present ? column.present(sql, scope) : sql, sort: sortValue(column, sql, scope) }
}

const recordColumn = ({ type }: Compilation, { columnId, aggregation }: QueryColumn, place: number): Column => {
  const column = columnAt(type, columnId, `columns[${place}]`)
  if (aggregation === 'None') return column
  throw new InvalidQuery([{ field: `columns[${place}]`, message: 'Records are not aggregated' }])
}

export interface Records {
  /** FROM and WHERE of the records that the answer holds */
  readonly from: string
  readonly outputs: readonly Output[]
  /** terms of ORDER BY: the query's sort, then the record's key */
  readonly order: readonly string[]
}

/** The records of a query, and what to select of them. */
export const compileRecords = (compilation: Compilation): Records => {
  const { query, type, scope, dialect } = compilation
  const outputs = query.columns.map((column, place) => recordOutput(recordColumn(compilation, column, place), scope))
  const sort = sortTerms(compilation, outputs, (column) => recordOutput(column, scope).sort)
  const source = sourceOf(compilation)
  const conditions = recordConditions(compilation, scope, source)
  const restriction = restrictionOf(compilation)(scope)
  return {
    from: `${fromClause({ scope, type, source })}${restriction.joins}${whereClause([...conditions, ...restriction.conditions])}`,
    outputs,
    order: [...sort, ...type.recordKey.map((name) => dialect.orderBy(scope.col(name), 'asc'))],
  }
}
