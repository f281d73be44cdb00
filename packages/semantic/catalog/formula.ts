import type { OwnCode } from '#domain/own-codes.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { CalculationOperator, Format } from '#domain/report-terms.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import type { WineryPlan } from '#domain/winery-plan.ts'
import type { Definitions } from '../definitions/definitions.ts'
import type { Dialect, ParamType, SurvivalBound } from './dialect.ts'

export type SqlParam = string | number | boolean | null

/**
 * What a catalog column may use to write its SQL: columns of the base table and of joins, bound values, the dialect, and
 * the window of the query. It records which joins were requested and collects the parameters in order.
 */
export interface Scope {
  readonly dialect: Dialect
  readonly calendar: PeriodCalendar
  /** options that the account chose */
  readonly definitions: Definitions
  /** the account's own channels, order types and fulfillment statuses */
  readonly ownCodes: readonly OwnCode[]
  /** units that the account has promised */
  readonly promises: readonly PromisedUnits[]
  /** what the account plans */
  readonly plan: WineryPlan
  col(name: string): string
  joined(join: string, name: string): string
  /** the account's rows of a table, under its definitions */
  table(name: string): string
  bind(value: SqlParam, type: ParamType): string
  /** first day of the range as a date; the earliest date without a range */
  from(): string
  /** first day after the range as a date; tomorrow without a range */
  until(): string
  /** for a relation that depends on `until`: the join that pairs its rows with each day, and that day among its keys; empty without a list of days */
  readonly perDay: { readonly join: () => string; readonly key: string }
  /** the account's local today as a date */
  today(): string
  currency(): string
  /** in one major unit of the account's currency */
  readonly minorUnits: number
  readonly withoutClubOrders: boolean
  /** of people in each month since they began: the months that records are needed of; null: all */
  readonly months: readonly number[] | null
  /**
   * For a relation that is joined to the base table: the condition that limits it to the records of the page; none without
   * a page. `column` is the relation's column that equals the base table's `base`.
   */
  pageCondition(column: string, base: string): readonly string[]
  /** a formula over the records of a fact that belong to one record of the base table */
  perRecord(fact: string, formula: Formula): string
}

/** SQL of a value of one record. Identifiers come from the catalog; values are bound through the scope. */
export type Field = (scope: Scope) => string

interface Leaf {
  /** only records for which it holds */
  readonly where?: Field
  /** the records are those of a fact of the report type, such as the orders of customers, instead of the type's own */
  readonly fact?: string
}

/**
 * One number computed from many records.
 *
 * `ownDates`: the condition itself says which dates count (members active at the end of the range), so the range of the
 * query does not narrow the records first.
 */
export type Aggregate =
  | (Leaf & { readonly kind: 'count'; readonly ownDates?: true })
  /** combinations of the parts */
  | (Leaf & { readonly kind: 'countDistinct'; readonly of: readonly Field[] })
  /** whole numbers and money */
  | (Leaf & { readonly kind: 'sum'; readonly of: Field })
  /** decimals, such as quantities */
  | (Leaf & { readonly kind: 'sumDecimal'; readonly of: Field })
  /** decimals that records with the same key share: each key counts once */
  | (Leaf & { readonly kind: 'sumOnce'; readonly of: Field; readonly per: readonly Field[] })
  /** `mode`: the most frequent value, the smallest of several */
  | (Leaf & { readonly kind: 'min' | 'max' | 'average' | 'mode'; readonly of: Field })
  /** `fraction` of the values are below it; interpolated between the two nearest */
  | (Leaf & { readonly kind: 'quantile'; readonly of: Field; readonly fraction: number })
  /**
   * Days until half have left, by Kaplan–Meier: `of` is twice the days that a record was observed, and one more where it goes on. Null while
   * more than half stay. `bound`: the same of the lower or upper end of the 95 % interval of the curve.
   */
  | (Leaf & { readonly kind: 'survival'; readonly of: Field; readonly bound: SurvivalBound })

/** An aggregate at a coarser grain than the group that it is shown in. */
export interface CoarserAggregate {
  readonly kind: 'coarser'
  readonly of: Aggregate
  /** columns that do not split it; `all`: it covers the whole result */
  readonly across: 'all' | readonly string[]
  /** date column: when grouped by a period of it, the range starts with the group's period */
  readonly periodOf?: string
}

export const buildMedian = (of: Field): Aggregate => ({ kind: 'quantile', of, fraction: 0.5 })

type RatioNames = readonly [numerator: string, denominator: string]

export interface Ratio {
  readonly kind: 'ratio'
  readonly numerator: Aggregate
  /** the ratio is null where it is 0 */
  readonly denominator: Aggregate | CoarserAggregate
  /** names of the two parts; they may depend on the account's definitions */
  readonly names: RatioNames | ((definitions: Definitions) => RatioNames)
  /** which of the two is money; default: the numerator of a currency, never the denominator */
  readonly money?: readonly [numerator: boolean, denominator: boolean]
  /** of a proportion: what its denominator counts, of which each is either in the numerator too or not */
  readonly trials?: string
}

export const ratio = (
  numerator: Ratio['numerator'],
  denominator: Ratio['denominator'],
  names: Ratio['names'],
): Ratio => ({ kind: 'ratio', numerator, denominator, names })

/** The ratio of a count to the count that it is a part of: an estimate, the better the more there are. `trials`: the noun. */
export const proportion = (
  trials: string,
  numerator: Aggregate,
  denominator: Aggregate,
  names: Ratio['names'],
): Ratio => ({
  ...ratio(numerator, denominator, names),
  trials,
})

/** A measure that an operation computes with. */
export interface Part {
  readonly kind: 'part'
  readonly name: string
  readonly format: Format
  readonly isMoney: boolean
  readonly formula: Aggregate | Ratio | CoarserAggregate
}

export interface Constant {
  readonly kind: 'constant'
  /** in major units where it is money */
  readonly value: number
  readonly isMoney: boolean
}

/** Arithmetic on the numbers of one group; null where a part is null or the divisor is 0. */
export interface Operation {
  readonly kind: 'operation'
  readonly operator: CalculationOperator
  readonly left: Term
  readonly right: Term
}

export type Term = Part | Constant | Operation

/** How a measure is computed from records, as data: the compiler turns it into SQL, the lineage into names and parts. */
export type Formula = Aggregate | Ratio

/** A formula of the catalog, or one that a query defines. */
export type MeasureFormula = Formula | Part | Operation

/** The aggregates of a formula: one, the two of a ratio, or those of an operation's parts. */
export const listLeaves = (
  formula: MeasureFormula | Constant | CoarserAggregate,
): readonly (Aggregate | CoarserAggregate)[] => {
  if (formula.kind === 'ratio') return [formula.numerator, formula.denominator]
  if (formula.kind === 'operation') return [...listLeaves(formula.left), ...listLeaves(formula.right)]
  if (formula.kind === 'part') return listLeaves(formula.formula)
  return formula.kind === 'constant' ? [] : [formula]
}

/** What a proportion counts; null for every other formula. */
export const findTrials = (formula: MeasureFormula): { readonly noun: string; readonly of: Aggregate } | null =>
  formula.kind === 'ratio' && formula.trials !== undefined && formula.denominator.kind !== 'coarser'
    ? { noun: formula.trials, of: formula.denominator }
    : null

export const hasOwnDates = (leaf: Aggregate | CoarserAggregate): boolean =>
  leaf.kind === 'coarser' ? hasOwnDates(leaf.of) : leaf.kind === 'count' && leaf.ownDates === true

/** Whether the aggregate of no records is 0; the others are null. */
export const isZeroOverNoRows = ({ kind }: Aggregate): boolean =>
  kind === 'count' || kind === 'countDistinct' || kind === 'sum' || kind === 'sumDecimal' || kind === 'sumOnce'

export const ARITHMETIC: Readonly<Record<CalculationOperator, (left: number, right: number) => number>> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
}

/** What a formula gives for a group without records; null where that has no value. Money counts `minorUnits` per major unit. */
export const valueOverNoRows = (
  formula: MeasureFormula | Constant | CoarserAggregate,
  minorUnits: number,
): number | null => {
  switch (formula.kind) {
    case 'part':
      return valueOverNoRows(formula.formula, minorUnits)
    case 'constant':
      return formula.isMoney ? formula.value * minorUnits : formula.value
    case 'operation': {
      const left = valueOverNoRows(formula.left, minorUnits)
      const right = valueOverNoRows(formula.right, minorUnits)
      const value = left === null || right === null ? null : ARITHMETIC[formula.operator](left, right)
      return value !== null && Number.isFinite(value) ? value : null
    }
    case 'ratio':
    case 'coarser':
      return null
    default:
      return isZeroOverNoRows(formula) ? 0 : null
  }
}

interface Adjustment {
  readonly label: string
  readonly value: Field
}

/** How the bridge from all records to a figure values one record before anything is left out. */
export interface BridgeValue {
  readonly value: Field
  /** what the figure has or lacks within its own records */
  readonly adjustments?: (definitions: Definitions) => readonly Adjustment[]
  /** minor units that rounding took from a record: its unrounded amount minus the stored one */
  readonly rounding?: Field
}

/** A reason for which a measure leaves records out. A record has the first one that holds. */
export interface Exclusion {
  readonly label: string
  readonly where: Field
}
