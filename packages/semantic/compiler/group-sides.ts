import type { Dimension } from '../catalog/column.ts'
import { type Aggregate, hasOwnDates, isZeroOverNothing, type Wider } from '../catalog/formula.ts'
import type { Compilation } from './compilation.ts'
import { isBeyond } from './period-start.ts'
import type { Restrict } from './restriction.ts'
import { createSide, type Side, selectSide } from './side.ts'

type Leaf = Aggregate | Wider

interface SidesOptions {
  readonly compilation: Compilation
  readonly dimensions: readonly Dimension[]
  /** columnIds that the answer is divided by; the rest of a top N has these, and no dimensions */
  readonly groupedBy: readonly string[]
  /** every number that will be asked for */
  readonly leaves: readonly Leaf[]
  readonly restrict: Restrict
  /** of records of what is wider than a group, and of what is of the whole answer */
  readonly restrictWider: Restrict
  readonly restrictAll: Restrict
}

/**
 * The aggregates of groups, each over the records that it is made of. Records of the type decide which groups there are;
 * aggregates of facts and wider ones are computed apart and joined by the groups' keys, so that none multiplies another.
 */
export class GroupSides {
  readonly #options: SidesOptions
  readonly #own: Side
  readonly #others = new Map<string, { readonly side: Side; readonly wider: Wider | null }>()
  readonly #zeroes = new Set<string>()
  /** columns of the own side whose measures have dates of their own */
  readonly #ownDates = new Set<string>()

  constructor(options: SidesOptions) {
    this.#options = options
    const leaves = options.leaves.filter((leaf) => leaf.kind !== 'wider' || leaf.beyond !== 'all')
    this.#own = createSide({ ...options, fact: null, wider: null, leaves, prefix: 'a' })
  }

  /** The column of `relation` that holds the number. */
  column(leaf: Leaf): string {
    const side = this.#sideOf(leaf)
    const column = side.list.add(leaf)
    if (isZeroOverNothing(leaf.kind === 'wider' ? leaf.of : leaf)) this.#zeroes.add(column)
    if (side === this.#own && hasOwnDates(leaf)) this.#ownDates.add(column)
    return column
  }

  /** A SELECT of the groups: keys `k1` … and the columns asked for. */
  relation(): string {
    const { dimensions } = this.#options
    const isOwnNeeded = dimensions.length > 0 || this.#others.size === 0 || this.#own.list.aliases().length > 0
    const rest = [...this.#others.values()]
    const sides = isOwnNeeded ? [{ side: this.#own, wider: null }, ...rest] : rest
    const selects = sides.map(({ side, wider }) => this.#select(side, wider))
    if (selects.length === 1) return selects.join('')
    const keys = dimensions.map((_, place) => `s0.k${place + 1} AS k${place + 1}`)
    const columns = sides.flatMap(({ side }, place) => this.#joinedColumns(side, place))
    const joins = sides.map(({ side }, place) => this.#join(side, place, selects[place] ?? ''))
    return `SELECT ${[...keys, ...columns].join(', ')} FROM ${joins.join('')}`
  }

  #joinedColumns({ list }: Side, place: number): string[] {
    return list.aliases().map((alias) => {
      const sql = `s${place}.${alias}`
      return place > 0 && this.#zeroes.has(alias) ? `COALESCE(${sql}, 0) AS ${alias}` : `${sql} AS ${alias}`
    })
  }

  #join({ keys, period }: Side, place: number, select: string): string {
    if (place === 0) return `(${select}) AS s0`
    const { dialect } = this.#options.compilation
    const on = keys.map(({ alias }) => dialect.isSame(`s0.${alias}`, `s${place}.${alias}`))
    if (period !== null) on.push(`s0.${period.alias} = s${place}.${period.alias}`)
    const relation = `(${select}) AS s${place}`
    return on.length === 0 ? ` CROSS JOIN ${relation}` : ` LEFT JOIN ${relation} ON ${on.join(' AND ')}`
  }

  #isWider(leaf: Leaf): leaf is Wider {
    const { compilation, groupedBy } = this.#options
    if (leaf.kind !== 'wider') return false
    return leaf.beyond === 'all' || groupedBy.some((columnId) => isBeyond(leaf, compilation.type, columnId))
  }

  #sideOf(leaf: Leaf): Side {
    const isWider = this.#isWider(leaf)
    const fact = (leaf.kind === 'wider' ? leaf.of : leaf).fact ?? null
    if (fact === null && !isWider) return this.#own
    const name = JSON.stringify([fact, isWider ? leaf.beyond : null])
    const known = this.#others.get(name)
    if (known) return known.side
    const wider = isWider ? leaf : null
    const side = createSide({ ...this.#options, fact, wider, leaves: [leaf], prefix: `a${this.#others.size + 1}_` })
    this.#others.set(name, { side, wider })
    return side
  }

  #select(side: Side, wider: Wider | null): string {
    const { compilation, restrict, restrictWider, restrictAll } = this.#options
    const isOwn = side === this.#own
    return selectSide(side, {
      compilation,
      restrict: wider === null ? restrict : wider.beyond === 'all' ? restrictAll : restrictWider,
      restrictPeriods: restrictWider,
      extra: isOwn ? this.#firstDays() : [],
      having: isOwn && side.keys.length > 0 && side.ownDates ? this.#havingAny() : '',
    })
  }

  /** First days of the groups' periods, by which what is looked at as of them is joined. */
  #firstDays(): string[] {
    const { scope } = this.#own
    const periods = [...this.#others.values()].flatMap(({ side: { period } }) => (period === null ? [] : [period]))
    return periods.map((period) => `${scope.dialect.min(period.of(scope), null)} AS ${period.alias}`)
  }

  /** Without it, groups that only hold records outside the range would show as rows of zeros. */
  #havingAny(): string {
    const { scope, source, list } = this.#own
    const isMixed = list.aliases().some((alias) => !this.#ownDates.has(alias))
    const inRange = isMixed ? [`${scope.dialect.countWhere(source.range?.() ?? null)} > 0`] : []
    const shown = list.expressionsOf(this.#ownDates).map((sql) => `${sql} <> 0`)
    return [...shown, ...inRange].join(' OR ')
  }
}
