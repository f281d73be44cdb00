import { hasOwnDates } from '../catalog/formula.ts'
import type { SemanticQuery } from '../query.ts'
import { aggregateColumn } from './aggregation.ts'
import {
  allConditions,
  begin,
  type CompiledStatement,
  type CompilerOptions,
  columnAt,
  dimensionsOf,
  finish,
  sourceOf,
} from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { AggregateList } from './compile-formula.ts'
import { compileGroups, GROUPS } from './compile-groups.ts'
import { orderClause, sortTerms } from './output.ts'
import { fromClause, whereClause } from './source.ts'

/**
 * One row: the measures of `query` over the records of every group that `top` leaves out. Group columns are null.
 * For a query with groups and a `top`.
 */
export const compileOthers = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  const { scope, type, dialect } = compilation
  const kept = compileGroups(compilation)
  const order = [
    ...sortTerms(
      query,
      kept.outputs.map(({ sort }) => sort),
      dialect,
    ),
    ...kept.keys,
  ]
  const top = `SELECT *, 1 AS kept FROM (${kept.inner}) AS ${GROUPS}${orderClause(order)} LIMIT ${query.top ?? 0}`

  const dimensions = dimensionsOf(compilation)
  const source = sourceOf(compilation)
  const formulas = query.columns.map((column, place) => {
    const found = columnAt(type, column.columnId, `columns[${place}]`)
    const isKey = found.kind === 'dimension' && column.aggregation === 'None'
    return isKey ? null : aggregateColumn(found, column.aggregation).formula
  })
  const ownDates = formulas.some((formula) => formula !== null && hasOwnDates(formula))
  const list = new AggregateList(scope, GROUPS, ownDates ? source.range : null)
  const outputs = formulas.map((formula) => (formula === null ? 'NULL' : list.add(formula)))
  const keys = dimensions.map((dimension, place) => dialect.isSame(dimensionField(dimension, scope), `t.k${place + 1}`))
  // a join, not NOT EXISTS: ClickHouse never finds a null again through a correlated sub-select
  const isLeftOut = ` LEFT JOIN top_groups AS t ON ${keys.join(' AND ')}`
  const where = whereClause([...(ownDates ? source.conditions : allConditions(source)), 't.kept IS NULL'])
  const selected = list.selectList()
  const inner = `SELECT ${selected.length > 0 ? selected.join(', ') : '1'} ${fromClause(scope, type, query)}${isLeftOut}${where}`
  return finish(compilation, `WITH top_groups AS (${top}) SELECT ${outputs.join(', ')} FROM (${inner}) AS ${GROUPS}`)
}
