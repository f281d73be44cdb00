import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { exactSum } from './value.ts'

/** Minor units of cost, and of net sales with and without one. */
export interface Costs {
  /** null if no line has a cost */
  readonly cost: number | null
  readonly costed: number
  readonly uncosted: number
}

const halfAwayFromZero = (thousandths: number): number =>
  Math.sign(thousandths) * Math.floor((Math.abs(thousandths) + 500) / 1000) || 0

/** Minor units; the cost of the line itself, else of its product in the currency of the order. */
export const computeLineCost = (
  line: CanonicalRecord<'order_lines'>,
  currency: string | null,
  products: readonly CanonicalRecord<'products'>[],
): number | null => {
  if (line.cost != null) return line.cost
  const product = products.find(({ source_id }) => source_id === line.product_source_id)
  if (product == null || product.cost === null) return null
  if (product.currency !== null && product.currency !== currency) return null
  return halfAwayFromZero(product.cost * Math.round(line.quantity * 1000))
}

/** Of lines that are no gift cards, each with its cost and its net sales. */
export const addedCosts = (lines: readonly { readonly cost: number | null; readonly net: number }[]): Costs => {
  const costed = lines.filter(({ cost }) => cost !== null)
  return {
    cost: costed.length === 0 ? null : exactSum(costed.map(({ cost }) => cost)),
    costed: exactSum(costed.map(({ net }) => net)),
    uncosted: exactSum(lines.filter(({ cost }) => cost === null).map(({ net }) => net)),
  }
}
