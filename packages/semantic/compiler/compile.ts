import { findReportType } from '../catalog/catalog.ts'
import type { Scope } from '../catalog/formula.ts'
import { listLeaves } from '../catalog/formula.ts'
import type { SemanticQuery } from '../query.ts'
import {
  allConditions,
  buildSource,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  columnAt,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { buildRestriction, compileGroups } from './compile-groups.ts'
import { compilePage, compileRecords } from './compile-records.ts'
import { findFirstGroups, findGroupedId, hasPlainRows, withClause } from './first-groups.ts'
import { withoutUnneededColumns } from './group-forming-columns.ts'
import { recordsOf } from './joins.ts'
import { limitClause, orderClause } from './output.ts'
import { FACT } from './scope.ts'
import { denormalizedColumns, factFromClause, factNamed, fromClause, whereClause } from './source.ts'

const compileParts = (compilation: Compilation) =>
  compilation.query.grain === 'groups' ? compileGroups(compilation) : compileRecords(compilation)

/**
 * The rows of a query, in its sort, then by group or record key, so that paging never skips or repeats a row.
 * Throws `InvalidQuery`.
 */
export const compileRows = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = startCompilation(query, options)
  const page = query.grain === 'records' ? compilePage(compilation) : null
  if (page !== null) return toStatement(compilation, page)
  const first = findFirstGroups(compilation)
  const { from, outputs, order } = compileParts(first?.compilation ?? compilation)
  const select = outputs.map((output) => output.select).join(', ')
  const named = withClause(first?.relations() ?? [])
  return toStatement(compilation, `${named}SELECT ${select} ${from}${orderClause(order)}${limitClause(query)}`)
}

/** One row with one number: how many rows all pages hold, before `top`. */
export const compileRowCount = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = startCompilation(withoutUnneededColumns(query), options)
  const counted = countRecordsOrGroups(compilation) ?? `SELECT COUNT(*) ${compileParts(compilation).from}`
  return toStatement(compilation, counted)
}

/**
 * Groups by a record's ID are as many as the records, unless services share IDs: then they are counted as groups. Which of the two
 * is not known before, and the engine reads nothing for the other. Null for other queries.
 */
const countRecordsOrGroups = (compilation: Compilation): string | null => {
  const { query, type, scope, dialect } = compilation
  if (query.grain === 'records' || query.columns.length > 0 || !hasPlainRows(query)) return null
  const grouped = findGroupedId(compilation)
  if (grouped === null || grouped.restOfKey.length === 0) return null
  const ends = grouped.restOfKey.map((name) => dialect.quote(name))
  const whether = (compare: (least: string, most: string) => string, joined: string) =>
    `(SELECT ${ends.map((name) => compare(dialect.min(name, null), dialect.max(name, null))).join(joined)} FROM ${recordsOf(scope, type)} AS ids)`
  const isOwn = whether((least, most) => `${least} = ${most}`, ' AND ')
  const isShared = whether((least, most) => `${least} <> ${most}`, ' OR ')
  const source = buildSource(compilation)
  // before the FROM, which has the joins that they need
  const where = whereClause([...allConditions(source), isOwn])
  const records = `${fromClause({ scope, type, source })}${where}`
  const groups = compileGroups(compilation, {
    without: () => ({ joins: '', conditions: [isShared] }),
    groupedBy: query.groupBy,
  })
  return `SELECT (SELECT COUNT(*) ${records}) + (SELECT COUNT(*) ${groups.from})`
}

/**
 * The fact whose records the query's measures are computed from; null: from the type's own. A fact that only a rollup has
 * replaces a join of the records, from which nothing is excluded.
 */
const findFact = ({ query, type }: Compilation): string | null => {
  const facts = findReportType(query.reportType)?.facts ?? {}
  const leaves = query.columns.flatMap(({ columnId }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    return column.kind === 'measure' ? listLeaves(column.formula) : []
  })
  return (
    leaves
      .map((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact)
      .find((fact) => fact !== undefined && Object.hasOwn(facts, fact)) ?? null
  )
}

/**
 * Rows of currency and count: records that the measures exclude, the type's own or those of a fact that its measures are
 * computed from. Null where the query has no money.
 */
export const compileExcluded = (query: SemanticQuery, options: CompilerOptions): CompiledStatement | null => {
  const compilation = startCompilation(query, options)
  const { type } = compilation
  if (type.currencyColumn !== null) return excludedRecords(compilation, type.currencyColumn)
  const name = findFact(compilation)
  if (name === null) return null
  const fact = factNamed(type, name)
  const scope = compilation.scope.nested(denormalizedColumns(fact))
  const factScope = scope.nested({ alias: FACT })
  const source = buildSource(compilation, scope)
  const { joins, conditions } = buildRestriction(compilation)(scope)
  const own = [...allConditions(source), ...source.factConditions(name, fact, factScope, 'others'), ...conditions]
  const { from, conditions: ofFact } = factFromClause(fact, { scope, type, source })
  const records = `${from}${joins}${whereClause([...own, ...ofFact])}`
  return toStatement(compilation, countByCurrency(factScope, fact.currencyColumn, fact.recordCount, records))
}

const excludedRecords = (compilation: Compilation, currencyColumn: string): CompiledStatement => {
  const { type, scope } = compilation
  const source = buildSource(compilation, scope, 'others')
  const { joins, conditions } = buildRestriction(compilation)(scope)
  const where = whereClause([...allConditions(source), ...conditions])
  const from = `${fromClause({ scope, type, source })}${joins}${where}`
  return toStatement(compilation, countByCurrency(scope, currencyColumn, type.recordCount, from))
}

const countByCurrency = (scope: Scope, column: string, recordCount: string | undefined, from: string): string => {
  const currency = scope.col(column)
  const count = recordCount === undefined ? 'COUNT(*)' : scope.dialect.sumInteger(scope.col(recordCount), null)
  return `SELECT ${currency}, ${count} ${from} GROUP BY ${currency} ORDER BY ${currency}`
}
