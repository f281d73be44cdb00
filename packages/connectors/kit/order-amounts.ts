import { roundHalfAway } from '#domain/money.ts'

/** The amounts of an order or a refund in minor units: lines, shipping, tax, tip, and the adjustment add up to the total. */
export interface AddedAmounts<Line> {
  readonly lines: readonly Line[]
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
  /** difference that the platform’s own figures leave; almost always 0 */
  readonly adjustment: number
}

export const sumOf = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** Rounds amounts to integers that add up to their rounded sum. */
export const roundParts = (amounts: readonly number[]): number[] => {
  let exact = 0
  let given = 0
  return amounts.map((amount) => {
    exact += amount
    const part = roundHalfAway(exact) - given
    given += part
    return part
  })
}

/** Splits `amount` by weight into integers that add up to it; nothing without weights. */
export const apportion = (amount: number, weights: readonly number[]): number[] => {
  const whole = sumOf(weights, (weight) => weight)
  return roundParts(weights.map((weight) => (whole === 0 ? 0 : (amount * weight) / whole)))
}

interface AmountParts {
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** What money without goods gives back of lines: their shares, in the order of the lines. */
export const sharesOfLines = <Line extends AmountParts>(lines: readonly Line[], shares: readonly number[]): Line[] =>
  lines
    .map((line, index) => ({ ...line, quantity: 0, discount: 0, amount: shares[index] ?? 0 }))
    .filter(({ amount }) => amount !== 0)

/** Avoids minus zero, which would be stored as such. */
export const negative = (amount: number): number => (amount === 0 ? 0 : -amount)
