import type { SemanticQuery } from '../query.ts'
import { allConditions, begin, type CompiledStatement, type CompilerOptions, finish, sourceOf } from './compilation.ts'
import { compileGroupRows, compileGroups, GROUPS } from './compile-groups.ts'
import { compileRecordRows } from './compile-records.ts'
import { fromClause, whereClause } from './source.ts'

/**
 * The rows of a query, in its sort, then by group or record key, so that paging never skips or repeats a row.
 * Throws `InvalidQuery`.
 */
export const compileRows = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  return finish(compilation, query.grain === 'groups' ? compileGroupRows(compilation) : compileRecordRows(compilation))
}

/** One row with one number: how many rows all pages hold, before `top`. */
export const compileRowCount = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  const { type, scope } = compilation
  if (query.grain === 'groups')
    return finish(compilation, `SELECT COUNT(*) FROM (${compileGroups(compilation).inner}) AS ${GROUPS}`)
  const source = sourceOf(compilation)
  const where = whereClause(allConditions(source))
  return finish(compilation, `SELECT COUNT(*) ${fromClause(scope, type, query)}${where}`)
}

/** Rows of currency and number: records that the measures leave out. Null where the type holds no money. */
export const compileExcluded = (query: SemanticQuery, options: CompilerOptions): CompiledStatement | null => {
  const compilation = begin(query, options)
  const { type, scope } = compilation
  if (type.currencyColumn === null) return null
  const source = sourceOf(compilation, 'others')
  const where = whereClause(allConditions(source))
  const currency = scope.col(type.currencyColumn)
  return finish(
    compilation,
    `SELECT ${currency}, COUNT(*) ${fromClause(scope, type, query)}${where} GROUP BY ${currency} ORDER BY ${currency}`,
  )
}
