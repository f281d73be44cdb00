import { findColumn } from '../catalog/catalog.ts'
import type { SqlParam } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { SemanticQuery } from '../query.ts'
import {
  buildSource,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  groupDimensions,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { compileGroupKeys, compileGroups, GROUPS } from './compile-groups.ts'
import { compileRecords, withoutColumns } from './compile-records.ts'
import { type FirstGroups, findFirstGroups, withClause } from './first-groups.ts'
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

/** Rows of a query by its columns. */
export type KnownRows = readonly (readonly SqlParam[])[]

/** More keys take longer to plan than to find again. */
const MAX_KNOWN = 200

/** A SELECT of the keys of known rows; null where a key is not shown, is no text as it is grouped by, or is missing. */
const knownKeys = (compilation: Compilation, rows: KnownRows): string | null => {
  const { query, scope } = compilation
  const dimensions = groupDimensions(compilation)
  const keyIndexes = dimensions.map(({ columnId, type, present }) =>
    type === 'text' && present === undefined
      ? query.columns.findIndex((shown) => shown.columnId === columnId && shown.aggregation === 'None')
      : -1,
  )
  const keys = rows.map((row) => keyIndexes.map((position) => row[position] ?? null))
  const isKnown = keys.length > 0 && keys.length <= MAX_KNOWN && keys.flat().every((key) => typeof key === 'string')
  if (!isKnown || keys.length !== query.top) return null
  const selects = keys.map((row) => {
    const values = row.map((key, index) => `${scope.bind(key, 'text')} AS k${index + 1}`)
    return `SELECT ${values.join(', ')}, 1 AS kept`
  })
  return selects.join(' UNION ALL ')
}

/** A SELECT of the keys of the top groups, and the relations that it reads. */
const findTopKeys = (compilation: Compilation, known: KnownRows): FirstGroups & { readonly select: string } => {
  const select = knownKeys(compilation, known)
  if (select !== null) return { compilation, relations: () => [], select }
  const sorted = { ...compilation, query: { ...withSortedColumns(compilation.query), page: null } }
  const first = findFirstGroups(sorted) ?? { compilation: sorted, relations: () => [] }
  const { from, order } = compileGroups(first.compilation)
  const keys = groupDimensions(sorted).map((_, index) => `${GROUPS}.k${index + 1}`)
  return { ...first, select: limited(keys, from, order, sorted.query) }
}

const topGroups = (compilation: Compilation, known: KnownRows): Top => {
  const { dialect } = compilation
  const top = findTopKeys(compilation, known)
  const topRows = dialect.named('top_rows', top.select)
  const equalKeys = (scope: CompilerScope) => {
    const { joins, keys: ofRecords } = compileGroupKeys(compilation, scope, { prefix: 'top_key' })
    return { joins, equal: ofRecords.map(({ sql, alias }) => scope.dialect.isSame(sql, `t.${alias}`)) }
  }
  if (!hasFactsWithKey(compilation.type) || compilation.query.asOfDays !== undefined)
    return { relations: [...top.relations(), topRows], relation: 'top_rows', keysOf: equalKeys }
  const records = dialect.named('top_records', recordsOf(top.compilation, equalKeys))
  const relations = [...top.relations(), topRows, records]
  return {
    relations,
    relation: 'top_records',
    keysOf: (scope) => ({ joins: '', equal: equalRecordKey(compilation.type, scope) }),
  }
}

/** Facts that repeat the key of their base record are then read without it, whatever it is grouped by. */
const hasFactsWithKey = ({ facts = {}, recordKey }: ReportType): boolean =>
  Object.values(facts).some(({ denormalized }) =>
    recordKey.every((name) => Object.hasOwn(denormalized?.columns ?? {}, name)),
  )

/** A SELECT of the records of the top rows, by their own key. */
const recordsOf = (compilation: Compilation, equalKeys: Top['keysOf']): string => {
  const { type } = compilation
  const scope = compilation.scope.nested()
  const { joins, equal } = equalKeys(scope)
  const keys = type.recordKey.map((name, index) => `${scope.col(name)} AS k${index + 1}`)
  const from = fromClause({ scope, type, source: buildSource(compilation, scope) })
  return `SELECT ${keys.join(', ')}, 1 AS kept ${from}${joins} INNER JOIN top_rows AS t ON ${equal.join(' AND ')}`
}

/** A part of the key may be null, such as the location of stock. */
const equalRecordKey = ({ recordKey }: ReportType, scope: CompilerScope): string[] =>
  recordKey.map((name, index) => scope.dialect.isSame(scope.col(name), `t.k${index + 1}`))

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
 * keep their grain, and numbers that compare rows are null. For a query with a `top`. `known`: the top rows, so that they need not be
 * found again; they are taken only as far as possible.
 */
export const compileOthers = (
  query: SemanticQuery,
  options: CompilerOptions,
  known: KnownRows = [],
): CompiledStatement => {
  const compilation = startCompilation(query, options, { isRest: true })
  const totalled = total(query)
  if (totalled === null) return toStatement(compilation, `SELECT ${query.columns.map(() => 'NULL').join(', ')}`)
  const top = query.grain === 'groups' ? topGroups(compilation, known) : topRecords(compilation)
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
