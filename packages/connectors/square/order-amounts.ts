import { type AddedAmounts, settle, shareOfRest, sumBy } from '../kit/order-amounts.ts'
import { type LineRow, productColumns, withoutProduct } from '../kit/order-rows.ts'
import { type CatalogProduct, productTitle } from './catalog.ts'
import { squareItemKind } from './codes.ts'
import type { SquareCharge, SquareItem, SquareOrder, SquareReturn } from './order-schema.ts'

/** The sale or a return within an order, as Square gives it: minor units, positive for both. */
export interface OrderPart {
  readonly items: readonly SquareItem[]
  readonly charges: readonly SquareCharge[]
  readonly tax: number
  readonly tip: number
  /** includes the tip */
  readonly total: number
  readonly isRounded?: boolean
}

export interface ReturnPart extends OrderPart {
  /** of our refund */
  readonly id: string
  /** null: it refunds no particular order, or Square does not say which */
  readonly originalId: string | null
}

const sumTaxes = (items: readonly SquareItem[], charges: readonly SquareCharge[]): number =>
  sumBy([...items, ...charges], ({ total_tax_money }) => total_tax_money)

/** Null without a sale. */
export const salePart = (order: SquareOrder): OrderPart | null => {
  const { line_items: items, service_charges: charges, returns, refunds } = order
  const hasGoods = items.length > 0 || charges.length > 0
  if (!hasGoods && (returns.length > 0 || refunds.length > 0)) return null
  return {
    items,
    charges,
    tax: order.total_tax_money?.amount ?? sumTaxes(items, charges),
    tip: order.total_tip_money,
    total: order.total_money?.amount ?? 0,
    isRounded: order.rounding_adjustment !== null,
  }
}

/** What the order says that was paid back. */
export const refundedMoney = ({ refunds }: SquareOrder): number =>
  sumBy(refunds, ({ amount_money }) => amount_money?.amount ?? 0)

/** The amounts of a return; those of the order if it is the only return and has none. */
const returnPart = (order: SquareOrder, taken: SquareReturn): OrderPart => {
  const { return_line_items: items, return_service_charges: charges } = taken
  const amounts = taken.return_amounts ?? (order.returns.length === 1 ? order.return_amounts : null)
  const tip = amounts?.tip_money ?? 0
  const ofItems = sumBy(items, ({ total_money }) => total_money.amount)
  const ofCharges = sumBy(charges, ({ total_money }) => total_money)
  return {
    items,
    charges,
    tax: amounts?.tax_money?.amount ?? sumTaxes(items, charges),
    tip,
    total: amounts?.total_money?.amount ?? ofItems + ofCharges + tip,
  }
}

/**
 * The sale and the returns of an order. An order that only refunds one sale is that refund; in an exchange, and if several sales are
 * refunded at once, each refund has its own ID. Money refunded without items is one refund.
 */
export const splitOrder = (
  order: SquareOrder,
): { readonly sale: OrderPart | null; readonly returns: readonly ReturnPart[] } => {
  const sale = salePart(order)
  const isAlone = sale === null && order.returns.length === 1
  const returns = order.returns.map((taken, index): ReturnPart => {
    const id = isAlone ? order.id : `${order.id}:${taken.uid ?? index + 1}`
    return { id, originalId: taken.source_order_id, ...returnPart(order, taken) }
  })
  if (sale !== null || returns.length > 0) return { sale, returns }
  const total = order.return_amounts?.total_money?.amount ?? refundedMoney(order)
  return { sale, returns: [{ id: order.id, originalId: null, items: [], charges: [], tax: 0, tip: 0, total }] }
}

export const orderCurrency = (order: SquareOrder, otherwise: string): string =>
  order.total_money?.currency ??
  order.return_amounts?.total_money?.currency ??
  order.line_items[0]?.total_money.currency ??
  order.returns[0]?.return_line_items[0]?.total_money.currency ??
  order.refunds[0]?.amount_money?.currency ??
  otherwise

export type Products = ReadonlyMap<string, CatalogProduct>

/** A line with the columns that describe what it sells. */
export type SoldLine = Pick<LineRow, keyof ReturnType<typeof withoutProduct> | 'quantity' | 'discount' | 'amount'> & {
  readonly id: string
}

/** What a sale consists of, what is left of it, or what a refund takes of it. */
export type OrderAmounts = AddedAmounts<SoldLine>

const itemLine = (item: SquareItem, index: number, products: Products): SoldLine => {
  const { item_type: type, catalog_object_id: id } = item
  const product = products.get(id ?? '')
  const title = productTitle(item.name, item.variation_name)
  const known = product?.kind ?? squareItemKind({ productType: type, isAlcoholic: null, category: null, title })
  const kind = type === 'GIFT_CARD' ? 'gift_card' : known
  return {
    ...productColumns(product, { sku: null, id, title, kind, raw: product?.productType ?? type }),
    vintage: product?.vintage ?? null,
    id: item.uid ?? `item-${index + 1}`,
    quantity: item.quantity,
    discount: item.total_discount_money,
    // Derived from the total: whether the gross amount includes tax depends on the country.
    amount: item.total_money.amount - item.total_tax_money - item.total_service_charge_money,
  }
}

const extraLine = (id: string, title: string, raw: string | null, amount: number): SoldLine => ({
  id,
  ...withoutProduct(title, raw),
  quantity: 0,
  discount: 0,
  amount,
})

const SHIPPING = /\b(shipping|delivery|freight|postage)\b/i
const GRATUITY = /\b(gratuity|tips?)\b/i

const chargeUse = ({ type, name }: SquareCharge): 'tip' | 'shipping' | 'line' => {
  if (type === 'AUTO_GRATUITY' || GRATUITY.test(name ?? '')) return 'tip'
  return SHIPPING.test(name ?? '') ? 'shipping' : 'line'
}

const chargeAmount = ({ total_money, total_tax_money }: SquareCharge): number => total_money - total_tax_money

/**
 * The lines and amounts of a sale or return. Shipping charges and gratuities are not lines; the rest of the total, such as cash
 * rounding, is a separate line, so that the total always equals the platform's.
 */
export const partAmounts = ({ items, charges, isRounded, ...part }: OrderPart, products: Products): OrderAmounts => {
  const charged = Map.groupBy(charges, chargeUse)
  const lines = [
    ...items.map((item, index) => itemLine(item, index, products)),
    ...(charged.get('line') ?? []).map((charge, index) =>
      extraLine(
        `charge-${charge.uid ?? index + 1}`,
        charge.name ?? 'Service charge',
        'SERVICE_CHARGE',
        chargeAmount(charge),
      ),
    ),
  ]
  const { tax, total } = part
  const shipping = sumBy(charged.get('shipping') ?? [], chargeAmount)
  const tip = part.tip + sumBy(charged.get('tip') ?? [], chargeAmount)
  const parts = { lines, shipping, tax, tip }
  const { adjustment: rest } = settle(parts, total)
  if (rest !== 0) lines.push(extraLine('rest', isRounded ? 'Rounding' : 'Adjustment', null, rest))
  return settle(parts, total)
}

/** Whether a return is of an amount of the sale, and not of any of its items. */
export const isByAmount = ({ items, charges, tax }: ReturnPart, { line_items }: SquareOrder): boolean => {
  const sold = new Set(line_items.flatMap(({ uid }) => uid ?? []))
  return (
    tax === 0 &&
    charges.length === 0 &&
    items.every((item) => item.item_type === 'CUSTOM_AMOUNT' && !sold.has(item.source_line_item_uid ?? ''))
  )
}

/**
 * A refund of an amount gives back its share of every part that is left of the sale, and of the tip what exceeds these. Only a refund
 * of all that is left of them gives back the goods. Null where that much is not left.
 */
export const amountBack = (
  { total, tip }: Pick<OrderPart, 'total' | 'tip'>,
  left: OrderAmounts,
): OrderAmounts | null => {
  if (left.total <= 0 || total > left.total) return null
  if (total === left.total) return left
  const sold = left.total - left.tip
  const refunded = Math.min(total - tip, sold)
  return { ...shareOfRest(refunded, { ...left, tip: 0, total: sold }), tip: total - refunded, total }
}

/** What a refund of items takes of a sale: its lines have the IDs of the sold ones. */
export const itemsBack = (taken: ReturnPart, products: Products): OrderAmounts => {
  const { lines, ...amounts } = partAmounts(taken, products)
  return {
    ...amounts,
    lines: lines.map((line, index) => ({ ...line, id: taken.items[index]?.source_line_item_uid ?? line.id })),
  }
}
