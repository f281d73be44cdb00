import type { Column } from '../catalog/column.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { QueryColumn } from '../query.ts'
import { allConditions, type Compilation, columnAt, sourceOf } from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { limitClause, type Output, orderClause, sortTerms } from './output.ts'
import type { CompilerScope } from './scope.ts'
import { fromClause, whereClause } from './source.ts'

const recordOutput = (column: Column, scope: CompilerScope): Output => {
  if (column.kind === 'measure') {
    const sql = column.record === null ? 'NULL' : column.record(scope)
    return { select: sql, sort: sql }
  }
  const sql = dimensionField(column, scope)
  return { select: column.present ? column.present(sql, scope) : sql, sort: sql }
}

const recordColumn = ({ type }: Compilation, { columnId, aggregation }: QueryColumn, place: number): Column => {
  const column = columnAt(type, columnId, `columns[${place}]`)
  if (aggregation === 'None') return column
  throw new InvalidQuery([{ field: `columns[${place}]`, message: 'Records are not aggregated' }])
}

export const compileRecordRows = (compilation: Compilation): string => {
  const { query, type, scope, dialect } = compilation
  const outputs = query.columns.map((column, place) => recordOutput(recordColumn(compilation, column, place), scope))
  const source = sourceOf(compilation)
  const where = whereClause(allConditions(source))
  const order = [
    ...sortTerms(
      query,
      outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...type.recordKey.map((name) => dialect.orderBy(scope.col(name), 'asc')),
  ]
  const select = outputs.map(({ select }) => select).join(', ')
  return `SELECT ${select} ${fromClause(scope, type, query)}${where}${orderClause(order)}${limitClause(query)}`
}
