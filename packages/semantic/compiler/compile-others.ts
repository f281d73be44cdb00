import { findColumn } from '../catalog/catalog.ts'
import type { SemanticQuery } from '../query.ts'
import {
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  dimensionsOf,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { compileGroups, GROUPS, keysOf } from './compile-groups.ts'
import { compileRecords, withoutColumns } from './compile-records.ts'
import { withSortedColumns } from './group-forming-columns.ts'
import { orderClause } from './output.ts'
import type { CompilerScope } from './scope.ts'
import type { Restrict } from './source.ts'
import { total } from './total.ts'

interface Top {
  /** a SELECT of the top rows, by keys `k1` … */
  readonly select: string
  /** the same keys of one record, in order, and the joins that they need */
  readonly keysOf: (scope: CompilerScope) => { readonly joins: string; readonly keys: readonly string[] }
}

const limited = (keys: readonly string[], from: string, order: readonly string[], { top }: SemanticQuery): string =>
  `SELECT ${keys.map((sql, index) => `${sql} AS k${index + 1}`).join(', ')}, 1 AS kept ${from}${orderClause(order)} LIMIT ${top ?? 0}`

const topGroups = (whole: Compilation): Top => {
  const compilation = { ...whole, query: withSortedColumns(whole.query) }
  const { from, order } = compileGroups(compilation)
  const dimensions = dimensionsOf(compilation)
  const keys = dimensions.map((_, index) => `${GROUPS}.k${index + 1}`)
  return {
    select: limited(keys, from, order, compilation.query),
    keysOf: (scope) => {
      const { joins, keys: ofRecords } = keysOf(compilation, scope, { prefix: 'top_key' })
      return { joins, keys: ofRecords.map(({ sql }) => sql) }
    },
  }
}

const topRecords = (whole: Compilation): Top => {
  const compilation = { ...whole, query: withoutColumns(whole.query) }
  const { from, order } = compileRecords(compilation)
  const recordKeys = (scope: CompilerScope) => compilation.type.recordKey.map((name) => scope.col(name))
  return {
    select: limited(recordKeys(compilation.scope), from, order, compilation.query),
    keysOf: (scope) => ({ joins: '', keys: recordKeys(scope) }),
  }
}

/** An anti-join instead of NOT EXISTS: ClickHouse does not match nulls through a correlated subquery. */
const excludeTopRows =
  ({ keysOf: topKeys }: Top): Restrict =>
  (scope) => {
    const { joins, keys } = topKeys(scope)
    const on = keys.map((sql, index) => scope.dialect.isSame(sql, `t.k${index + 1}`))
    return { joins: `${joins} LEFT JOIN top_rows AS t ON ${on.join(' AND ')}`, conditions: ['t.kept IS NULL'] }
  }

/**
 * One row: the measures of `query` over the records of every row beyond `top`; other columns are null. Coarser aggregates
 * keep their grain, and numbers that compare rows are null. For a query with a `top`.
 */
export const compileOthers = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = startCompilation(query, options, { isRest: true })
  const totalled = total(query)
  if (totalled === null) return toStatement(compilation, `SELECT ${query.columns.map(() => 'NULL').join(', ')}`)
  const top = query.grain === 'groups' ? topGroups(compilation) : topRecords(compilation)
  const whole: Compilation = { ...compilation, query: totalled.query, scope: compilation.scope.nested() }
  const rest = compileGroups(whole, { without: excludeTopRows(top), groupedBy: query.groupBy })
  const isOfRows = totalled.query.columns.map(({ columnId }) => {
    const column = findColumn(compilation.type, columnId)
    return column?.kind === 'measure' && column.comparedRows !== undefined
  })
  const outputs = totalled.indexes.map((index) =>
    index === null || isOfRows[index] ? 'NULL' : (rest.outputs[index]?.select ?? 'NULL'),
  )
  return toStatement(compilation, `WITH top_rows AS (${top.select}) SELECT ${outputs.join(', ')} ${rest.from}`)
}
