import type { FoldedProof, ProofPlan } from './proof-plan.ts'

type Value = string | number | boolean | null

/** Parts of a sum of binary fractions may differ in their last bits. */
const TOLERANCE = 1e-9

const numberOf = (value: Value | undefined, units: number): number | null =>
  typeof value === 'number' ? value / units : null

const isClose = (left: number | null, right: number | null): boolean => {
  if (left === null || right === null) return left === right
  return Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right))
}

const compute = (
  { operator }: ProofPlan['formula'],
  [first = null, second = null]: (number | null)[],
): number | null => {
  if (operator === 'none') return first
  return first === null || second === null || second === 0 ? null : first / second
}

/** The proof that the statement's one row gives. `minorUnits` in one major unit of the account's currency. */
export const foldProof = (plan: ProofPlan, row: readonly Value[], minorUnits: number): FoldedProof => {
  const [answered, records, ...values] = row
  const sums = plan.formula.parts.map(({ isMoney }, place) => numberOf(values[place], isMoney ? minorUnits : 1))
  const cell = numberOf(answered, plan.isMoney ? minorUnits : 1)
  const computed = compute(plan.formula, sums)
  return {
    parts: plan.formula.parts.map(({ name }, place) => ({ name, sum: sums[place] ?? null })),
    computed,
    cell,
    matches: isClose(cell, computed),
    records: numberOf(records, 1) ?? 0,
  }
}
