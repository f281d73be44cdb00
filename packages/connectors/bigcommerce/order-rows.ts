import type { CanonicalRow } from '../kit/connector.ts'
import { addCredits, type LineAmounts, settle, shareOf, sumBy } from '../kit/order-amounts.ts'
import {
  type ExtraAmount,
  type OrderParts,
  orderWithRefunds,
  productColumns,
  type RefundFacts,
} from '../kit/order-rows.ts'
import { personName, titleWithOptions } from '../kit/rows.ts'
import type { CatalogFacts } from './catalog.ts'
import {
  formatOrderSource,
  stateCode,
  toChannel,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
} from './codes.ts'
import { parseMinorOrZero } from './fields.ts'
import type { BcFee, BcLine, BcOrder, BcOrderHead, BcRefund } from './order-schema.ts'

interface BcLineAmounts extends LineAmounts {
  readonly line: BcLine
}

/** Excluding tax; the total is what was paid in any form, gift certificates and store credit included. */
type OrderAmounts = OrderParts<BcLineAmounts>

type Money = (text: string | null) => number

const moneyOf =
  ({ default_currency_code }: Pick<BcOrder, 'default_currency_code'>): Money =>
  (text) =>
    parseMinorOrZero(text, default_currency_code)

const feeTitle = ({ display_name_customer, display_name_merchant }: BcFee): string =>
  display_name_customer ?? display_name_merchant ?? 'Fee'

const feeExcludingTax = ({ cost_ex_tax, cost_exc_tax, cost_inc_tax }: BcFee): string | null =>
  cost_ex_tax ?? cost_exc_tax ?? cost_inc_tax

/** In orders whose prices include tax, amounts that include it are exact and the others are estimates, and the reverse. */
const isInclusive = (order: BcOrderHead): boolean => order.is_tax_inclusive_pricing === true

const orderDiscount = (order: BcOrderHead, money: Money): number =>
  money(order.discount_amount) + money(order.coupon_discount)

const PARTS = ['subtotal', 'shipping_cost', 'handling_cost', 'wrapping_cost'] as const

/** What the parts of an order come to, tax included and before any payment. */
const sumOfParts = (order: BcOrderHead, money: Money): number => {
  const inclusive = isInclusive(order)
  const parts = PARTS.map((part) => order[`${part}_${inclusive ? 'inc' : 'ex'}_tax`])
  const fees = order.fees.map((fee) => (inclusive ? fee.cost_inc_tax : feeExcludingTax(fee)))
  return sumBy([...parts, ...fees, inclusive ? null : order.total_tax], money) - orderDiscount(order, money)
}

/** What the customer paid in minor units: the documentation doesn't say whether `total_inc_tax` contains gift certificates and store credit. */
export const paidTotal = (order: BcOrderHead): number => {
  const money = moneyOf(order)
  const credits = money(order.store_credit_amount) + money(order.gift_certificate_amount)
  return addCredits(money(order.total_inc_tax), credits, sumOfParts(order, money))
}

const hasDiscounts = ({ applied_discounts, discounted_total_inc_tax }: BcLine): boolean =>
  discounted_total_inc_tax !== null || (applied_discounts ?? []).length > 0

const lineAmounts = (line: BcLine, order: BcOrder, money: Money): BcLineAmounts => {
  const { quantity } = line
  const including = money(line.total_inc_tax)
  const gross = line.total_ex_tax === null ? including - money(line.total_tax) : money(line.total_ex_tax)
  if (line.discounted_total_inc_tax !== null) {
    const amount = money(line.discounted_total_inc_tax) - money(line.total_tax)
    return { line, quantity, discount: gross - amount, amount }
  }
  const listed = sumBy(line.applied_discounts ?? [], ({ amount }) => money(amount))
  const discount = isInclusive(order) ? shareOf(listed, gross, including) : listed
  return { line, quantity, discount, amount: gross - discount }
}

const orderAmounts = (order: BcOrder): OrderAmounts => {
  const money = moneyOf(order)
  const total = paidTotal(order)
  const tax = money(order.total_tax)
  const wrapping = money(order.wrapping_cost_ex_tax)
  const extras: ExtraAmount[] = [
    ...(wrapping === 0 ? [] : [{ id: 'wrapping', title: 'Gift wrapping', amount: wrapping }]),
    ...order.fees.map((fee) => ({
      id: `fee-${fee.id}`,
      title: feeTitle(fee),
      amount: money(feeExcludingTax(fee)),
      raw: 'fee',
    })),
  ]
  // Consignments take them apart; by ID they are in the order of the cart.
  const inOrder = order.line_items.toSorted((one, other) => Number(one.id) - Number(other.id))
  const lines = inOrder.map((line) => lineAmounts(line, order, money))
  const shipping = money(order.shipping_cost_ex_tax) + money(order.handling_cost_ex_tax)
  const parts = { lines, extras, shipping, tax, tip: 0 }
  const { adjustment: missing } = settle(parts, total)
  // A discount that no line shows is of shipping, as far as its cost goes; lines of an old order show none.
  const isOffShipping = lines.some(({ line }) => hasDiscounts(line)) && missing < 0 && shipping + missing >= 0
  const settled = settle(parts, total, isOffShipping ? 0 : orderDiscount(order, money))
  return isOffShipping ? { ...settled, shipping: shipping + settled.adjustment, adjustment: 0 } : settled
}

/** What was refunded in minor units; payments that were declined were not. */
export const refundedTotal = ({ total_amount, payments }: BcRefund, currency: string): number => {
  const declined = sumBy(payments, ({ amount, is_declined }) =>
    is_declined === true ? parseMinorOrZero(amount, currency) : 0,
  )
  return Math.max(parseMinorOrZero(total_amount, currency) - declined, 0)
}

/** Whether money went back; false if every payment was declined. */
export const isPaidOut = ({ payments }: BcRefund): boolean =>
  payments.length === 0 || payments.some(({ is_declined }) => is_declined !== true)

const SHIPPING = new Set(['SHIPPING', 'HANDLING'])

/** Lines that a refund names, each once. `isSplit`: it names nothing else but shipping. */
const refundedLines = ({ items }: BcRefund, order: OrderAmounts, money: Money) => {
  const named = items.map((item) => {
    const of = item.item_type === 'PRODUCT' ? order.lines.find(({ line }) => line.id === item.item_id) : undefined
    return { ...item, of, isPlaced: of !== undefined || SHIPPING.has(item.item_type) }
  })
  const parts = named.flatMap(({ of, quantity, requested_amount }): BcLineAmounts[] => {
    const units = quantity ?? 0
    if (!of) return []
    if (units <= 0) return [{ ...of, quantity: units, discount: 0, amount: money(requested_amount) }]
    const amount = shareOf(of.amount, units, of.quantity)
    return [{ ...of, quantity: units, discount: shareOf(of.discount + of.amount, units, of.quantity) - amount, amount }]
  })
  const lines = [...Map.groupBy(parts, ({ line }) => line)].map(([line, same]) => ({
    line,
    quantity: sumBy(same, ({ quantity }) => quantity),
    discount: sumBy(same, ({ discount }) => discount),
    amount: sumBy(same, ({ amount }) => amount),
  }))
  return { lines, isSplit: named.every(({ isPlaced }) => isPlaced) }
}

const refundedShipping = (refund: BcRefund, order: BcOrder, money: Money): number => {
  const requested = sumBy(refund.items, ({ item_type, requested_amount }) =>
    SHIPPING.has(item_type) ? money(requested_amount) : 0,
  )
  if (!isInclusive(order)) return requested
  const excluding = money(order.shipping_cost_ex_tax) + money(order.handling_cost_ex_tax)
  const including = money(order.shipping_cost_inc_tax) + money(order.handling_cost_inc_tax)
  return shareOf(requested, excluding, including)
}

/** `order`: the amounts of the refunded order. Positive; what its lines and shipping don't explain is an amount of its own. */
const refundAmounts = (refund: BcRefund, source: BcOrder, order: OrderAmounts): OrderAmounts => {
  const money = moneyOf(source)
  const total = refundedTotal(refund, source.default_currency_code)
  const tax = shareOf(money(refund.total_tax), total, money(refund.total_amount))
  const { lines, isSplit } = refundedLines(refund, order, money)
  const shipping = refundedShipping(refund, source, money)
  const { adjustment, ...settled } = settle({ lines, shipping, tax, tip: 0 }, total, isSplit ? 0 : null)
  const extras = adjustment === 0 ? [] : [{ id: 'adjustment', title: 'Refund', amount: adjustment }]
  return { ...settled, extras, adjustment: 0 }
}

const orderColumns = (order: BcOrder, hasRefunds: boolean) => {
  const channel = toChannel(order)
  const delivery = toDeliveryMethod(order, channel)
  const { city, state, country_iso2: country, zip } = order.consignments.shipping[0] ?? order.billing_address
  return {
    source_id: order.id,
    source_updated: order.date_modified,
    order_number: order.id,
    ordered: order.date_created,
    channel,
    channel_raw: formatOrderSource(order),
    payment_status: toPaymentStatus({ ...order, hasRefunds }),
    payment_status_raw: order.payment_status ?? order.status,
    fulfillment_status: toFulfillmentStatus(order),
    fulfillment_status_raw: order.status,
    delivery_method: delivery.method,
    delivery_method_raw: delivery.raw,
    customer_source_id: order.customer_id,
    customer_name: personName(order.billing_address),
    city,
    state: stateCode(state, country),
    country,
    postal_code: zip,
    currency: order.default_currency_code,
  }
}

/** The cost of a number of units in minor units; a cost of 0 means that none was entered. */
const costColumns = ({ cost_price_ex_tax }: BcLine, quantity: number, currency: string): { readonly cost?: number } => {
  const each = parseMinorOrZero(cost_price_ex_tax, currency)
  return each === 0 ? {} : { cost: Math.round(each * quantity) || 0 }
}

const describeLine = ({ line, quantity }: BcLineAmounts, currency: string, catalog: CatalogFacts) => {
  const options = line.product_options.flatMap(({ display_value }) => display_value ?? [])
  const title = titleWithOptions(line.name, options)
  const product = catalog.of(line)
  const kind = catalog.resolveItemKind(line, title)
  const raw = product?.category ?? line.type
  const columns = productColumns(product, { sku: line.sku, id: line.variant_id, title, kind, raw })
  return {
    ...columns,
    id: line.id,
    brand: line.brand ?? columns.brand,
    unit_price: line.price_ex_tax === null ? null : Number(line.price_ex_tax),
    ...costColumns(line, quantity, currency),
  }
}

/** A refund is a part of its order at BigCommerce. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}/refund-${refundId}`

/** The order of a source ID, which may be of its refund. */
export const orderIdOf = (sourceId: string): string => sourceId.split('/')[0] ?? sourceId

export const refundFacts = ({ order_id, id, created }: BcRefund): RefundFacts => ({
  sourceId: refundSourceId(order_id, id),
  orderNumber: `${order_id}-R${id}`,
  ordered: created,
})

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (
  source: BcOrder,
  given: readonly BcRefund[],
  catalog: CatalogFacts,
): readonly CanonicalRow[] => {
  const refunds = given.filter(isPaidOut)
  const amounts = orderAmounts(source)
  const describe = (line: BcLineAmounts) => describeLine(line, source.default_currency_code, catalog)
  const returned = refunds.map((refund) => ({
    ...refundFacts(refund),
    amounts: refundAmounts(refund, source, amounts),
  }))
  return orderWithRefunds(orderColumns(source, refunds.length > 0), amounts, returned, describe)
}
