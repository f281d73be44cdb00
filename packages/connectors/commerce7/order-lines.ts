import { roundHalfAway } from '#domain/money.ts'
import { apportion, negative, settleLines, sumBy } from '../kit/order-amounts.ts'
import { adjustmentLine, type LineRow, type OrderRow } from '../kit/order-rows.ts'
import { c7ItemKind } from './codes.ts'
import { orderTax, orderTip, paidTotal, taxInPrices } from './order-amounts.ts'
import { type Component, type Item, isRefundOrder, type Order } from './order-schema.ts'
import type { ProductFacts } from './products.ts'

// Refunds come with negative quantities, with negative prices, or with both positive.
const signed = (amount: number, isBack: boolean): number => (isBack ? negative(Math.abs(amount)) : amount)

/** A sold item, before it has a line number. */
interface Sold {
  readonly lineId: string
  readonly thing: Component | Item
  readonly quantity: number
  /** minor units per unit before discount, positive */
  readonly price: number
  readonly discount: number
  readonly amount: number
}

/** `tax`: what of the price is tax. */
const soldItem = (
  item: Item,
  lineId: string,
  { isBack, tax }: { isBack: boolean; tax: number },
): Sold & { item: Item } => {
  const price = Math.abs(item.price)
  const original = Math.max(price, item.originalPrice ?? price)
  const amount = signed(roundHalfAway(item.price * item.quantity), isBack)
  const untaxed = amount === 0 ? 1 : 1 - tax / amount
  return {
    lineId,
    item,
    thing: item,
    quantity: signed(item.quantity, isBack),
    price: original * untaxed,
    discount: signed(roundHalfAway((original - price) * untaxed * item.quantity), isBack),
    amount: amount - tax,
  }
}

/** The wines of a bundle, each with its share of the bundle's amount, by list price, or by bottle without list prices. */
const soldComponents = (bundle: Sold, components: readonly Component[]): Sold[] => {
  const listPrices = components.map(({ price, quantity }) => Math.abs(price ?? 0) * quantity)
  const weights = listPrices.some((price) => price > 0) ? listPrices : components.map(({ quantity }) => quantity)
  const amounts = apportion(bundle.amount, weights)
  const discounts = apportion(bundle.discount, weights)
  return components.map((thing, index) => {
    const quantity = thing.quantity * bundle.quantity
    const amount = amounts[index] ?? 0
    const discount = discounts[index] ?? 0
    return {
      lineId: `${bundle.lineId}.${index + 1}`,
      thing,
      quantity,
      price: quantity === 0 ? 0 : Math.abs((amount + discount) / quantity),
      discount,
      amount,
    }
  })
}

const lineRow = (order: Order, item: Item, sold: Sold, facts: ProductFacts): Omit<LineRow, 'line_number'> => {
  const { lineId, thing, quantity, price, discount, amount } = sold
  const product = facts.of(thing.productId)
  const category = product?.category ?? item.departmentCode ?? null
  return {
    source_id: `${order.id}/${lineId}`,
    source_updated: order.updatedAt,
    time_basis: 'utc',
    order_source_id: order.id,
    line_id: lineId,
    sku: thing.sku,
    product_source_id: thing.productVariantId,
    product_title: thing.productTitle,
    category,
    brand: product?.brand ?? item.vendor ?? null,
    vintage: product?.vintage ?? null,
    varietal: product?.varietal ?? null,
    item_kind: c7ItemKind({
      type: thing.type ?? (thing === item ? null : 'Wine'),
      taxType: thing.taxType,
      title: thing.productTitle,
      category,
    }),
    item_kind_raw: thing.type ?? item.type,
    quantity,
    unit_price: Math.round(price * 100) / 10_000,
    discount,
    amount,
    ...(thing.costOfGood === null ? {} : { cost: Math.round(thing.costOfGood * quantity) || 0 }),
  }
}

/** The money columns of an order, with its lines. */
export interface OrderAmounts extends Pick<OrderRow, 'subtotal' | 'discount' | 'shipping' | 'tax' | 'tip' | 'total'> {
  readonly lines: readonly LineRow[]
}

/**
 * One line for each item, and for a bundle one for each item in it. What they leave of the order's total, such as a credit or a modifier, is
 * a line of its own.
 */
export const orderAmounts = (order: Order, facts: ProductFacts): OrderAmounts => {
  const included = taxInPrices(order)
  const shipping = order.shipTotal - included.shipping
  const [tax, tip, total] = [orderTax(order), orderTip(order), paidTotal(order)]
  const items = order.items.map((item, index) =>
    soldItem(item, item.id ?? String(index + 1), {
      isBack: isRefundOrder(order) || item.purchaseType === 'Refund',
      tax: included.items[index] ?? 0,
    }),
  )
  const goods = total - shipping - tax - tip
  const coupons = sumBy([...order.coupons, ...order.promotions], ({ inUse, productValue }) =>
    inUse ? productValue : 0,
  )
  const settled = settleLines(items, goods - sumBy(items, ({ amount }) => amount), coupons)
  const lines = settled.lines.flatMap(({ item, ...sold }) => {
    const parts = item.bundleItems.length > 0 ? soldComponents(sold, item.bundleItems) : [sold]
    return parts.map((part) => lineRow(order, item, part, facts))
  })
  const numbered = lines.map((line, index) => ({ ...line, line_number: index + 1 }))
  const position = { orderId: order.id, number: lines.length + 1, updated: order.updatedAt }
  const discount = sumBy(lines, (line) => line.discount)
  return {
    lines: settled.rest === 0 ? numbered : [...numbered, adjustmentLine(settled.rest, position)],
    subtotal: goods + discount,
    discount,
    shipping,
    tax,
    tip,
    total,
  }
}
