import { findReportType } from '../catalog/catalog.ts'
import { leavesOf } from '../catalog/formula.ts'
import type { SemanticQuery } from '../query.ts'
import {
  allConditions,
  begin,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  columnAt,
  finish,
  sourceOf,
} from './compilation.ts'
import { compileGroups, restrictionOf } from './compile-groups.ts'
import { compilePage, compileRecords } from './compile-records.ts'
import { withoutIdleColumns } from './deciding-columns.ts'
import { limitClause, orderClause } from './output.ts'
import { FACT, type Scope } from './scope.ts'
import { factFromClause, factNamed, fromClause, heldBy, whereClause } from './source.ts'

const partsOf = (compilation: Compilation) =>
  compilation.query.grain === 'groups' ? compileGroups(compilation) : compileRecords(compilation)

/**
 * The rows of a query, in its sort, then by group or record key, so that paging never skips or repeats a row.
 * Throws `InvalidQuery`.
 */
export const compileRows = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(query, options)
  const page = query.grain === 'records' ? compilePage(compilation) : null
  if (page !== null) return finish(compilation, page)
  const { from, outputs, order } = partsOf(compilation)
  const select = outputs.map((output) => output.select).join(', ')
  return finish(compilation, `SELECT ${select} ${from}${orderClause(order)}${limitClause(query)}`)
}

/** One row with one number: how many rows all pages hold, before `top`. */
export const compileRowCount = (query: SemanticQuery, options: CompilerOptions): CompiledStatement => {
  const compilation = begin(withoutIdleColumns(query), options)
  return finish(compilation, `SELECT COUNT(*) ${partsOf(compilation).from}`)
}

/**
 * The fact whose records the query's measures are made of; null: they are made of the type's own. A fact that only a rollup
 * has is what a join is to the records, of which nothing is left out.
 */
const factOf = ({ query, type }: Compilation): string | null => {
  const facts = findReportType(query.reportType)?.facts ?? {}
  const leaves = query.columns.flatMap(({ columnId }, place) => {
    const column = columnAt(type, columnId, `columns[${place}]`)
    return column.kind === 'measure' ? leavesOf(column.formula) : []
  })
  return (
    leaves
      .map((leaf) => (leaf.kind === 'wider' ? leaf.of : leaf).fact)
      .find((fact) => fact !== undefined && fact in facts) ?? null
  )
}

/**
 * Rows of currency and number: records that the measures leave out, the type's own or those of a fact that its measures
 * are made of. Null where the query holds no money.
 */
export const compileExcluded = (query: SemanticQuery, options: CompilerOptions): CompiledStatement | null => {
  const compilation = begin(query, options)
  const { type } = compilation
  if (type.currencyColumn !== null) return excludedRecords(compilation, type.currencyColumn)
  const name = factOf(compilation)
  if (name === null) return null
  const fact = factNamed(type, name)
  const scope = compilation.scope.nested(heldBy(fact))
  const factScope = scope.nested({ alias: FACT })
  const source = sourceOf(compilation, scope)
  const { joins, conditions } = restrictionOf(compilation)(scope)
  const own = [...allConditions(source), ...source.factConditions(name, fact, factScope, 'others'), ...conditions]
  const { from, conditions: ofFact } = factFromClause(fact, { scope, type, source })
  const records = `${from}${joins}${whereClause([...own, ...ofFact])}`
  return finish(compilation, countByCurrency(factScope, fact.currencyColumn, fact.recordCount, records))
}

const excludedRecords = (compilation: Compilation, currencyColumn: string): CompiledStatement => {
  const { type, scope } = compilation
  const source = sourceOf(compilation, scope, 'others')
  const { joins, conditions } = restrictionOf(compilation)(scope)
  const where = whereClause([...allConditions(source), ...conditions])
  const from = `${fromClause({ scope, type, source })}${joins}${where}`
  return finish(compilation, countByCurrency(scope, currencyColumn, type.recordCount, from))
}

const countByCurrency = (scope: Scope, column: string, recordCount: string | undefined, from: string): string => {
  const currency = scope.col(column)
  const count = recordCount === undefined ? 'COUNT(*)' : scope.dialect.sumInteger(scope.col(recordCount), null)
  return `SELECT ${currency}, ${count} ${from} GROUP BY ${currency} ORDER BY ${currency}`
}
