import type { Dimension } from '../catalog/column.ts'
import { type Aggregate, type CoarserAggregate, hasOwnDates, isZeroOverNoRows } from '../catalog/formula.ts'
import { type AggregateSubquery, createSubquery, type KeysOf, selectSubquery } from './aggregate-subquery.ts'
import type { Compilation } from './compilation.ts'
import { isAcross } from './period-start.ts'
import type { Restrict } from './source.ts'

type Leaf = Aggregate | CoarserAggregate

interface GroupRelationOptions {
  readonly compilation: Compilation
  readonly dimensions: readonly Dimension[]
  readonly keysOf: KeysOf
  /** columnIds that the result is grouped by; the rest of a top N has these, and no dimensions */
  readonly groupedBy: readonly string[]
  /** every aggregate that will be requested */
  readonly leaves: readonly Leaf[]
  readonly restrict: Restrict
  /** for records of a coarser aggregate, for those that form its periods, and for those of the whole result */
  readonly restrictCoarser: (coarser: CoarserAggregate) => Restrict
  readonly restrictPeriods: Restrict
  readonly restrictAll: Restrict
}

/**
 * The aggregates of groups, each over its own records. Records of the type decide which groups exist; aggregates of facts and
 * coarser aggregates are computed in subqueries of their own and joined by the groups' keys, so that no join multiplies rows.
 */
export class GroupRelation {
  readonly #options: GroupRelationOptions
  readonly #main: AggregateSubquery
  readonly #others = new Map<
    string,
    { readonly subquery: AggregateSubquery; readonly coarser: CoarserAggregate | null }
  >()
  readonly #zeroes = new Set<string>()
  /** columns of the main subquery whose measures have dates of their own */
  readonly #mainDates = new Set<string>()

  constructor(options: GroupRelationOptions) {
    this.#options = options
    const leaves = options.leaves.filter((leaf) => leaf.kind !== 'coarser' || leaf.across !== 'all')
    this.#main = createSubquery({ ...options, fact: null, coarser: null, leaves, prefix: 'a' })
  }

  /** The column of `relation` that holds the aggregate. */
  column(leaf: Leaf): string {
    const subquery = this.#subqueryFor(leaf)
    const column = subquery.list.add(leaf)
    if (isZeroOverNoRows(leaf.kind === 'coarser' ? leaf.of : leaf)) this.#zeroes.add(column)
    if (subquery === this.#main && hasOwnDates(leaf)) this.#mainDates.add(column)
    return column
  }

  /** A SELECT of the groups: keys `k1` … and the requested columns. */
  relation(): string {
    const { dimensions } = this.#options
    const isMainNeeded = dimensions.length > 0 || this.#others.size === 0 || this.#main.list.aliases().length > 0
    const rest = [...this.#others.values()]
    const subqueries = isMainNeeded ? [{ subquery: this.#main, coarser: null }, ...rest] : rest
    const selects = subqueries.map(({ subquery, coarser }) => this.#select(subquery, coarser))
    if (selects.length === 1) return selects.join('')
    const keys = dimensions.map((_, index) => `s0.k${index + 1} AS k${index + 1}`)
    const columns = subqueries.flatMap(({ subquery }, index) => this.#joinedColumns(subquery, index))
    const joins = subqueries.map(({ subquery }, index) => this.#join(subquery, index, selects[index] ?? ''))
    return `SELECT ${[...keys, ...columns].join(', ')} FROM ${joins.join('')}`
  }

  /** The same with further groups, which are given as a SELECT of keys and have the numbers of no records. */
  withGroups(further: string): string {
    const { dimensions, compilation } = this.#options
    const keys = dimensions.map((_, index) => `k${index + 1}`)
    const aliases = [this.#main, ...[...this.#others.values()].map(({ subquery }) => subquery)].flatMap(({ list }) =>
      list.aliases(),
    )
    const own = `SELECT ${[...keys, ...aliases].join(', ')} FROM (${this.relation()}) AS own`
    const others = `SELECT ${[...keys, ...aliases.map((alias) => `NULL AS ${alias}`)].join(', ')} FROM (${further}) AS further`
    const values = aliases.map((alias) => {
      const value = compilation.dialect.max(`every_group.${alias}`, null)
      return `${this.#zeroes.has(alias) ? `COALESCE(${value}, 0)` : value} AS ${alias}`
    })
    const grouped = keys.map((key) => `every_group.${key}`)
    const selected = [...keys.map((key) => `every_group.${key} AS ${key}`), ...values]
    return `SELECT ${selected.join(', ')} FROM (${own} UNION ALL ${others}) AS every_group GROUP BY ${grouped.join(', ')}`
  }

  #joinedColumns({ list }: AggregateSubquery, index: number): string[] {
    return list.aliases().map((alias) => {
      const sql = `s${index}.${alias}`
      return index > 0 && this.#zeroes.has(alias) ? `COALESCE(${sql}, 0) AS ${alias}` : `${sql} AS ${alias}`
    })
  }

  #join({ keys, period }: AggregateSubquery, index: number, select: string): string {
    if (index === 0) return `(${select}) AS s0`
    const { dialect } = this.#options.compilation
    const on = keys.map(({ alias }) => dialect.isSame(`s0.${alias}`, `s${index}.${alias}`))
    if (period !== null) on.push(`s0.${period.alias} = s${index}.${period.alias}`)
    const relation = `(${select}) AS s${index}`
    return on.length === 0 ? ` CROSS JOIN ${relation}` : ` LEFT JOIN ${relation} ON ${on.join(' AND ')}`
  }

  #isCoarser(leaf: Leaf): leaf is CoarserAggregate {
    const { compilation, groupedBy } = this.#options
    if (leaf.kind !== 'coarser') return false
    return leaf.across === 'all' || groupedBy.some((columnId) => isAcross(leaf, compilation.type, columnId))
  }

  #subqueryFor(leaf: Leaf): AggregateSubquery {
    const isCoarser = this.#isCoarser(leaf)
    const fact = (leaf.kind === 'coarser' ? leaf.of : leaf).fact ?? null
    if (fact === null && !isCoarser) return this.#main
    const name = JSON.stringify([fact, isCoarser ? leaf.across : null])
    const known = this.#others.get(name)
    if (known) return known.subquery
    const coarser = isCoarser ? leaf : null
    const subquery = createSubquery({
      ...this.#options,
      fact,
      coarser: coarser,
      leaves: [leaf],
      prefix: `a${this.#others.size + 1}_`,
    })
    this.#others.set(name, { subquery, coarser })
    return subquery
  }

  #select(subquery: AggregateSubquery, coarser: CoarserAggregate | null): string {
    const { compilation, restrict, restrictCoarser, restrictPeriods, restrictAll } = this.#options
    const isMain = subquery === this.#main
    return selectSubquery(subquery, {
      compilation,
      restrict: coarser === null ? restrict : coarser.across === 'all' ? restrictAll : restrictCoarser(coarser),
      restrictPeriods,
      extra: isMain ? this.#firstDays() : [],
      having: isMain && subquery.keys.length > 0 && subquery.ownDates ? this.#havingAny() : '',
    })
  }

  /** First days of the groups' periods, the join keys of subqueries as of those days. */
  #firstDays(): string[] {
    const { scope } = this.#main
    const periods = [...this.#others.values()].flatMap(({ subquery: { period } }) => (period === null ? [] : [period]))
    return periods.map((period) => `${scope.dialect.min(period.of(scope), null)} AS ${period.alias}`)
  }

  /** Without it, groups with records only outside the range would show as rows of zeros. */
  #havingAny(): string {
    const { scope, source, list } = this.#main
    const isMixed = list.aliases().some((alias) => !this.#mainDates.has(alias))
    const inRange = isMixed ? [`${scope.dialect.countWhere(source.range?.() ?? null)} > 0`] : []
    const shown = list.expressionsOf(this.#mainDates).map((sql) => `${sql} <> 0`)
    return [...shown, ...inRange].join(' OR ')
  }
}
