import type { Dialect } from '../catalog/dialect.ts'
import type { Scope } from '../catalog/formula.ts'
import {
  type Aggregate,
  type CoarserAggregate,
  hasOwnDates,
  isZeroOverNoRows,
  type MeasureFormula,
  type Term,
} from '../catalog/formula.ts'

type LeafSql = (leaf: Aggregate | CoarserAggregate) => string

interface FormulaContext {
  readonly dialect: Dialect
  /** minor units in one major unit of the account's currency */
  readonly minorUnits: number
}

const SIGNS = { add: '+', subtract: '-', multiply: '*' } as const

/** In floating point, so that no engine overflows or rounds; a constant is a number, never text of a request. */
const composeTerm = (term: Term, context: FormulaContext, leafSql: LeafSql): string => {
  const { dialect, minorUnits } = context
  if (term.kind === 'constant') return dialect.toNumber(String(term.isMoney ? term.value * minorUnits : term.value))
  if (term.kind === 'part') return dialect.toNumber(composeFormula(term.formula, context, leafSql))
  const left = composeTerm(term.left, context, leafSql)
  const right = composeTerm(term.right, context, leafSql)
  return term.operator === 'divide' ? dialect.divide(left, right) : `(${left} ${SIGNS[term.operator]} ${right})`
}

/** SQL of a formula, given the SQL of its aggregates. */
export const composeFormula = (
  formula: MeasureFormula | CoarserAggregate,
  context: FormulaContext,
  leafSql: LeafSql,
): string => {
  if (formula.kind === 'operation' || formula.kind === 'part') return composeTerm(formula, context, leafSql)
  return formula.kind === 'ratio'
    ? context.dialect.divide(leafSql(formula.numerator), leafSql(formula.denominator))
    : leafSql(formula)
}

const combineConditions = (left: string | null, right: string | null): string | null =>
  left === null || right === null ? (left ?? right) : `(${left} AND ${right})`

/** The aggregate as SQL over the scope's records, narrowed further where `condition` is not null. */
const compileAggregate = (aggregate: Aggregate, scope: Scope, condition: string | null): string => {
  const { dialect } = scope
  const predicate = combineConditions(aggregate.where?.(scope) ?? null, condition)
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
    case 'quantile':
      return dialect.quantile(aggregate.of(scope), aggregate.fraction, predicate)
    case 'survival':
      return dialect.survival(aggregate.of(scope), aggregate.bound, predicate)
    case 'mode':
      return dialect.mode(aggregate.of(scope), predicate)
  }
}

/** Aggregates of one relation by their SQL, so that two measures with the same sum compute it once. */
export class AggregateList {
  readonly #aliases = new Map<string, string>()
  /** of the records that each aggregate counts by dates of its own; null for other aggregates */
  readonly #ownDates = new Set<string | null>()
  readonly #scope: Scope
  readonly #prefix: string
  /** filters every aggregate without dates of its own; null where the records are filtered already */
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
  add(leaf: Aggregate | CoarserAggregate): string {
    const aggregate = leaf.kind === 'coarser' ? leaf.of : leaf
    const condition = hasOwnDates(aggregate) ? null : (this.#condition?.() ?? null)
    const sql = compileAggregate(aggregate, this.#scope, condition)
    const alias = this.#aliases.get(sql) ?? `${this.#prefix}${this.#aliases.size + 1}`
    this.#aliases.set(sql, alias)
    this.#ownDates.add(hasOwnDates(aggregate) ? (aggregate.where?.(this.#scope) ?? null) : null)
    return alias
  }

  /** The condition on records where all aggregates count the same ones by dates of their own: no other record changes a number. */
  ownCondition(): string[] {
    const [condition, ...others] = this.#ownDates
    return typeof condition === 'string' && others.length === 0 ? [condition] : []
  }

  /** The aggregate's column of a relation that may have no row for it. */
  value(leaf: Aggregate | CoarserAggregate, relation: string): string {
    const sql = `${relation}.${this.add(leaf)}`
    return isZeroOverNoRows(leaf.kind === 'coarser' ? leaf.of : leaf) ? `COALESCE(${sql}, 0)` : sql
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
