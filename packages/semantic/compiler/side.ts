import type { Dimension } from '../catalog/column.ts'
import { type Aggregate, hasOwnDates, type Wider } from '../catalog/formula.ts'
import { allConditions, type Compilation, sourceOf } from './compilation.ts'
import { dimensionField } from './compile-filter.ts'
import { AggregateList } from './compile-formula.ts'
import { isBeyond, type Period, periodOf, periodRelation } from './period-start.ts'
import type { Restrict } from './restriction.ts'
import { type CompilerScope, FACT } from './scope.ts'
import { factFromClause, factNamed, fromClause, heldBy, type Source, whereClause } from './source.ts'

/** A relation of aggregates over records of the type or of a fact, by all keys of the groups or by some. */
export interface Side {
  readonly fact: string | null
  /** of the base table; the list has the scope of its records */
  readonly scope: CompilerScope
  readonly source: Source
  readonly list: AggregateList
  readonly keys: readonly { readonly alias: string; readonly sql: string }[]
  /** joined to the records, which are looked at as of its first day */
  readonly period: Period | null
  /** the range does not narrow the records, since some aggregate has dates of its own */
  readonly ownDates: boolean
}

interface SideOptions {
  readonly compilation: Compilation
  readonly dimensions: readonly Dimension[]
  readonly fact: string | null
  /** null: by all keys */
  readonly wider: Wider | null
  readonly leaves: readonly (Aggregate | Wider)[]
  /** of the aggregates' columns */
  readonly prefix: string
}

export const createSide = ({ compilation, dimensions, fact, wider, leaves, prefix }: SideOptions): Side => {
  const { type } = compilation
  const period = wider && periodOf(wider, type, dimensions)
  const scope = compilation.scope.nested({
    ...(period ? { from: period.firstDay } : {}),
    ...(fact === null ? {} : heldBy(factNamed(type, fact))),
  })
  const source = sourceOf(compilation, scope)
  const ownDates = fact === null && leaves.some(hasOwnDates)
  const keys = dimensions.flatMap((dimension, place) =>
    wider && isBeyond(wider, type, dimension.columnId)
      ? []
      : [{ alias: `k${place + 1}`, sql: dimensionField(dimension, scope) }],
  )
  const list = new AggregateList(
    fact === null ? scope : scope.nested({ alias: FACT }),
    prefix,
    ownDates ? source.range : null,
  )
  return { fact, scope, source, list, keys, period, ownDates }
}

interface SelectOptions {
  readonly compilation: Compilation
  /** of this side's records */
  readonly restrict: Restrict
  /** of the records whose periods are looked at */
  readonly restrictPeriods: Restrict
  /** `sql AS alias` beside keys and aggregates */
  readonly extra: readonly string[]
  /** SQL after HAVING; empty: none */
  readonly having: string
}

const fromOf = (side: Side, { type }: Compilation) => {
  const from = { scope: side.scope, type, source: side.source }
  return side.fact === null
    ? { from: fromClause(from), conditions: [] }
    : factFromClause(factNamed(type, side.fact), from)
}

const conditionsOf = ({ fact, source, list, ownDates }: Side, { type }: Compilation): string[] => [
  ...(ownDates ? source.conditions : allConditions(source)),
  ...(fact === null ? [] : source.factConditions(fact, factNamed(type, fact), list.scope)),
]

/** One row a combination of the side's keys; without keys one row. */
export const selectSide = (side: Side, options: SelectOptions): string => {
  const { keys, list, period } = side
  const { joins, conditions } = options.restrict(side.scope)
  const periods = period === null ? '' : periodRelation(period, options.compilation, options.restrictPeriods)
  const starts = period === null ? [] : [`${period.firstDay} AS ${period.alias}`]
  const selected = [
    ...keys.map(({ alias, sql }) => `${sql} AS ${alias}`),
    ...starts,
    ...options.extra,
    ...list.selectList(),
  ]
  const groups = [...keys.map(({ alias }) => alias), ...(period === null ? [] : [period.alias])]
  const own = [...conditionsOf(side, options.compilation), ...conditions]
  // last, when all that the records are asked for is known
  const { from, conditions: ofFact } = fromOf(side, options.compilation)
  const grouping = groups.length === 0 ? '' : ` GROUP BY ${groups.join(', ')}`
  const having = options.having === '' ? '' : ` HAVING ${options.having}`
  const head = selected.length === 0 ? '1 AS one' : selected.join(', ')
  return `SELECT ${head} ${from}${joins}${periods}${whereClause([...own, ...ofFact])}${grouping}${having}`
}
