import { roundHalfAway } from '#domain/money.ts'

/** The amounts of a line in minor units, excluding tax. */
export interface LineAmounts {
  readonly quantity: number
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

/** Amounts by where they count, in minor units: a charge can be any of them. Lines exclude tax. */
export interface Parts<Line> {
  readonly lines: readonly Line[]
  readonly shipping: number
  readonly tax: number
  readonly tip: number
}

/** The amounts of an order or a refund: its parts and the adjustment add up to the total. */
export interface AddedAmounts<Line> extends Parts<Line> {
  readonly total: number
  /** difference that the platform’s own figures leave; almost always 0 */
  readonly adjustment: number
}

export const sumBy = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** Parts that are named one by one, such as charges, of which each counts where its name says. */
export const addParts = <Line>(parts: readonly Partial<Parts<Line>>[]): Parts<Line> => ({
  lines: parts.flatMap(({ lines = [] }) => lines),
  shipping: sumBy(parts, ({ shipping = 0 }) => shipping),
  tax: sumBy(parts, ({ tax = 0 }) => tax),
  tip: sumBy(parts, ({ tip = 0 }) => tip),
})

/** The share of an amount in the proportion of a part to a whole; all of it without one. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? amount : Math.round((amount * part) / whole)

/** Rounds amounts to integers that add up to their rounded sum. */
const roundParts = (amounts: readonly number[]): number[] => {
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
  const whole = sumBy(weights, (weight) => weight)
  return roundParts(weights.map((weight) => (whole === 0 ? 0 : (amount * weight) / whole)))
}

type SoldLine = Pick<LineAmounts, 'discount' | 'amount'>

/** Lines with an amount added, shared by weight, which their discounts are less by. */
export const addToLines = <Line extends SoldLine>(
  lines: readonly Line[],
  amount: number,
  weightOf: (line: Line) => number,
): readonly Line[] => {
  const shares = apportion(amount, lines.map(weightOf))
  return lines.map((line, index) => {
    const share = shares[index] ?? 0
    return { ...line, discount: line.discount - share, amount: line.amount + share }
  })
}

/**
 * Lines that come to what their order says. `rest`: what they lack of it. Cents of rounding are the largest line's; a discount of the
 * whole order, at most `discount`, is shared by all lines.
 */
export const settleLines = <Line extends SoldLine>(lines: readonly Line[], rest: number, discount: number) => {
  const amounts = lines.map(({ amount }) => amount)
  const largest = Math.max(0, ...amounts.map(Math.abs))
  if (Math.abs(rest) <= Math.min(lines.length + 2, largest)) {
    const at = amounts.findIndex((amount) => Math.abs(amount) === largest)
    return {
      lines: lines.map((line, index) => (index === at ? { ...line, amount: line.amount + rest } : line)),
      rest: 0,
    }
  }
  const whole = sumBy(amounts, (amount) => amount)
  if (whole * rest >= 0 || Math.abs(rest) > Math.min(Math.abs(whole), discount)) return { lines, rest }
  return { lines: addToLines(lines, rest, ({ amount }) => amount), rest: 0 }
}

/**
 * Parts that come to a total, with the adjustment: what they leave of it. `discount`: of the whole order, which lines may lack
 * (`settleLines`); null: lines stay as they are.
 */
export const settle = <
  Line extends SoldLine,
  Given extends Parts<Line> & { readonly extras?: readonly Pick<SoldLine, 'amount'>[] },
>(
  parts: Given & { readonly lines: readonly Line[] },
  total: number,
  discount: number | null = null,
) => {
  const { lines, extras = [], shipping, tax, tip } = parts
  const missing = total - shipping - tax - tip - sumBy([...lines, ...extras], ({ amount }) => amount)
  const settled = discount === null ? { lines, rest: missing } : settleLines(lines, missing, discount)
  return { ...parts, lines: settled.lines, total, adjustment: settled.rest }
}

/**
 * What was paid in any form. Gift cards and credit are payments; where a platform doesn't say whether its total contains them, the sum of
 * the order's parts shows it.
 */
export const addCredits = (total: number, credits: number, parts: number): number =>
  Math.abs(total + credits - parts) < Math.abs(total - parts) ? total + credits : total

const AMOUNTS = ['shipping', 'tax', 'tip', 'total', 'adjustment'] as const

/** All amounts but those of lines. */
export const eachAmount = (amountOf: (name: (typeof AMOUNTS)[number]) => number) =>
  Object.fromEntries(AMOUNTS.map((name) => [name, amountOf(name)])) as Omit<AddedAmounts<never>, 'lines'>

interface LineParts extends LineAmounts {
  /** of the sold line; null: the sale has none such */
  readonly id: string | null
}

/** What earlier refunds left of a sale, line by line. */
export const restOf = <Line extends LineParts>(
  sale: AddedAmounts<Line>,
  refunds: readonly AddedAmounts<LineParts>[],
): AddedAmounts<Line> => {
  const returned = Map.groupBy(
    refunds.flatMap(({ lines }) => lines),
    ({ id }) => id,
  )
  const lines = sale.lines.map((line) => {
    const parts = line.id === null ? [] : (returned.get(line.id) ?? [])
    return {
      ...line,
      quantity: line.quantity - sumBy(parts, ({ quantity }) => quantity),
      discount: line.discount - sumBy(parts, ({ discount }) => discount),
      amount: line.amount - sumBy(parts, ({ amount }) => amount),
    }
  })
  return {
    lines: lines.filter(({ quantity, discount, amount }) => quantity !== 0 || discount !== 0 || amount !== 0),
    ...eachAmount((name) => sale[name] - sumBy(refunds, (refund) => refund[name])),
  }
}

/** What money without goods gives back of the rest of a sale: a share of every part, or all of it with its goods. */
export const shareOfRest = <Line extends LineParts>(total: number, rest: AddedAmounts<Line>): AddedAmounts<Line> => {
  if (total === rest.total) return rest
  const { lines, shipping, tax, tip, adjustment } = rest
  const shares = apportion(total, [...lines.map(({ amount }) => amount), shipping, tax, tip, adjustment])
  const [ofShipping = 0, ofTax = 0, ofTip = 0, ofAdjustment = 0] = shares.slice(lines.length)
  const returned = lines.map((line, index) => ({
    ...line,
    quantity: 0,
    discount: rest.total === 0 ? 0 : roundHalfAway((line.discount * total) / rest.total),
    amount: shares[index] ?? 0,
  }))
  return {
    lines: returned.filter(({ amount }) => amount !== 0),
    shipping: ofShipping,
    tax: ofTax,
    tip: ofTip,
    total,
    adjustment: ofAdjustment,
  }
}

/** Avoids minus zero, which would be stored as such. */
export const negative = (amount: number): number => (amount === 0 ? 0 : -amount)
