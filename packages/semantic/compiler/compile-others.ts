import type { SemanticQuery } from '../query.ts'
import { total } from '../transform/total.ts'
import {
  begin,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  dimensionsOf,
  finish,
} from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { compileGroups, GROUPS } from './compile-groups.ts'
import { compileRecords, withoutColumns } from './compile-records.ts'
import { withSortedColumns } from './deciding-columns.ts'
import { orderClause } from './output.ts'
import type { Restrict } from './restriction.ts'
import type { CompilerScope } from './scope.ts'

interface Top {
  /** a SELECT of the rows that are kept, by keys `k1` … */
  readonly select: string
  /** the same keys of one record, in order */
  readonly keysOf: (scope: CompilerScope) => readonly string[]
}

const limited = (keys: readonly string[], from: string, order: readonly string[], { top }: SemanticQuery): string =>
  `SELECT ${keys.map((sql, place) => `${sql} AS k${place + 1}`).join(', ')}, 1 AS kept ${from}${orderClause(order)} LIMIT ${top ?? 0}`

const topGroups = (whole: Compilation): Top => {
  const compilation = { ...whole, query: withSortedColumns(whole.query) }
  const { from, order } = compileGroups(compilation)
  const dimensions = dimensionsOf(compilation)
  const keys = dimensions.map((_, place) => `${GROUPS}.k${place + 1}`)
  return {
    select: limited(keys, from, order, compilation.query),
    keysOf: (scope) => dimensions.map((dimension) => dimensionField(dimension, scope)),
  }
}

const topRecords = (whole: Compilation): Top => {
  const compilation = { ...whole, query: withoutColumns(whole.query) }
  const { from, order } = compileRecords(compilation)
  const keysOf = (scope: CompilerScope) => compilation.type.recordKey.map((name) => scope.col(name))
  return { select: limited(keysOf(compilation.scope), from, order, compilation.query), keysOf }
}

/** A join, not NOT EXISTS: ClickHouse never finds a null again through a correlated sub-select. */
const leftOut =
  ({ keysOf }: Top): Restrict =>
  (scope) => {
    const on = keysOf(scope).map((sql, place) => scope.dialect.isSame(sql, `t.k${place + 1}`))
    return { joins: ` LEFT JOIN top_rows AS t ON ${on.join(' AND ')}`, conditions: ['t.kept IS NULL'] }
  }

/**
 * One row: the measures of `query` over the records of every row that `top` leaves out; other columns are null. What is
 * wider than a group stays as wide. For a query with a `top`.
 */
export const compileOthers = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options, { isRest: true })
  const totalled = total(query)
  if (totalled === null) return finish(compilation, `SELECT ${query.columns.map(() => 'NULL').join(', ')}`)
  const top = query.grain === 'groups' ? topGroups(compilation) : topRecords(compilation)
  const whole: Compilation = { ...compilation, query: totalled.query, scope: compilation.scope.nested() }
  const rest = compileGroups(whole, { without: leftOut(top), groupedBy: query.groupBy })
  const outputs = totalled.places.map((place) => (place === null ? 'NULL' : (rest.outputs[place]?.select ?? 'NULL')))
  return finish(compilation, `WITH top_rows AS (${top.select}) SELECT ${outputs.join(', ')} ${rest.from}`)
}
