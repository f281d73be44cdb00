import type { Field } from './field.ts'

/**
 * How a measure is made of records, as data: the compiler turns it into SQL, a passport into words, a proof into its parts.
 *
 * `ownDates`: the condition itself says which dates count (members active at the end of the range), so the range of the
 * query does not narrow the records first.
 */
export type Formula =
  | { readonly kind: 'count'; readonly where?: Field; readonly ownDates?: true }
  | { readonly kind: 'countDistinct'; readonly of: readonly Field[]; readonly where?: Field }
  /** whole numbers and money */
  | { readonly kind: 'sum'; readonly of: Field; readonly where?: Field }
  /** decimals, such as quantities */
  | { readonly kind: 'sumDecimal'; readonly of: Field; readonly where?: Field }
  | { readonly kind: 'min' | 'max' | 'average' | 'median'; readonly of: Field; readonly where?: Field }
  /** null where the denominator is 0 */
  | { readonly kind: 'ratio'; readonly numerator: Formula; readonly denominator: Formula }

export type Aggregate = Exclude<Formula, { kind: 'ratio' }>

export const hasOwnDates = (formula: Formula): boolean =>
  formula.kind === 'ratio'
    ? hasOwnDates(formula.numerator) || hasOwnDates(formula.denominator)
    : formula.kind === 'count' && formula.ownDates === true
