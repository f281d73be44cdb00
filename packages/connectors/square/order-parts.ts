import { type OrderParts, sum } from './order-amounts.ts'
import type {
  SquareAmounts,
  SquareCharge,
  SquareItem,
  SquareOrder,
  SquareReturn,
  SquareReturnItem,
} from './order-schema.ts'

/** A return within an order, with the ID of our refund. */
export interface ReturnPart {
  readonly id: string
  /** null: it refunds no particular order, or Square does not say which */
  readonly originalId: string | null
  readonly items: readonly SquareReturnItem[]
  readonly parts: OrderParts
}

export interface PartedOrder {
  /** null: the order only contains returns */
  readonly sale: OrderParts | null
  readonly returns: readonly ReturnPart[]
}

/** Square has no order numbers; another system's reference is at least known to staff. */
export const orderNumberOf = ({ reference_id, id }: Pick<SquareOrder, 'reference_id' | 'id'>): string =>
  reference_id || id

const taxesOf = (items: readonly SquareItem[], charges: readonly SquareCharge[]): number =>
  sum([...items, ...charges].map(({ total_tax_money }) => total_tax_money?.amount ?? 0))

/** Null without a sale. */
export const saleParts = (order: SquareOrder): OrderParts | null => {
  const hasGoods = order.line_items.length > 0 || order.service_charges.length > 0
  if (!hasGoods && (order.returns.length > 0 || order.refunds.length > 0)) return null
  return {
    items: order.line_items,
    charges: order.service_charges,
    tax: order.total_tax_money?.amount ?? taxesOf(order.line_items, order.service_charges),
    tip: order.total_tip_money?.amount ?? 0,
    total: order.total_money?.amount ?? 0,
    isRounded: order.rounding_adjustment !== null,
  }
}

const refunded = ({ refunds }: SquareOrder): number => sum(refunds.map(({ amount_money }) => amount_money?.amount ?? 0))

/** Amounts of one return; those of the order if it is the only return and has no amounts. */
const amountsOf = (order: SquareOrder, { return_amounts }: SquareReturn): SquareAmounts | null =>
  return_amounts ?? (order.returns.length === 1 ? order.return_amounts : null)

const returnParts = (order: SquareOrder, taken: SquareReturn): OrderParts => {
  const amounts = amountsOf(order, taken)
  const items = taken.return_line_items
  const charges = taken.return_service_charges
  const ofItems = sum(items.map(({ total_money }) => total_money.amount))
  const ofCharges = sum(charges.map(({ total_money }) => total_money?.amount ?? 0))
  const tip = amounts?.tip_money?.amount ?? 0
  return {
    items,
    charges,
    tax: amounts?.tax_money?.amount ?? taxesOf(items, charges),
    tip,
    total: amounts?.total_money?.amount ?? ofItems + ofCharges + tip,
    isRounded: false,
  }
}

const plainRefund = (order: SquareOrder): OrderParts => ({
  items: [],
  charges: [],
  tax: 0,
  tip: 0,
  total: order.return_amounts?.total_money?.amount ?? refunded(order),
  isRounded: false,
})

/** Whether a return is of an amount of the sale, and not of any of its items. */
export const isByAmount = ({ items, parts }: ReturnPart, { line_items }: SquareOrder): boolean => {
  const sold = new Set(line_items.flatMap(({ uid }) => uid ?? []))
  return (
    parts.tax === 0 &&
    parts.charges.length === 0 &&
    items.every((item) => item.item_type === 'CUSTOM_AMOUNT' && !sold.has(item.source_line_item_uid ?? ''))
  )
}

/**
 * The sale and the returns of an order. An order that only refunds one sale is that refund; in an exchange, and if several sales are
 * refunded at once, each refund has its own ID. Money refunded without items is one refund.
 */
export const partOrder = (order: SquareOrder): PartedOrder => {
  const sale = saleParts(order)
  const isAlone = sale === null && order.returns.length === 1
  const returns = order.returns.map((taken, index) => ({
    id: isAlone ? order.id : `${order.id}:${taken.uid ?? index + 1}`,
    originalId: taken.source_order_id,
    items: taken.return_line_items,
    parts: returnParts(order, taken),
  }))
  if (sale !== null || returns.length > 0) return { sale, returns }
  return { sale, returns: [{ id: order.id, originalId: null, items: [], parts: plainRefund(order) }] }
}
