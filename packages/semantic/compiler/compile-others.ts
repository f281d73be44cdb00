import { findColumn } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { SemanticQuery } from '../query.ts'
import {
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  dimensionsOf,
  sourceOf,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { compileGroups, GROUPS, keysOf } from './compile-groups.ts'
import { compileRecords, withoutColumns } from './compile-records.ts'
import { findFirstGroups, withClause } from './first-groups.ts'
import { withSortedColumns } from './group-forming-columns.ts'
import { orderClause } from './output.ts'
import type { CompilerScope } from './scope.ts'
import { fromClause, type Restrict } from './source.ts'
import { total } from './total.ts'

/** What excludes the records of the top rows. */
interface Top {
  /** relations that the statement has to name first; the last is `top_rows` or `top_records`, with a column `kept` and one for each key */
  readonly relations: readonly string[]
  /** keys of one record, each by the column of the last relation that equals it, and the joins that they need */
  readonly keysOf: (scope: CompilerScope) => { readonly joins: string; readonly equal: readonly string[] }
  readonly relation: 'top_rows' | 'top_records'
}

const limited = (keys: readonly string[], from: string, order: readonly string[], { top }: SemanticQuery): string =>
  `SELECT ${keys.map((sql, index) => `${sql} AS k${index + 1}`).join(', ')}, 1 AS kept ${from}${orderClause(order)} LIMIT ${top ?? 0}`

const topGroups = (whole: Compilation): Top => {
  const compilation = { ...whole, query: { ...withSortedColumns(whole.query), page: null } }
  const first = findFirstGroups(compilation)
  const { from, order } = compileGroups(first?.compilation ?? compilation)
  const keys = dimensionsOf(compilation).map((_, index) => `${GROUPS}.k${index + 1}`)
  const { dialect } = compilation
  const topRows = dialect.named('top_rows', limited(keys, from, order, compilation.query))
  const equalKeys = (scope: CompilerScope) => {
    const { joins, keys: ofRecords } = keysOf(compilation, scope, { prefix: 'top_key' })
    return { joins, equal: ofRecords.map(({ sql, alias }) => scope.dialect.isSame(sql, `t.${alias}`)) }
  }
  if (!hasFactsWithKey(compilation.type) || compilation.query.asOfDays !== undefined)
    return { relations: [...(first?.relations() ?? []), topRows], relation: 'top_rows', keysOf: equalKeys }
  const records = recordsOf(first?.compilation ?? compilation, equalKeys)
  const relations = [...(first?.relations() ?? []), topRows, dialect.named('top_records', records)]
  return {
    relations,
    relation: 'top_records',
    keysOf: (scope) => ({ joins: '', equal: equalRecordKey(compilation.type, scope) }),
  }
}

/** Facts that repeat the key of their base record are then read without it, whatever it is grouped by. */
const hasFactsWithKey = ({ facts = {}, recordKey }: ReportType): boolean =>
  Object.values(facts).some(({ denormalized }) => recordKey.every((name) => name in (denormalized?.columns ?? {})))

/** A SELECT of the records of the top rows, by their own key. */
const recordsOf = (compilation: Compilation, equalKeys: Top['keysOf']): string => {
  const { type } = compilation
  const scope = compilation.scope.nested()
  const { joins, equal } = equalKeys(scope)
  const keys = type.recordKey.map((name, index) => `${scope.col(name)} AS k${index + 1}`)
  const from = fromClause({ scope, type, source: sourceOf(compilation, scope) })
  return `SELECT ${keys.join(', ')}, 1 AS kept ${from}${joins} INNER JOIN top_rows AS t ON ${equal.join(' AND ')}`
}

const equalRecordKey = ({ recordKey }: ReportType, scope: CompilerScope): string[] =>
  recordKey.map((name, index) => `${scope.col(name)} = t.k${index + 1}`)

const topRecords = (whole: Compilation): Top => {
  const compilation = { ...whole, query: withoutColumns(whole.query) }
  const { from, order } = compileRecords(compilation)
  const keys = compilation.type.recordKey.map((name) => compilation.scope.col(name))
  return {
    relations: [compilation.dialect.named('top_rows', limited(keys, from, order, compilation.query))],
    relation: 'top_rows',
    keysOf: (scope) => ({ joins: '', equal: equalRecordKey(compilation.type, scope) }),
  }
}

/** An anti-join instead of NOT EXISTS: ClickHouse does not match nulls through a correlated subquery. */
const excludeTopRows =
  ({ keysOf: topKeys, relation }: Top): Restrict =>
  (scope) => {
    const { joins, equal } = topKeys(scope)
    return { joins: `${joins} LEFT JOIN ${relation} AS t ON ${equal.join(' AND ')}`, conditions: ['t.kept IS NULL'] }
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
  return toStatement(compilation, `${withClause(top.relations)}SELECT ${outputs.join(', ')} ${rest.from}`)
}
