import type { SemanticQuery } from '../query.ts'
import {
  allConditions,
  buildSource,
  type CompiledStatement,
  type CompilerOptions,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { fromClause, whereClause } from './source.ts'

/**
 * The customers of the records that a query is limited to, each once, as `service_id` and `person_id`. Of a query for records of people. Throws
 * `InvalidQuery`.
 */
export const compileMembers = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = startCompilation({ ...query, columns: [], sort: [] }, options)
  const { scope, type } = compilation
  const { history } = type
  if (history === undefined) throw new Error(`${type.reportType} belong to no person`)
  const source = buildSource(compilation)
  const [service, id] = history.person.map((field) => field(scope))
  const conditions = [...allConditions(source), `${id} IS NOT NULL`]
  const sql = `SELECT DISTINCT ${service} AS service_id, ${id} AS person_id ${fromClause({ scope, type, source })}${whereClause(conditions)}`
  return toStatement(compilation, sql)
}
