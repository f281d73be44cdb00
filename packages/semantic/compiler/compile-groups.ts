import { findReportType } from '../catalog/catalog.ts'
import type { Column, Dimension } from '../catalog/column.ts'
import { leavesOf } from '../catalog/formula.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { KeptGroups, SemanticQuery } from '../query.ts'
import { type AggregatedColumn, aggregateColumn } from './aggregation.ts'
import { recordConditions } from './behind.ts'
import { at, type Compilation, columnAt, dimensionsOf, sourceOf } from './compilation.ts'
import { compileFilter, dimensionField } from './compile-filter.ts'
import { composeFormula } from './compile-formula.ts'
import { onlyDeciding } from './deciding-columns.ts'
import { GroupSides } from './group-sides.ts'
import { type Output, sortTerms } from './output.ts'
import { placeConditions } from './place.ts'
import { type Restrict, together } from './restriction.ts'
import { sortValue } from './sort-value.ts'
import { factNamed, fromClause, whereClause } from './source.ts'
import { columnsOf } from './split-filter.ts'

/** Alias of the relation of groups, which holds keys `k1` … and aggregates. */
export const GROUPS = 'g'

export interface Grouped {
  /** FROM and WHERE of the groups that the answer holds */
  readonly from: string
  readonly outputs: readonly Output[]
  /** terms of ORDER BY: the query's sort, then the keys */
  readonly order: readonly string[]
}

interface GroupOptions {
  /** records that no group holds: those of the top N, when the rest of it is asked for */
  readonly without: Restrict
  /** what the answer is divided by, where the query itself is not */
  readonly groupedBy: readonly string[]
}

const keyName = (place: number): string => `${GROUPS}.k${place + 1}`

interface Shown {
  readonly column: Column
  readonly key: number | null
  readonly aggregated: AggregatedColumn | null
}

const shownColumns = ({ query, type }: Compilation, dimensions: readonly Dimension[]): Shown[] =>
  query.columns.map(({ columnId, aggregation }, place) => {
    const field = `columns[${place}]`
    const column = columnAt(type, columnId, field)
    const key = aggregation === 'None' ? dimensions.findIndex((one) => one.columnId === column.columnId) : -1
    if (key >= 0) return { column, key, aggregated: null }
    return { column, key: null, aggregated: at(field, () => aggregateColumn(column, aggregation)) }
  })

/** Measures that groups are filtered by. */
const havingFormulas = ({ query, type }: Compilation) =>
  new Map(
    (query.having ? columnsOf(query.having) : []).map((columnId) => {
      const column = columnAt(type, columnId, 'filters')
      if (column.kind !== 'measure')
        throw new InvalidQuery([{ field: 'filters', message: `${column.displayName} is no measure of a group` }])
      if (leavesOf(column.formula).some((leaf) => leaf.kind === 'wider' && leaf.beyond === 'all'))
        throw new InvalidQuery([
          {
            field: 'filters',
            message: `${column.displayName} hangs on which rows are shown, so they cannot be chosen by it`,
          },
        ])
      return [columnId.toLowerCase(), column.formula] as const
    }),
  )

/** The groups of a query, and what to select of them. */
export const compileGroups = (compilation: Compilation, options?: GroupOptions): Grouped => {
  const { query, scope, dialect } = compilation
  const dimensions = dimensionsOf(compilation)
  const shown = shownColumns(compilation, dimensions)
  const filtered = havingFormulas(compilation)
  const formulas = [...shown.flatMap(({ aggregated }) => aggregated?.formula ?? []), ...filtered.values()]
  const restrict = restrictionOf(compilation)
  const sides = new GroupSides({
    compilation,
    dimensions,
    leaves: formulas.flatMap(leavesOf),
    groupedBy: options?.groupedBy ?? [...query.groupBy, ...(query.keptGroups?.groupBy ?? [])],
    restrict: options ? together(restrict, options.without) : restrict,
    restrictWider: ofOwners(compilation),
    restrictAll: together(restrict, inGroupsShown(compilation)),
  })
  const sqlOf = (formula: (typeof formulas)[number]) =>
    composeFormula(formula, dialect, (leaf) => `${GROUPS}.${sides.column(leaf)}`)
  const outputs = shown.map(({ column, key, aggregated }): Output => {
    const sql = aggregated === null ? keyName(key ?? 0) : sqlOf(aggregated.formula)
    const present = aggregated === null ? column.kind === 'dimension' && column.present : aggregated.present
    const sort = aggregated === null ? sortValue(column, sql, scope) : sql
    return { select: present ? present(sql, scope) : sql, sort }
  })
  const order = sortTerms(compilation, outputs, (column) => {
    const place = dimensions.findIndex(({ columnId }) => columnId === column.columnId)
    return place < 0 ? null : sortValue(column, keyName(place), scope)
  })
  const conditions = [
    ...havingConditions(compilation, (column) =>
      sqlOf(filtered.get(column.columnId.toLowerCase()) ?? { kind: 'count' }),
    ),
    ...placeConditions(compilation, dimensions, keyName),
  ]
  return {
    from: `FROM (${sides.relation()}) AS ${GROUPS}${whereClause(conditions)}`,
    outputs,
    order: [...order, ...dimensions.map((one, place) => dialect.orderBy(sortValue(one, keyName(place), scope), 'asc'))],
  }
}

const havingConditions = (compilation: Compilation, sqlOf: (column: Column) => string): string[] => {
  const { having } = compilation.query
  return having ? [at('filters', () => compileFilter(having, { ...compilation, sqlOf }))] : []
}

/** What of a query is no part of the groups that it keeps. */
const plain = ({ keptGroups: _kept, having: _having, place: _place, behind: _behind, ...query }: SemanticQuery) => ({
  ...query,
  columns: [],
  sort: [],
  top: null,
  page: null,
})

/** The groups that the query's own filter on groups keeps: all that it shows. */
const inGroupsShown = (compilation: Compilation): Restrict => {
  const { having, groupBy, columns } = compilation.query
  return inGroups(compilation, having && { groupBy, having, columns })
}

const inGroups =
  (compilation: Compilation, keptGroups: KeptGroups | undefined): Restrict =>
  (scope) => {
    if (keptGroups === undefined) return { joins: '', conditions: [] }
    const query = onlyDeciding({ ...plain(compilation.query), grain: 'groups', ...keptGroups })
    const kept: Compilation = { ...compilation, query, scope: scope.nested() }
    const { from } = compileGroups(kept)
    const dimensions = dimensionsOf(kept)
    if (dimensions.length === 0) return { joins: ` CROSS JOIN (SELECT 1 AS one ${from}) AS kept`, conditions: [] }
    const keys = dimensions.map((_, place) => `${keyName(place)} AS k${place + 1}`)
    const on = dimensions.map((one, place) => scope.dialect.isSame(dimensionField(one, scope), `kept.k${place + 1}`))
    return { joins: ` INNER JOIN (SELECT ${keys.join(', ')} ${from}) AS kept ON ${on.join(' AND ')}`, conditions: [] }
  }

const ofOwners =
  (compilation: Compilation): Restrict =>
  (scope) => {
    const owners = compilation.query.belongingTo
    const type = owners ? findReportType(owners.reportType) : null
    if (owners === undefined || type === null) return { joins: '', conditions: [] }
    const { belongingTo: _owners, ...rest } = plain(compilation.query)
    const { fact: _fact, reportType, filter, range, ...kept } = owners
    const query: SemanticQuery = { ...rest, grain: 'records', groupBy: [], reportType, filter, range, ...kept }
    const owning: Compilation = { ...compilation, type, query, scope: scope.nested() }
    const source = sourceOf(owning)
    const { joins, conditions } = restrictionOf(owning)(owning.scope)
    const { on } = factNamed(type, owners.fact)
    const names = on.map(([base, fact]) => ({ base, fact, alias: scope.dialect.quote(base) }))
    const keys = names.map(({ base, alias }) => `${owning.scope.col(base)} AS ${alias}`)
    const where = whereClause([...recordConditions(owning, owning.scope, source), ...conditions])
    const select = `SELECT ${keys.join(', ')} ${fromClause({ ...owning, source })}${joins}${where}`
    const equal = names.map(({ alias, fact }) => `${scope.col(fact)} = owner.${alias}`)
    return { joins: ` INNER JOIN (${select}) AS owner ON ${equal.join(' AND ')}`, conditions: [] }
  }

/** What of a query narrows its records beyond their own values. */
export const restrictionOf = (compilation: Compilation): Restrict =>
  together(inGroups(compilation, compilation.query.keptGroups), ofOwners(compilation))
