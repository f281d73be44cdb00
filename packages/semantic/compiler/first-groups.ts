import type { Dimension } from '../catalog/column.ts'
import { hasOwnDates, listLeaves, type MeasureFormula, valueOverNoRows } from '../catalog/formula.ts'
import type { SemanticQuery } from '../query.ts'
import { createSubquery, selectSubquery } from './aggregate-subquery.ts'
import { aggregateColumn } from './aggregation.ts'
import { type Compilation, columnAt, groupDimensions } from './compilation.ts'
import { composeFormula } from './compile-formula.ts'
import { compileGroupKeys } from './compile-groups.ts'
import { recordsOf } from './joins.ts'
import { BASE, PAGE } from './scope.ts'
import { denormalizedColumns, factNamed } from './source.ts'

/** Of groups that each have records of one ID. */
interface GroupedId {
  /** the column of the record's ID */
  readonly id: Dimension
  /** name of its column in the base table */
  readonly idName: string
  /** what tells records of one ID apart */
  readonly restOfKey: readonly string[]
}

/** A sort by a measure of one fact. */
interface Ranking extends GroupedId {
  readonly fact: string
  readonly formula: MeasureFormula
  /** rows to find */
  readonly rows: number
}

/** The rows up to the end of the page. */
const rowsUntilEnd = ({ page, top }: SemanticQuery): number | null =>
  page === null ? top : Math.min(page.offset + page.limit, top ?? Number.POSITIVE_INFINITY)

/** Whether only filters, range and groups decide which rows there are. */
export const hasPlainRows = (query: SemanticQuery): boolean =>
  query.having === undefined &&
  query.coordinate === undefined &&
  query.groupFilter === undefined &&
  query.groupLimits === undefined &&
  query.beyondLimits === undefined &&
  query.semiJoin === undefined &&
  query.contributingTo === undefined &&
  query.asOfDays === undefined &&
  query.earlierGroups === undefined

/** The formulas of the query's numbers; null where one of them depends on more than the records of its group in the range. */
const formulasOf = ({ query, type }: Compilation): (MeasureFormula | null)[] | null => {
  const columns = query.columns.map(({ columnId, aggregation }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    if (column.kind === 'dimension' && aggregation === 'None') return null
    return aggregateColumn(column, aggregation)
  })
  const isPlain = columns.every((column) => {
    if (column === null) return true
    const leaves = listLeaves(column.formula)
    return column.comparedRows === undefined && !leaves.some((leaf) => leaf.kind === 'coarser' || hasOwnDates(leaf))
  })
  return isPlain ? columns.map((column) => column?.formula ?? null) : null
}

const singleFact = (formula: MeasureFormula): string | null => {
  const facts = new Set(listLeaves(formula).map((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact ?? null))
  return facts.size === 1 ? ([...facts][0] ?? null) : null
}

/** The record's ID among the group columns; null without one. */
export const findGroupedId = (compilation: Compilation): GroupedId | null => {
  const { recordKey } = compilation.type
  const probe = compilation.scope.nested()
  for (const id of groupDimensions(compilation)) {
    const idName = recordKey.find((name) => name !== 'service_id' && id.field(probe) === probe.col(name))
    if (idName !== undefined) return { id, idName, restOfKey: recordKey.filter((name) => name !== idName) }
  }
  return null
}

const rankingOf = (compilation: Compilation): Ranking | null => {
  const { query, type, dialect } = compilation
  const rows = rowsUntilEnd(query)
  const [sort] = query.sort
  if (!dialect.computesNamedOnce || rows === null || rows === 0 || !sort || !hasPlainRows(query)) return null
  if (query.grain !== 'groups' || !('column' in sort) || sort.direction !== 'desc') return null
  const formula = formulasOf(compilation)?.[sort.column] ?? null
  const fact = formula && singleFact(formula)
  if (formula === null || fact === null) return null
  const repeated = factNamed(type, fact).denormalized?.columns ?? {}
  if (!type.recordKey.every((name) => Object.hasOwn(repeated, name))) return null
  const grouped = findGroupedId(compilation)
  return grouped && { fact, formula, rows, ...grouped }
}

/** A measure's value by ID, and whether the ID is that of several records with facts. */
const rankedIds = (compilation: Compilation, { fact, formula, id, restOfKey }: Ranking): string => {
  const { dialect, type } = compilation
  const ranked: Compilation = { ...compilation, query: { ...compilation.query, groupBy: [id.columnId] } }
  const subquery = createSubquery({
    compilation: ranked,
    dimensions: [id],
    keysOf: (scope, isKey) => compileGroupKeys(ranked, scope, { prefix: 'ranked', isKey }),
    fact,
    coarser: null,
    leaves: listLeaves(formula),
    prefix: 'a',
  })
  const value = composeFormula(formula, compilation, (leaf) => `r.${subquery.list.add(leaf)}`)
  const ofFact = compilation.scope.nested(denormalizedColumns(factNamed(type, fact)))
  const noRestriction = () => ({ joins: '', conditions: [] })
  const select = selectSubquery(subquery, {
    compilation: ranked,
    restrict: noRestriction,
    restrictPeriods: noRestriction,
    extra: restOfKey.flatMap((name, index) => {
      const sql = ofFact.col(name)
      return [`${dialect.min(sql, null)} AS least${index + 1}`, `${dialect.max(sql, null)} AS most${index + 1}`]
    }),
    having: '',
  })
  const differs = restOfKey.map((_, index) => `r.least${index + 1} <> r.most${index + 1}`)
  return `SELECT r.k1 AS id, ${value} AS value, ${differs.join(' OR ') || 'FALSE'} AS is_shared FROM (${select}) AS r`
}

export interface FirstGroups {
  /** reads the records of the first groups as the base table */
  readonly compilation: Compilation
  /** relations that the statement has to name first, once the rest of it is compiled */
  readonly relations: () => string[]
}

/**
 * The records among which the rows of a page are, where rows are sorted by a measure of a fact, such as customers by sales: found
 * by ID in the fact alone, so that the other columns, and the groups themselves, are computed for few records. Null where the
 * query is another one.
 *
 * An ID whose facts are of one record has its value in one group. All IDs are taken whose value is at least that of the last
 * row, those of several records always, and every ID where groups without facts are among the rows.
 */
export const findFirstGroups = (compilation: Compilation): FirstGroups | null => {
  const ranking = rankingOf(compilation)
  if (ranking === null) return null
  const { dialect, scope, type } = compilation
  const pageColumns = new Set([ranking.idName])
  const ranked = rankedIds(compilation, ranking)
  const withoutFacts = valueOverNoRows(ranking.formula, compilation.minorUnits) ?? 'NULL'
  const isBetter = `(value IS NOT NULL AND (${withoutFacts} IS NULL OR value > ${withoutFacts}))`
  const best = `SELECT value FROM ranked WHERE NOT is_shared AND ${isBetter} ORDER BY ${dialect.orderBy('value', 'desc')} LIMIT ${ranking.rows}`
  const id = dialect.quote(ranking.idName)
  const table = recordsOf(scope, type)
  const found = 'SELECT id FROM ranked WHERE is_shared OR value >= (SELECT MIN(value) FROM best)'
  const everything = `SELECT ${id} FROM ${table} WHERE (SELECT COUNT(*) FROM best) < ${ranking.rows}`
  const relations = () => {
    const columns = [...pageColumns].map((name) => `${BASE}.${dialect.quote(name)} AS ${dialect.quote(name)}`)
    const page = `SELECT ${columns.join(', ')} FROM ${table} AS ${BASE} WHERE ${BASE}.${id} IN (${found} UNION ALL ${everything})`
    return [dialect.named('ranked', ranked), dialect.named('best', best), dialect.named(PAGE, dialect.expectFew(page))]
  }
  return { compilation: { ...compilation, scope: scope.nested({ pageColumns }) }, relations }
}

/** Begins a statement with relations that it names. */
export const withClause = (relations: readonly string[]): string =>
  relations.length === 0 ? '' : `WITH ${relations.join(', ')} `
