import type { Dimension } from '../catalog/column.ts'
import { type Aggregate, type CoarserAggregate, hasOwnDates } from '../catalog/formula.ts'
import { allConditions, buildSource, type Compilation } from './compilation.ts'
import { AggregateList } from './compile-formula.ts'
import type { GroupKeys } from './group-keys.ts'
import { buildPeriodStart, isAcross, type Period, periodRelation } from './period-start.ts'
import { type CompilerScope, FACT } from './scope.ts'
import type { Restrict } from './source.ts'
import { denormalizedColumns, factFromClause, factNamed, fromClause, type Source, whereClause } from './source.ts'

/** A subquery of aggregates over records of the type or of a fact, by all keys of the groups or by some. */
export interface AggregateSubquery {
  readonly fact: string | null
  /** of the base table; the list has the scope of its records */
  readonly scope: CompilerScope
  readonly source: Source
  readonly list: AggregateList
  readonly keys: GroupKeys['keys']
  /** joins that the keys need */
  readonly keyJoins: string
  /** joined to the records, which are evaluated as of its first day */
  readonly period: Period | null
  /** the range does not filter the records, because an aggregate has dates of its own */
  readonly ownDates: boolean
}

/** The keys of a scope's records, of the dimensions for which `isKey` holds. */
export type KeysOf = (scope: CompilerScope, isKey: (dimension: Dimension) => boolean) => GroupKeys

interface SubqueryOptions {
  readonly compilation: Compilation
  readonly dimensions: readonly Dimension[]
  readonly keysOf: KeysOf
  readonly fact: string | null
  /** null: by all keys */
  readonly coarser: CoarserAggregate | null
  readonly leaves: readonly (Aggregate | CoarserAggregate)[]
  /** of the aggregates' columns */
  readonly prefix: string
}

export const createSubquery = ({
  compilation,
  dimensions,
  keysOf,
  fact,
  coarser,
  leaves,
  prefix,
}: SubqueryOptions): AggregateSubquery => {
  const { type } = compilation
  const period = coarser && buildPeriodStart(coarser, type, dimensions)
  const scope = compilation.scope.nested({
    ...(period ? { from: period.firstDay } : {}),
    ...(fact === null ? {} : denormalizedColumns(factNamed(type, fact))),
  })
  const source = buildSource(compilation, scope)
  const ownDates = fact === null && leaves.some(hasOwnDates)
  const { keys, joins: keyJoins } = keysOf(
    scope,
    ({ columnId }) => coarser === null || !isAcross(coarser, type, columnId),
  )
  const list = new AggregateList(
    fact === null ? scope : scope.nested({ alias: FACT }),
    prefix,
    ownDates ? source.range : null,
  )
  return { fact, scope, source, list, keys, keyJoins, period, ownDates }
}

interface SelectOptions {
  readonly compilation: Compilation
  /** for this subquery's records */
  readonly restrict: Restrict
  /** for the records that define the periods */
  readonly restrictPeriods: Restrict
  /** `sql AS alias` in addition to keys and aggregates */
  readonly extra: readonly string[]
  /** SQL after HAVING; empty: none */
  readonly having: string
}

const fromOf = (subquery: AggregateSubquery, { type }: Compilation) => {
  const from = { scope: subquery.scope, type, source: subquery.source }
  return subquery.fact === null
    ? { from: fromClause(from), conditions: [] }
    : factFromClause(factNamed(type, subquery.fact), from)
}

const conditionsOf = ({ fact, source, list, ownDates }: AggregateSubquery, { type }: Compilation): string[] => [
  ...(ownDates ? source.conditions : allConditions(source)),
  ...(fact === null ? [] : source.factConditions(fact, factNamed(type, fact), list.scope)),
]

/** One row per combination of the subquery's keys; without keys one row. */
export const selectSubquery = (subquery: AggregateSubquery, options: SelectOptions): string => {
  const { keys, keyJoins, list, period } = subquery
  const { joins, conditions } = options.restrict(subquery.scope)
  const periods = period === null ? '' : periodRelation(period, options.compilation, options.restrictPeriods)
  const starts = period === null ? [] : [`${period.firstDay} AS ${period.alias}`]
  const selected = [
    ...keys.map(({ alias, sql }) => `${sql} AS ${alias}`),
    ...starts,
    ...options.extra,
    ...list.selectList(),
  ]
  const groups = [...keys.map(({ alias }) => alias), ...(period === null ? [] : [period.alias])]
  // Groups without such a record are left out, or count 0. With days that are joined to the records, the condition would be one of a join.
  const isOfRecords = period === null && options.extra.length === 0 && options.compilation.query.asOfDays === undefined
  const counted = isOfRecords ? list.ownCondition() : []
  const own = [...conditionsOf(subquery, options.compilation), ...counted, ...conditions]
  // last, when every needed column and join of the records is known
  const { from, conditions: ofFact } = fromOf(subquery, options.compilation)
  const grouping = groups.length === 0 ? '' : ` GROUP BY ${groups.join(', ')}`
  const having = options.having === '' ? '' : ` HAVING ${options.having}`
  const head = selected.length === 0 ? '1 AS one' : selected.join(', ')
  return `SELECT ${head} ${from}${keyJoins}${joins}${periods}${whereClause([...own, ...ofFact])}${grouping}${having}`
}
