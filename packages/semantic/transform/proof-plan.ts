import type { Format } from '#domain/report-terms.ts'
import type { CompiledStatement } from '../compiler/compilation.ts'

/** A number that a formula is made of. */
export interface FormulaPart {
  /** in words, such as `Net sales of the counted orders` */
  readonly name: string
  readonly format: Format
  /** answered in minor units */
  readonly isMoney: boolean
}

/** How a number is made of its parts: one part as it is, or the first ÷ the second. */
export interface FormulaDescription {
  readonly operator: 'none' | 'divide'
  readonly parts: readonly FormulaPart[]
}

/** The statement that proves a number, and how to read its one row. */
export interface ProofPlan {
  readonly formula: FormulaDescription
  /** of the cell itself */
  readonly isMoney: boolean
  /** one row: the cell as reports compute it, the number of records behind it, then each part folded of records' values */
  readonly statement: CompiledStatement
}

/** A proof as it is shown, money in major units. */
export interface FoldedProof {
  readonly parts: readonly { readonly name: string; readonly sum: number | null }[]
  readonly computed: number | null
  readonly cell: number | null
  readonly matches: boolean
  readonly records: number
}
