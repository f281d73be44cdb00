import type { Format } from '#domain/report-terms.ts'
import { roundAnswer } from '#domain/round-answer.ts'
import type { CompiledStatement } from '../compiler/compilation.ts'
import type { FormulaDescription, FormulaTerm } from './describe-formula.ts'

/** The statement that proves a number, and how to read its one row. */
export interface ProofPlan {
  readonly formula: FormulaDescription
  /** of the cell itself */
  readonly isMoney: boolean
  readonly format: Format
  /** the values of records add up to the cell */
  readonly isSum: boolean
  /** one row: the cell as reports compute it, the number of contributing records, then each part folded from records' values */
  readonly statement: CompiledStatement
}

/** A proof as it is shown: money in major units, numbers rounded as in answers. */
export interface FoldedProof {
  readonly parts: readonly { readonly name: string; readonly sum: number | null }[]
  readonly computed: number | null
  readonly cell: number | null
  readonly matches: boolean
  readonly records: number
  /** the records add up to `computed`; false: it is an average, a median, a ratio, or a count of distinct values */
  readonly isSum: boolean
}

type Value = string | number | boolean | null

/** Parts of a sum of binary fractions may differ in their last bits. */
const TOLERANCE = 1e-9

const scaledNumber = (value: Value | undefined, units: number): number | null =>
  typeof value === 'number' ? value / units : null

/** `value` in major units. */
const shown = (
  value: number | null,
  { isMoney, format }: Pick<ProofPlan, 'isMoney' | 'format'>,
  minorUnits: number,
): number | null =>
  value === null ? null : roundAnswer(isMoney ? value * minorUnits : value, { isMoney, format, minorUnits })

const isClose = (left: number | null, right: number | null): boolean => {
  if (left === null || right === null) return left === right
  return Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right))
}

/** Null where a part is null, or for a division by 0. */
const compute = (term: FormulaTerm, values: readonly (number | null)[]): number | null => {
  if (term.kind === 'constant') return term.value
  if (term.kind === 'part') return values[term.index] ?? null
  const left = compute(term.left, values)
  const right = compute(term.right, values)
  if (left === null || right === null) return null
  switch (term.operator) {
    case 'add':
      return left + right
    case 'subtract':
      return left - right
    case 'multiply':
      return left * right
    case 'divide':
      return right === 0 ? null : left / right
  }
}

/** Builds the proof from the statement's row. `minorUnits`: in one major unit of the account's currency. */
export const foldProof = (plan: ProofPlan, row: readonly Value[], minorUnits: number): FoldedProof => {
  const [answered, records, ...values] = row
  const sums = plan.formula.parts.map(({ isMoney }, index) => scaledNumber(values[index], isMoney ? minorUnits : 1))
  const cell = scaledNumber(answered, plan.isMoney ? minorUnits : 1)
  const computed = compute(plan.formula.term, sums)
  return {
    parts: plan.formula.parts.map((part, index) => ({
      name: part.name,
      sum: shown(sums[index] ?? null, part, minorUnits),
    })),
    computed: shown(computed, plan, minorUnits),
    cell: shown(cell, plan, minorUnits),
    matches: isClose(cell, computed),
    records: scaledNumber(records, 1) ?? 0,
    isSum: plan.isSum,
  }
}
