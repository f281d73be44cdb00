import type { Definitions } from '../definitions/registry.ts'
import type { Field } from './field.ts'

interface Leaf {
  /** only records for which it holds */
  readonly where?: Field
  /** the records are those of a fact of the report type, such as the orders of customers, instead of the type's own */
  readonly fact?: string
}

/**
 * One number out of many records.
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
  /** decimals that records of one key share: each key counts once */
  | (Leaf & { readonly kind: 'sumOnce'; readonly of: Field; readonly per: readonly Field[] })
  | (Leaf & { readonly kind: 'min' | 'max' | 'average' | 'median'; readonly of: Field })

/** An aggregate over more records than those of the group that it is shown in. */
export interface Wider {
  readonly kind: 'wider'
  readonly of: Aggregate
  /** columns that it is not divided by; `all`: it is that of the whole answer */
  readonly beyond: 'all' | readonly string[]
  /** date column: grouped by a period of it, the range is taken to begin where the group's period does */
  readonly startOf?: string
}

type RatioNames = readonly [numerator: string, denominator: string]

export interface Ratio {
  readonly kind: 'ratio'
  readonly numerator: Aggregate
  /** the ratio is null where it is 0 */
  readonly denominator: Aggregate | Wider
  /** what is divided by what, in words; these may hang on the account's definitions */
  readonly names: RatioNames | ((definitions: Definitions) => RatioNames)
  /** which of the two is money; left out: what a currency is divided by is none */
  readonly money?: readonly [numerator: boolean, denominator: boolean]
}

/** How a measure is made of records, as data: the compiler turns it into SQL, a passport into words, a proof into its parts. */
export type Formula = Aggregate | Ratio

/** The numbers that a formula is made of: one, or the two of a ratio. */
export const leavesOf = (formula: Formula): readonly (Aggregate | Wider)[] =>
  formula.kind === 'ratio' ? [formula.numerator, formula.denominator] : [formula]

export const hasOwnDates = (leaf: Aggregate | Wider): boolean =>
  leaf.kind === 'wider' ? hasOwnDates(leaf.of) : leaf.kind === 'count' && leaf.ownDates === true

/** Over no records these are 0, the others null. */
export const isZeroOverNothing = ({ kind }: Aggregate): boolean =>
  kind === 'count' || kind === 'countDistinct' || kind === 'sum' || kind === 'sumDecimal' || kind === 'sumOnce'
