import { FEWEST_TRIALS } from '#domain/proportion.ts'
import { queriedType } from '../catalog/catalog.ts'
import type { Column, Dimension, RowComparison } from '../catalog/column.ts'
import { type CoarserAggregate, findTrials, listLeaves, type MeasureFormula } from '../catalog/formula.ts'
import { filterColumns } from '../filter-columns.ts'
import { overPlan } from '../plan-over.ts'
import { compareOver, type FilterValue, type GroupFilter, InvalidQuery, type SemanticQuery } from '../query.ts'
import { type AggregatedColumn, aggregateColumn } from './aggregation.ts'
import { compareRows, followsRowOrder } from './compare-rows.ts'
import {
  buildSource,
  type Compilation,
  columnAt,
  getReportType,
  groupDimensions,
  resolveWindow,
  withField,
} from './compilation.ts'
import { compileFilter, dimensionField, toMinor } from './compile-filter.ts'
import { composeFormula } from './compile-formula.ts'
import { recordConditions } from './contributing-records.ts'
import { moveEarlierKeys } from './earlier-groups.ts'
import { onlyGroupFormingColumns } from './group-forming-columns.ts'
import {
  type CompileTopValues,
  compileKeys,
  type GroupKeys,
  isNotRest,
  joinTopValues,
  limitsColumn,
  restLast,
} from './group-keys.ts'
import { GroupRelation } from './group-relation.ts'
import { type Output, orderClause, orderTerms, sortTerms, sortValue } from './output.ts'
import type { CompilerScope } from './scope.ts'
import { coarserGroups, shownGroups } from './shown-groups.ts'
import { combineRestrictions, factNamed, fromClause, type Restrict, whereClause } from './source.ts'

/** Condition that a group's key equals its returned value. */
const hasAnsweredValue = (
  dimension: Dimension,
  key: string,
  value: FilterValue,
  { scope, minorUnits }: Compilation,
): string => {
  if (value === null) return `(${key} IS NULL)`
  if (typeof value === 'boolean') return value ? scope.dialect.isTrue(key) : scope.dialect.isFalse(key)
  if (dimension.present) return `(${dimension.present(key, scope)} = ${scope.bind(String(value), 'text')})`
  if (typeof value === 'string') return `(${key} = ${scope.bind(value, 'text')})`
  return `(${key} = ${scope.bind(dimension.type === 'currency' ? toMinor(value, minorUnits) : value, 'number')})`
}

/** Conditions on groups, for a query of one group. */
const coordinateConditions = (
  compilation: Compilation,
  dimensions: readonly Dimension[],
  keyOf: (index: number) => string,
): string[] =>
  Object.entries(compilation.query.coordinate ?? {}).map(([columnId, value]) => {
    const index = dimensions.findIndex((dimension) => dimension.columnId === columnId)
    const dimension = dimensions[index]
    if (dimension !== undefined) return hasAnsweredValue(dimension, keyOf(index), value, compilation)
    throw new InvalidQuery([{ field: 'cell.row', message: `${columnId} is not one of the groups` }])
  })

/** Alias of the relation of groups, which holds keys `k1` … and aggregates. */
export const GROUPS = 'g'

export interface Grouped {
  /** FROM and WHERE of the groups of the result */
  readonly from: string
  readonly outputs: readonly Output[]
  /** terms of ORDER BY: the query's sort, then the keys */
  readonly order: readonly string[]
}

interface GroupOptions {
  /** excludes records: those of the top N, for the rest of it */
  readonly without: Restrict
  /** columns that the result is grouped by, where the query itself has none */
  readonly groupedBy: readonly string[]
}

const keyName = (index: number): string => `${GROUPS}.k${index + 1}`

interface Shown {
  readonly column: Column
  readonly key: number | null
  readonly aggregated: AggregatedColumn | null
}

const shownColumns = ({ query, type }: Compilation, dimensions: readonly Dimension[]): Shown[] =>
  query.columns.map(({ columnId, aggregation }, index) => {
    const field = `columns[${index}]`
    const column = columnAt(type, columnId, field)
    const key = aggregation === 'None' ? dimensions.findIndex((one) => one.columnId === column.columnId) : -1
    if (key >= 0) return { column, key, aggregated: null }
    return { column, key: null, aggregated: withField(field, () => aggregateColumn(column, aggregation)) }
  })

const invalidFilter = (message: string): InvalidQuery => new InvalidQuery([{ field: 'filters', message }])

/** Rows cannot be sorted by a number that their order decides. */
const assertSortable = ({ query }: Compilation, shown: readonly Shown[]): void => {
  for (const [index, sort] of query.sort.entries()) {
    const { column, aggregated } = ('column' in sort ? shown[sort.column] : undefined) ?? {}
    if (!column || !aggregated?.comparedRows || !followsRowOrder(aggregated.comparedRows)) continue
    const message = `${column.displayName} depends on the order of the rows, so they can’t be sorted by it`
    throw new InvalidQuery([{ field: `orderColumns[${index}]`, message }])
  }
}

/** Measures that groups are filtered by. */
const havingFormulas = ({ query, type }: Compilation) =>
  new Map(
    filterColumns(query.having).map((columnId) => {
      const column = columnAt(type, columnId, 'filters')
      if (column.kind !== 'measure') throw invalidFilter(`${column.displayName} is no measure of a group`)
      const isOfAll = listLeaves(column.formula).some((leaf) => leaf.kind === 'coarser' && leaf.across === 'all')
      if (isOfAll || column.comparedRows)
        throw invalidFilter(`${column.displayName} depends on which rows are shown, so it cannot filter them`)
      return [columnId.toLowerCase(), column.formula] as const
    }),
  )

/** The groups of a query, and what to select of them. */
export const compileGroups = (compilation: Compilation, options?: GroupOptions): Grouped => {
  const { query, scope, dialect } = compilation
  const dimensions = groupDimensions(compilation)
  const shown = shownColumns(compilation, dimensions)
  const filtered = havingFormulas(compilation)
  const formulas = [...shown.flatMap(({ aggregated }) => aggregated?.formula ?? []), ...filtered.values()]
  const restrict = buildRestriction(compilation)
  const relation = new GroupRelation({
    compilation,
    dimensions,
    keysOf: (own, isKey) => compileGroupKeys(compilation, own, { prefix: 'key', isKey }),
    leaves: formulas.flatMap(listLeaves),
    groupedBy: options?.groupedBy ?? [...query.groupBy, ...(query.groupFilter?.groupBy ?? [])],
    restrict: options ? combineRestrictions(restrict, options.without) : restrict,
    restrictCoarser: (coarser) => restrictCoarser(compilation, coarser),
    restrictPeriods: restrictToSemiJoin(compilation),
    restrictAll: combineRestrictions(restrict, restrictToShownGroups(compilation)),
  })
  const sqlOf = (formula: (typeof formulas)[number]) =>
    composeFormula(formula, compilation, (leaf) => `${GROUPS}.${relation.column(leaf)}`)
  const rests = dimensions.map(({ columnId }, index) =>
    query.groupLimits?.some((limit) => limitsColumn(limit, columnId)) ? [restLast(keyName(index))] : [],
  )
  // by a number, records without a value, such as lines without a varietal, are no winner
  const blankLast =
    dimensions.length === 0
      ? []
      : [`CASE WHEN ${dimensions.map((_, index) => `${keyName(index)} IS NULL`).join(' AND ')} THEN 1 ELSE 0 END`]
  const keyOrder = (index: number): string[] => {
    const dimension = dimensions[index]
    const key = dimension ? orderTerms(sortValue(dimension, keyName(index), scope), compilation) : []
    return [...(rests[index] ?? []).map((sql) => dialect.orderBy(sql, 'asc')), ...key]
  }
  const compared = (comparison: RowComparison, formula: MeasureFormula, sql: string, order: readonly string[]) =>
    compareRows(comparison, formula, sql, { compilation, dimensions, keyName, keyOrder, order })
  // columns of a relation of their own, so that rows can be sorted by them and other comparisons follow that order
  const comparisons: string[] = []
  const addComparison = (comparison: RowComparison, formula: MeasureFormula): string => {
    comparisons.push(`${compared(comparison, formula, sqlOf(formula), [])} AS c${comparisons.length + 1}`)
    return `${GROUPS}.c${comparisons.length}`
  }
  // a rate of a few is an outlier in one direction or the other
  const fewLast = (formula: MeasureFormula): string[] => {
    const trials = findTrials(formula)
    return trials === null ? [] : [`CASE WHEN ${sqlOf(trials.of)} >= ${FEWEST_TRIALS} THEN 0 ELSE 1 END`]
  }
  const measureOutput = ({ formula, present, comparedRows }: AggregatedColumn): Output => {
    const sql = comparedRows && !followsRowOrder(comparedRows) ? addComparison(comparedRows, formula) : sqlOf(formula)
    const sort = { sql, isName: false }
    return {
      select: present ? present(sql, scope) : sql,
      sort,
      restLast: [...rests.flat(), ...blankLast, ...fewLast(formula)],
    }
  }
  const outputs = shown.map(({ column, key, aggregated }): Output => {
    if (aggregated !== null) return measureOutput(aggregated)
    const sql = keyName(key ?? 0)
    const select = column.kind === 'dimension' && column.present ? column.present(sql, scope) : sql
    return { select, sort: sortValue(column, sql, scope), restLast: rests[key ?? 0] ?? [] }
  })
  assertSortable(compilation, shown)
  const sorted = sortTerms(compilation, outputs, (column) => {
    const index = dimensions.findIndex(({ columnId }) => columnId === column.columnId)
    return index < 0 ? null : { sort: sortValue(column, keyName(index), scope), restLast: rests[index] ?? [] }
  })
  const order = [...sorted, ...dimensions.flatMap((_, index) => keyOrder(index))]
  const conditions = [
    ...havingConditions(compilation, (column) =>
      sqlOf(filtered.get(column.columnId.toLowerCase()) ?? { kind: 'count' }),
    ),
    ...coordinateConditions(compilation, dimensions, keyName),
  ]
  const earlier = dimensions.length > 0 && options === undefined ? selectEarlierGroups(compilation) : null
  const every = earlier === null ? relation.relation() : relation.withGroups(earlier)
  const groups = `FROM (${every}) AS ${GROUPS}${whereClause(conditions)}`
  return {
    from:
      comparisons.length === 0 ? groups : `FROM (SELECT ${GROUPS}.*, ${comparisons.join(', ')} ${groups}) AS ${GROUPS}`,
    outputs: outputs.map((output, index) => {
      const { comparedRows, formula } = shown[index]?.aggregated ?? {}
      if (comparedRows === undefined || formula === undefined || !followsRowOrder(comparedRows)) return output
      return { ...output, select: compared(comparedRows, formula, output.select, order) }
    }),
    order,
  }
}

const havingConditions = (compilation: Compilation, sqlOf: (column: Column) => string): string[] => {
  const { having } = compilation.query
  return having ? [withField('filters', () => compileFilter(having, { ...compilation, sqlOf }))] : []
}

/** A SELECT of the keys of the groups of the query's earlier range; null without one. */
const selectEarlierGroups = (compilation: Compilation): string | null => {
  const { query, scope, context } = compilation
  const { coordinate: _coordinate, earlierGroups, ...whole } = query
  const compared = earlierGroups ? compareOver(whole, earlierGroups) : null
  if (earlierGroups === undefined || compared === null) return null
  const over = earlierGroups.planned ? overPlan(compared, earlierGroups.planned) : compared
  const earlier = onlyGroupFormingColumns({ ...over, sort: [] })
  const window = resolveWindow(earlier, context.today)
  const type = earlier.planned ? getReportType(earlier) : compilation.type
  const grouping: Compilation = { ...compilation, type, query: earlier, scope: scope.nested({ window }) }
  const { from } = compileGroups(grouping)
  return moveEarlierKeys(earlierGroups, groupDimensions(grouping), keyName, from, scope)
}

/** The query without everything that a group filter does not depend on. */
const withoutGroupFilters = ({
  groupFilter: _groupFilter,
  groupLimits: _groupLimits,
  beyondLimits: _beyondLimits,
  having: _having,
  coordinate: _coordinate,
  contributingTo: _contributingTo,
  earlierGroups: _earlierGroups,
  ...query
}: SemanticQuery) => ({
  ...query,
  columns: [],
  sort: [],
  top: null,
  page: null,
})

/** The groups that the query shows: those that its HAVING filter selects. */
const restrictToShownGroups = (compilation: Compilation): Restrict => {
  return restrictToGroups(compilation, shownGroups(compilation.query))
}

/** The values that a limit keeps: the first groups of its column by its measure, over the records that it names. */
const compileTopValues =
  (compilation: Compilation): CompileTopValues =>
  ({ columnId, key, by, direction, filter, range, top }, scope) => {
    const query: SemanticQuery = {
      ...withoutGroupFilters(compilation.query),
      grain: 'groups',
      groupBy: key === undefined ? [columnId] : [columnId, key],
      columns: [by],
      filter,
      range,
      sort: [{ column: 0, direction }],
    }
    const window = resolveWindow(query, compilation.context.today)
    const { from, order } = compileGroups({ ...compilation, query, scope: scope.nested({ window }) })
    const keySelected = key === undefined ? '' : `, ${keyName(1)} AS kept_key`
    return `SELECT ${keyName(0)} AS kept_value${keySelected}, 1 AS kept ${from} WHERE ${isNotRest(keyName(0))}${orderClause(order)} LIMIT ${top}`
  }

interface KeyChoice {
  readonly prefix: string
  readonly isKey?: (dimension: Dimension) => boolean
}

/** The group keys of a scope's records, under the query's limits. */
export const compileGroupKeys = (compilation: Compilation, scope: CompilerScope, choice: KeyChoice): GroupKeys =>
  compileKeys(groupDimensions(compilation), scope, {
    limits: compilation.query.groupLimits,
    compileTopValues: compileTopValues(compilation),
    ...choice,
  })

/** Only records in the group "All others" of each of the query's limits. */
const restrictToRest =
  (compilation: Compilation): Restrict =>
  (scope) => {
    const { beyondLimits = [] } = compilation.query
    const joins = beyondLimits.map((limit, index) => {
      const groupField = (columnId: string): string => {
        const column = columnAt(compilation.type, columnId, `groupLimits[${index}]`)
        if (column.kind !== 'dimension') throw new Error(`${columnId} cannot be grouped by`)
        return dimensionField(column, scope)
      }
      return joinTopValues(
        [groupField(limit.columnId), limit.key === undefined ? null : groupField(limit.key)],
        compileTopValues(compilation)(limit, scope),
        `beyond${index + 1}`,
        scope,
      )
    })
    return { joins: joins.join(''), conditions: beyondLimits.map((_, index) => `beyond${index + 1}.kept IS NULL`) }
  }

const restrictToGroups =
  (compilation: Compilation, groupFilter: GroupFilter | undefined): Restrict =>
  (scope) => {
    if (groupFilter === undefined) return { joins: '', conditions: [] }
    const { matching = groupFilter.groupBy, ...groups } = groupFilter
    const query = onlyGroupFormingColumns({ ...withoutGroupFilters(compilation.query), grain: 'groups', ...groups })
    const filtering: Compilation = { ...compilation, query, scope: scope.nested() }
    const { from } = compileGroups(filtering)
    const dimensions = groupDimensions(filtering)
    const isMatched = ({ columnId }: Dimension): boolean => matching.includes(columnId)
    // several groups may share the values that are matched
    const select = dimensions.every(isMatched) ? 'SELECT' : 'SELECT DISTINCT'
    if (!dimensions.some(isMatched))
      return { joins: ` CROSS JOIN (${select} 1 AS one ${from}) AS matched`, conditions: [] }
    const selected = dimensions.flatMap((one, index) => (isMatched(one) ? [`${keyName(index)} AS m${index + 1}`] : []))
    const { keys, joins } = compileGroupKeys(filtering, scope, { prefix: 'matched_key', isKey: isMatched })
    const on = keys.map(({ sql, alias }) => scope.dialect.isSame(sql, `matched.m${alias.slice(1)}`))
    return {
      joins: `${joins} INNER JOIN (${select} ${selected.join(', ')} ${from}) AS matched ON ${on.join(' AND ')}`,
      conditions: [],
    }
  }

const restrictToSemiJoin =
  (compilation: Compilation): Restrict =>
  (scope) => {
    const owners = compilation.query.semiJoin
    const { customFields } = compilation.query
    const type = owners ? queriedType({ ...owners, ...(customFields ? { customFields } : {}) }) : null
    if (owners === undefined || type === null) return { joins: '', conditions: [] }
    const { semiJoin: _owners, ...rest } = withoutGroupFilters(compilation.query)
    const { fact: _fact, reportType, filter, range, ...groupFilter } = owners
    const query: SemanticQuery = { ...rest, grain: 'records', groupBy: [], reportType, filter, range, ...groupFilter }
    const owning: Compilation = { ...compilation, type, query, scope: scope.nested() }
    const source = buildSource(owning)
    const { joins, conditions } = buildRestriction(owning)(owning.scope)
    const { on } = factNamed(type, owners.fact)
    const names = on.map(([base, fact]) => ({ base, fact, alias: scope.dialect.quote(base) }))
    const keys = names.map(({ base, alias }) => `${owning.scope.col(base)} AS ${alias}`)
    const where = whereClause([...recordConditions(owning, owning.scope, source), ...conditions])
    const select = `SELECT ${keys.join(', ')} ${fromClause({ ...owning, source })}${joins}${where}`
    const equal = names.map(({ alias, fact }) => `${scope.col(fact)} = owner.${alias}`)
    return { joins: ` INNER JOIN (${select}) AS owner ON ${equal.join(' AND ')}`, conditions: [] }
  }

/** Of the records of a coarser aggregate. */
const restrictCoarser = (compilation: Compilation, coarser: CoarserAggregate): Restrict =>
  combineRestrictions(
    restrictToGroups(compilation, coarserGroups(compilation.query.groupFilter, coarser, compilation.type)),
    restrictToSemiJoin(compilation),
  )

/** Restrictions of a query's records beyond filters on their own values. */
export const buildRestriction = (compilation: Compilation): Restrict =>
  combineRestrictions(
    restrictToGroups(compilation, compilation.query.groupFilter),
    restrictToRest(compilation),
    restrictToSemiJoin(compilation),
  )
