import type { CalculationOperator } from '#domain/report-terms.ts'
import { InvalidValue } from './column.ts'

/** What a number of a calculation is; a constant takes the unit that it is used with. */
export type Unit = 'currency' | 'integer' | 'number' | 'percent' | 'constant'

const NAMES: Readonly<Record<Unit, string>> = {
  currency: 'amount',
  integer: 'count',
  number: 'number',
  percent: 'percentage',
  constant: 'number',
}

const PARTICIPLES: Readonly<Record<CalculationOperator, string>> = {
  add: 'added',
  subtract: 'subtracted',
  multiply: 'multiplied',
  divide: 'divided',
}

interface Operand {
  readonly name: string
  readonly unit: Unit
}

const added = (left: Unit, right: Unit): Unit | null => {
  if (left === right || right === 'constant') return left
  if (left === 'constant') return right
  const units = [left, right]
  return units.includes('currency') || units.includes('percent') ? null : 'number'
}

const multiplied = (left: Unit, right: Unit): Unit | null => {
  if (left === 'currency' || right === 'currency') return left === right ? null : 'currency'
  if (left === 'constant' && right === 'constant') return 'constant'
  const isShare = (unit: Unit) => unit === 'percent' || unit === 'constant'
  return isShare(left) && isShare(right) ? 'percent' : 'number'
}

const divided = (left: Unit, right: Unit): Unit | null => {
  if (right === 'currency') return left === 'currency' ? 'percent' : null
  if (left === 'currency') return 'currency'
  if (right === 'constant' && (left === 'constant' || left === 'percent')) return left
  return 'number'
}

const UNITS: Readonly<Record<CalculationOperator, (left: Unit, right: Unit) => Unit | null>> = {
  add: added,
  subtract: added,
  multiply: multiplied,
  divide: divided,
}

/**
 * The unit of a result: amount ÷ count is an amount, amount ÷ amount a percentage. Throws `InvalidValue` for operands that have no
 * meaning together, such as the product of two amounts.
 */
export const resultUnit = (operator: CalculationOperator, left: Operand, right: Operand): Unit => {
  const unit = UNITS[operator](left.unit, right.unit)
  if (unit !== null) return unit
  const [one, other] = [left, right].map(({ name, unit: of }) => `${name} (${NAMES[of]})`)
  throw new InvalidValue(`${one} and ${other} can’t be ${PARTICIPLES[operator]}`)
}
