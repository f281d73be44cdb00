import { type Aggregate, type Formula, hasOwnDates, isZeroOverNothing, type Wider } from '../catalog/formula.ts'
import type { Dialect } from './dialect.ts'
import type { Scope } from './scope.ts'

/** SQL of a formula, given the SQL of the numbers that it is made of. */
export const composeFormula = (
  formula: Formula,
  dialect: Dialect,
  leafSql: (leaf: Aggregate | Wider) => string,
): string =>
  formula.kind === 'ratio' ? dialect.divide(leafSql(formula.numerator), leafSql(formula.denominator)) : leafSql(formula)

const both = (left: string | null, right: string | null): string | null =>
  left === null || right === null ? (left ?? right) : `(${left} AND ${right})`

/** The aggregate as SQL over the scope's records, narrowed further where `condition` is not null. */
export const compileAggregate = (aggregate: Aggregate, scope: Scope, condition: string | null): string => {
  const { dialect } = scope
  const predicate = both(aggregate.where?.(scope) ?? null, condition)
  switch (aggregate.kind) {
    case 'count':
      return dialect.countWhere(predicate)
    case 'countDistinct':
      return dialect.countDistinct(
        aggregate.of.map((part) => part(scope)),
        predicate,
      )
    case 'sum':
      return dialect.sumInteger(aggregate.of(scope), predicate)
    case 'sumDecimal':
      return dialect.sumDecimal(aggregate.of(scope), predicate)
    case 'sumOnce':
      return dialect.sumOnce(
        aggregate.of(scope),
        aggregate.per.map((part) => part(scope)),
        predicate,
      )
    case 'min':
      return dialect.min(aggregate.of(scope), predicate)
    case 'max':
      return dialect.max(aggregate.of(scope), predicate)
    case 'average':
      return dialect.average(aggregate.of(scope), predicate)
    case 'median':
      return dialect.median(aggregate.of(scope), predicate)
  }
}

/** Aggregates of one relation by their SQL, so that two measures made of the same sum compute it once. */
export class AggregateList {
  readonly #aliases = new Map<string, string>()
  readonly #scope: Scope
  readonly #prefix: string
  /** narrows every aggregate that has no dates of its own; null where the records are narrowed already */
  readonly #condition: (() => string) | null

  constructor(scope: Scope, prefix: string, condition: (() => string) | null) {
    this.#scope = scope
    this.#prefix = prefix
    this.#condition = condition
  }

  get scope(): Scope {
    return this.#scope
  }

  /** The aggregate's column. */
  add(leaf: Aggregate | Wider): string {
    const aggregate = leaf.kind === 'wider' ? leaf.of : leaf
    const condition = hasOwnDates(aggregate) ? null : (this.#condition?.() ?? null)
    const sql = compileAggregate(aggregate, this.#scope, condition)
    const alias = this.#aliases.get(sql) ?? `${this.#prefix}${this.#aliases.size + 1}`
    this.#aliases.set(sql, alias)
    return alias
  }

  /** The aggregate's column of a relation that may have no row for it. */
  value(leaf: Aggregate | Wider, relation: string): string {
    const sql = `${relation}.${this.add(leaf)}`
    return isZeroOverNothing(leaf.kind === 'wider' ? leaf.of : leaf) ? `COALESCE(${sql}, 0)` : sql
  }

  /** `sql AS alias` of each aggregate. */
  selectList(): string[] {
    return [...this.#aliases].map(([sql, alias]) => `${sql} AS ${alias}`)
  }

  aliases(): string[] {
    return [...this.#aliases.values()]
  }

  /** SQL of the aggregates with these aliases. */
  expressionsOf(aliases: ReadonlySet<string>): string[] {
    return [...this.#aliases].flatMap(([sql, alias]) => (aliases.has(alias) ? [sql] : []))
  }
}
