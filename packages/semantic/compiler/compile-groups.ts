import type { Column } from '../catalog/column.ts'
import { hasOwnDates } from '../catalog/formula.ts'
import { aggregateColumn } from './aggregation.ts'
import { allConditions, at, type Compilation, columnAt, dimensionsOf, sourceOf } from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { AggregateList } from './compile-formula.ts'
import { limitClause, type Output, orderClause, sortTerms } from './output.ts'
import type { CompilerScope } from './scope.ts'
import { fromClause, whereClause } from './source.ts'

/** Alias of the inner query, which holds keys `k1` … and aggregates `a1` … */
export const GROUPS = 'g'

export interface Grouped {
  readonly inner: string
  readonly outputs: readonly Output[]
  readonly keys: readonly string[]
}

/** The inner query of groups, and what to select of it. */
export const compileGroups = (compilation: Compilation): Grouped => {
  const { query, type, scope, dialect } = compilation
  const dimensions = dimensionsOf(compilation)
  const keys = dimensions.map((dimension) => dimensionField(dimension, scope))
  const places = new Map(dimensions.map((dimension, place) => [dimension.columnId, place]))
  const columns = query.columns.map((column, place) => {
    const found = columnAt(type, column.columnId, `columns[${place}]`)
    return { found, column, place, key: column.aggregation === 'None' ? places.get(found.columnId) : undefined }
  })
  const aggregated = columns.map(({ found, column, place, key }) =>
    key === undefined ? at(`columns[${place}]`, () => aggregateColumn(found, column.aggregation)) : null,
  )

  const source = sourceOf(compilation)
  // measures with dates of their own look beyond the range, so the range must not narrow the records before them
  const ownDates = aggregated.some((one) => one !== null && hasOwnDates(one.formula))
  const list = new AggregateList(scope, GROUPS, ownDates ? source.range : null)
  const outputs = columns.map(({ found, key }, place): Output => {
    const one = aggregated[place]
    if (key !== undefined || !one) return keyOutput(found, key ?? 0, scope)
    const sql = list.add(one.formula)
    return { select: one.present ? one.present(sql, scope) : sql, sort: sql }
  })
  const where = whereClause(ownDates ? source.conditions : allConditions(source))
  const selected = [...keys.map((sql, place) => `${sql} AS k${place + 1}`), ...list.selectList()]
  const grouping = keys.length > 0 ? ` GROUP BY ${keys.map((_, place) => `k${place + 1}`).join(', ')}` : ''
  // without it, groups that only hold records outside the range would show as rows of zeros
  const having =
    ownDates && keys.length > 0
      ? ` HAVING ${list
          .expressions()
          .map((sql) => `${sql} <> 0`)
          .join(' OR ')}`
      : ''
  const inner = `SELECT ${selected.length > 0 ? selected.join(', ') : '1'} ${fromClause(scope, type, query)}${where}${grouping}${having}`
  return { inner, outputs, keys: dimensions.map((_, place) => dialect.orderBy(`${GROUPS}.k${place + 1}`, 'asc')) }
}

const keyOutput = (column: Column, key: number, scope: CompilerScope): Output => {
  const sql = `${GROUPS}.k${key + 1}`
  const present = column.kind === 'dimension' ? column.present : undefined
  return { select: present ? present(sql, scope) : sql, sort: sql }
}

export const compileGroupRows = (compilation: Compilation): string => {
  const { query, dialect } = compilation
  const { inner, outputs, keys } = compileGroups(compilation)
  const order = [
    ...sortTerms(
      query,
      outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...keys,
  ]
  const select = outputs.map(({ select }) => select).join(', ')
  return `SELECT ${select} FROM (${inner}) AS ${GROUPS}${orderClause(order)}${limitClause(query)}`
}
