import { type Aggregate, type Formula, hasOwnDates } from '../catalog/formula.ts'
import type { Scope } from './scope.ts'

/** Aggregates of the inner query by their SQL, so that two measures made of the same sum compute it once. */
export class AggregateList {
  readonly #aliases = new Map<string, string>()
  readonly #scope: Scope
  readonly #alias: string
  /** narrows every aggregate that has no dates of its own; null where the records are narrowed already */
  readonly #condition: (() => string) | null

  constructor(scope: Scope, alias: string, condition: (() => string) | null) {
    this.#scope = scope
    this.#alias = alias
    this.#condition = condition
  }

  /** SQL of the formula over the inner query's columns. */
  add(formula: Formula): string {
    if (formula.kind === 'ratio')
      return this.#scope.dialect.divide(this.add(formula.numerator), this.add(formula.denominator))
    const sql = this.#compile(formula)
    const alias = this.#aliases.get(sql) ?? `a${this.#aliases.size + 1}`
    this.#aliases.set(sql, alias)
    return `${this.#alias}.${alias}`
  }

  /** `sql AS alias` of each aggregate. */
  selectList(): string[] {
    return [...this.#aliases].map(([sql, alias]) => `${sql} AS ${alias}`)
  }

  expressions(): string[] {
    return [...this.#aliases.keys()]
  }

  #predicate(aggregate: Aggregate): string | null {
    const own = aggregate.where?.(this.#scope) ?? null
    const condition = hasOwnDates(aggregate) ? null : (this.#condition?.() ?? null)
    if (own === null || condition === null) return own ?? condition
    return `(${own} AND ${condition})`
  }

  #compile(aggregate: Aggregate): string {
    const { dialect } = this.#scope
    const predicate = this.#predicate(aggregate)
    switch (aggregate.kind) {
      case 'count':
        return dialect.countWhere(predicate)
      case 'countDistinct':
        return dialect.countDistinct(
          aggregate.of.map((part) => part(this.#scope)),
          predicate,
        )
      case 'sum':
        return dialect.sumInteger(aggregate.of(this.#scope), predicate)
      case 'sumDecimal':
        return dialect.sumDecimal(aggregate.of(this.#scope), predicate)
      case 'min':
        return dialect.min(aggregate.of(this.#scope), predicate)
      case 'max':
        return dialect.max(aggregate.of(this.#scope), predicate)
      case 'average':
        return dialect.average(aggregate.of(this.#scope), predicate)
      case 'median':
        return dialect.median(aggregate.of(this.#scope), predicate)
    }
  }
}
