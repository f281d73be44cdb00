import { toItemKind } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import {
  type AddedAmounts,
  addToLines,
  type LineAmounts,
  restOf,
  settle,
  shareOf,
  shareOfRest,
  sumBy,
} from '../kit/order-amounts.ts'
import { orderWithRefunds, productColumns, type RefundFacts, withoutProduct } from '../kit/order-rows.ts'
import { NO_ADDRESS, personName } from '../kit/rows.ts'
import type { CatalogProduct } from './catalog.ts'
import { toChannel, toDeliveryMethod, toFeeKind, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { resolveCustomerId } from './customers.ts'
import { AMOUNT_DECIMALS, firstUsableAddress, metaId, millionthsToMinor } from './fields.ts'
import {
  countedAt,
  renewedSubscription,
  type WooFee,
  type WooLineItem,
  type WooOrder,
  type WooRefund,
  type WooReturnedLine,
  type WooTotals,
} from './order-schema.ts'
import type { Club } from './subscriptions.ts'

/** What was paid by gift cards and store credit, in minor units: WooCommerce's total excludes it. */
interface Tender {
  readonly amount: number
  /** the part by which lines were reduced, as if it were a discount */
  readonly onLines: number
}

type Tendered = Omit<WooTotals, 'refunds'>

/** Coupons that redeem money, by Smart Coupons and by Store Credit. */
const CREDIT_TYPES: ReadonlySet<string | null> = new Set(['smart_coupon', 'store_credit'])

/** What an extension recorded by coupon or gift card, in millionths. */
const recorded = ({ meta_data }: Tendered, key: string): number => {
  const amounts = meta_data.get(key)
  return typeof amounts === 'object' && amounts !== null
    ? sumBy(Object.values(amounts), (amount) => Math.round((Number(amount) || 0) * 10 ** AMOUNT_DECIMALS))
    : 0
}

/** YITH Gift Cards turns them into a negative fee once staff edit the order. */
const isGiftCardFee = ({ name, total }: WooFee): boolean => total < 0 && GIFT_CARD.test(name ?? '')

const GIFT_CARD = /\bgift ?(cards?|certificates?|vouchers?)\b/i

/**
 * Coupons of orders that a register made can have no amount, only what Smart Coupons recorded. Store credit is taken off the total
 * after tax, or off the lines before tax: a setting of the extensions that the order doesn't have, so what the parts of the order
 * exceed its total by tells.
 */
export const readTender = (order: Tendered): Tender => {
  const { currency } = order
  const parts =
    sumBy(order.line_items, ({ total }) => total) +
    sumBy(order.fee_lines, (fee) => (isGiftCardFee(fee) ? 0 : fee.total)) +
    order.shipping_total +
    order.total_tax
  const listed =
    sumBy([...order.gift_cards, ...order.pw_gift_cards_redeemed], ({ amount }) => amount) -
    sumBy(order.fee_lines, (fee) => (isGiftCardFee(fee) ? fee.total : 0))
  const unexplained = Math.max(parts - order.total - listed, 0)
  const cards = listed + Math.min(recorded(order, '_ywgc_applied_gift_cards'), unexplained)
  const credits = order.coupon_lines.filter(({ type }) => CREDIT_TYPES.has(type))
  const beforeTax = sumBy(credits, ({ discount }) => discount)
  const credit = (beforeTax || recorded(order, 'smart_coupons_contribution')) + sumBy(credits, ({ tax }) => tax)
  const missing = parts - order.total - cards
  if (missing * 2 >= credit)
    return { amount: millionthsToMinor(cards + Math.min(missing, credit), currency), onLines: 0 }
  const discounts = sumBy(order.line_items, ({ subtotal, total }) => Math.max(subtotal - total, 0))
  const onLines = Math.min(beforeTax, discounts)
  return { amount: millionthsToMinor(cards + onLines, currency), onLines: millionthsToMinor(onLines, currency) }
}

interface MadeRefund {
  readonly id: string
  readonly date_created_gmt: number
}

/**
 * What each refund takes back, in the order in which they were made. The one that pays back the last of WooCommerce's total also gives
 * back what was paid by gift cards and store credit: the extensions restore these when an order is refunded.
 */
export const settleRefunds = <Refund extends MadeRefund>(
  refunds: readonly Refund[],
  paidBackBy: (refund: Refund) => number,
  { total, tender }: { readonly total: number; readonly tender: number },
) => {
  let left = total - tender
  let unrestored = tender
  const inOrder = refunds.toSorted((a, b) => a.date_created_gmt - b.date_created_gmt || Number(a.id) - Number(b.id))
  return inOrder.map((refund) => {
    const paidBack = paidBackBy(refund)
    left -= paidBack
    const restored = left === 0 ? unrestored : 0
    unrestored -= restored
    return { refund, total: paidBack + restored }
  })
}

interface WooLine extends LineAmounts {
  /** of the line of the order; null: of a refund of a line that the order doesn't have */
  readonly id: string | null
  /** of a refund's own line */
  readonly refundLineId?: string
  /** what it sells; null: a fee */
  readonly product: Pick<WooLineItem, 'product_id' | 'variation_id' | 'sku'> | null
  readonly name: string | null
  /** in major units, before discounts; null: the line is no product of a known price */
  readonly unitPrice: number | null
}

interface OrderAmounts extends AddedAmounts<WooLine> {
  /** what of the total was paid by gift cards and store credit */
  readonly tender: number
}

const PRICE_PLACES = 10 ** 4
const UNIT = 10 ** AMOUNT_DECIMALS

const computeUnitPrice = ({ subtotal, quantity }: WooLineItem): number | null =>
  quantity === 0 ? null : Math.round((subtotal / UNIT / quantity) * PRICE_PLACES) / PRICE_PLACES

const itemLine = (item: WooLineItem, currency: string): WooLine => {
  const { id, name } = item
  const amount = millionthsToMinor(item.total, currency)
  // Staff can raise a line's price, which is not a negative discount.
  const discount = Math.max(millionthsToMinor(item.subtotal, currency) - amount, 0)
  const quantity = item.isContainer ? 0 : item.quantity
  return { id, product: item, name, unitPrice: computeUnitPrice(item), quantity, discount, amount }
}

/** A charge is no unit. Extensions write discounts of a whole order as negative fees. */
const feeLine = ({ id, name, total }: WooFee, currency: string): WooLine => {
  const amount = millionthsToMinor(total, currency)
  return { id: `fee-${id}`, product: null, name, unitPrice: null, quantity: 0, discount: Math.max(-amount, 0), amount }
}

/** A bottle deposit is passed on like tax. Prices with tax leave fractions of cents, which WooCommerce rounds only in totals. */
const orderAmounts = (order: WooOrder): OrderAmounts => {
  const { currency } = order
  const charged = order.fee_lines.filter((fee) => !isGiftCardFee(fee))
  const feesOf = (kind: string): number =>
    sumBy(charged, (fee) => (toFeeKind(fee.name) === kind ? millionthsToMinor(fee.total, currency) : 0))
  const tender = readTender(order)
  const items = addToLines(
    order.line_items.map((item) => itemLine(item, currency)),
    // What store credit took off.
    tender.onLines,
    ({ discount }) => discount,
  )
  const fees = charged.filter(({ name }) => toFeeKind(name) === 'item').map((fee) => feeLine(fee, currency))
  const lines = [...items, ...fees]
  const shipping = millionthsToMinor(order.shipping_total, currency) + feesOf('shipping')
  const tax = millionthsToMinor(order.total_tax, currency) + feesOf('deposit')
  const tip = feesOf('tip')
  const total = millionthsToMinor(order.total, currency) + tender.amount
  return settle({ lines, shipping, tax, tip, tender: tender.amount }, total, 0)
}

type Money = (millionths: number) => number

/** The part of a line's discount that belongs to what was refunded of it; a price that was reduced afterwards has none. */
const discountOf = (line: WooLine | undefined, quantity: number, amount: number): number => {
  if (line === undefined || quantity === 0) return 0
  return line.amount === 0
    ? shareOf(line.discount, quantity, line.quantity)
    : shareOf(line.discount, amount, line.amount)
}

const findLine = ({ meta_data, product_id, variation_id }: WooReturnedLine, { lines }: OrderAmounts) => {
  const id = metaId(meta_data, '_refunded_item_id')
  const isSame = ({ product }: WooLine): boolean =>
    product?.product_id === product_id && product.variation_id === variation_id
  return lines.find((line) => line.id === id) ?? lines.find(isSame)
}

const refundedLine = (source: WooReturnedLine, order: OrderAmounts, money: Money): WooLine => {
  const line = findLine(source, order)
  const quantity = line?.quantity === 0 ? 0 : Math.abs(source.quantity)
  const amount = money(source.total)
  const sold = line ?? { id: null, product: source, name: source.name, unitPrice: null }
  return { ...sold, refundLineId: source.id, quantity, discount: discountOf(line, quantity, amount), amount }
}

/** A refund by its own lines; positive. An adjustment is refunded beyond them, or less than they amount to. */
const refundByLines = (refund: WooRefund, total: number, order: OrderAmounts, money: Money) => {
  const charges = [
    ...(refund.shipping_lines ?? []).map((line) => ({ ...line, kind: 'shipping' })),
    ...refund.fee_lines.map((line) => ({ ...line, kind: toFeeKind(line.name) })),
  ]
  const charged = (kind: string): number => sumBy(charges, (line) => (line.kind === kind ? money(line.total) : 0))
  const lines = refund.line_items.map((line) => refundedLine(line, order, money))
  const [shipping, tip] = [charged('shipping'), charged('tip')]
  const tax = money(sumBy([...refund.line_items, ...charges], ({ total_tax }) => total_tax)) + charged('deposit')
  return settle({ lines, shipping, tax, tip }, total)
}

const hasNoParts = ({ line_items, shipping_lines, fee_lines }: WooRefund): boolean =>
  line_items.length + (shipping_lines?.length ?? 0) + fee_lines.length === 0

/** Older stores don't say what of the amount was shipping: what remains of it, if that is what the items leave. */
const isUnnamedShipping = (
  { line_items, shipping_lines }: WooRefund,
  { adjustment, tax }: AddedAmounts<WooLine>,
  rest: AddedAmounts<WooLine>,
): boolean => {
  if (shipping_lines !== null || line_items.length === 0 || rest.shipping <= 0) return false
  return adjustment === rest.shipping || (rest.tax > tax && adjustment === rest.shipping + rest.tax - tax)
}

/**
 * The amounts of an order's refunds, in the order in which they were made. Without lines, a refund of all that remains returns everything
 * that remains: that is how WooCommerce writes an order that staff set to Refunded.
 */
const refundAmounts = (refunds: readonly WooRefund[], order: OrderAmounts, currency: string) => {
  const money: Money = (millionths) => millionthsToMinor(millionths, currency)
  const made: { refund: WooRefund; amounts: AddedAmounts<WooLine> }[] = []
  for (const { refund, total } of settleRefunds(refunds, ({ amount }) => money(amount), order)) {
    const rest = restOf(
      order,
      made.map(({ amounts }) => amounts),
    )
    const byLines = refundByLines(refund, total, order, money)
    const { shipping } = rest
    if (hasNoParts(refund) && total > 0 && total <= rest.total) made.push({ refund, amounts: shareOfRest(total, rest) })
    else if (!isUnnamedShipping(refund, byLines, rest)) made.push({ refund, amounts: byLines })
    else
      made.push({
        refund,
        amounts: { ...byLines, shipping, tax: byLines.tax + byLines.adjustment - shipping, adjustment: 0 },
      })
  }
  return made
}

/** What orders refer to, by ID. */
export interface OrderReferences {
  readonly products: ReadonlyMap<string, CatalogProduct>
  readonly clubs: ReadonlyMap<string, Club>
}

// Nothing was paid that a refund could pay back: its gift cards were restored.
const isOnlyRestored = ({ status, refunds }: WooOrder): boolean => status === 'refunded' && refunds.length === 0

const orderColumns = (order: WooOrder, { clubs }: OrderReferences) => {
  const subscription = renewedSubscription(order)
  const club = subscription === null ? undefined : clubs.get(subscription)
  const channel = toChannel(order.created_via, subscription !== null)
  return {
    source_id: order.id,
    source_updated: order.date_modified_gmt,
    order_number: order.number,
    ordered: countedAt(order),
    channel,
    channel_raw: order.created_via,
    payment_status: isOnlyRestored(order) ? 'cancelled' : toPaymentStatus(order.status, order.date_paid_gmt),
    payment_status_raw: order.status,
    fulfillment_status: toFulfillmentStatus(order.status),
    fulfillment_status_raw: order.status,
    delivery_method: toDeliveryMethod(channel, order.shipping_lines),
    delivery_method_raw: order.shipping_lines[0]?.method_title ?? null,
    customer_source_id: resolveCustomerId(order),
    customer_name: personName(order.billing),
    team_member_source_id: null,
    club_source_id: club?.id ?? null,
    club_name: club?.name ?? null,
    ...(firstUsableAddress(order.shipping, order.billing) ?? NO_ADDRESS),
    currency: order.currency,
  }
}

/** A product that was deleted is described by the line's own name. */
const describeProduct = ({ name, product }: WooLine, { products }: OrderReferences) => {
  if (product === null) return withoutProduct(name ?? 'Fee', 'fee')
  const id = product.variation_id ?? product.product_id
  const listed = products.get(id ?? '')
  const title = name ?? listed?.title ?? 'Unnamed product'
  const kind = listed?.kind ?? toItemKind({ title, categories: [] })
  return productColumns(listed, { sku: product.sku, id, title, kind, raw: listed?.type ?? null })
}

const REFUND = '-refund-'

/** Refunds are found at WooCommerce only with their order. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}${REFUND}${refundId}`

/** The order of a refund's ID, and any other ID as it is. */
export const orderOfSourceId = (sourceId: string): string => sourceId.split(REFUND)[0] ?? sourceId

export const refundFacts = (
  order: Pick<WooTotals, 'id' | 'number'>,
  { id, date_created_gmt: ordered }: MadeRefund,
  index: number,
): RefundFacts => ({
  sourceId: refundSourceId(order.id, id),
  orderNumber: `${order.number}-R${index + 1}`,
  ordered,
})

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (source: WooOrder, refunds: readonly WooRefund[], about: OrderReferences): CanonicalRow[] => {
  const describe = (line: WooLine) => ({
    ...describeProduct(line, about),
    id: line.refundLineId ?? line.id ?? '',
    unit_price: line.unitPrice,
  })
  const amounts = orderAmounts(source)
  const refunded = refundAmounts(refunds, amounts, source.currency).map(({ refund, amounts: back }, index) => ({
    ...refundFacts(source, refund, index),
    amounts: back,
  }))
  return orderWithRefunds(orderColumns(source, about), amounts, refunded, describe)
}
