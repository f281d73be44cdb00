import { z } from 'zod'
import type { OrderType } from '#domain/commerce.ts'
import { roundHalfAway } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { type AddedAmounts, apportion, type LineAmounts, negative, settle, sumBy } from '../kit/order-amounts.ts'
import { type OrderRow, saleRows } from '../kit/order-rows.ts'
import { toRemovals } from '../kit/read-records.ts'
import { utcRow } from '../kit/rows.ts'
import type { ProductFacts } from './catalog.ts'
import { CHANNELS, c7ItemKind, DELIVERY_METHODS, FULFILLMENT_STATUSES, ORDER_TYPES, PAYMENT_STATUSES } from './codes.ts'
import { fullName, toLocalDay } from './fields.ts'
import { type Component, type Item, isRefundOrder, type Order, orderedAt, resolvePurchaseType } from './order-schema.ts'

const orderTip = ({ tipTotal, tenders }: Order): number =>
  tipTotal ??
  sumBy(tenders, ({ tip, chargeStatus }) => (chargeStatus === 'Failed' || chargeStatus === 'Cancelled' ? 0 : tip))

/** Duties and bottle deposits are passed on like tax. */
const orderTax = ({ taxTotal, dutyTotal, bottleDepositTotal }: Order): number =>
  taxTotal + dutyTotal + bottleDepositTotal

const sumOfParts = (order: Order): number => order.subTotal + order.shipTotal + orderTax(order) + orderTip(order)

/** What the customer paid by the parts of the order; another amount where a part is read wrongly. */
export const totalOfParts = (order: Order): number =>
  sumOfParts(order) - sumBy(order.taxes, ({ price, isIncludedInPrice }) => (isIncludedInPrice === true ? price : 0))

/** A line, which is an item or a part of its bundle. */
export interface SoldLine extends LineAmounts {
  readonly id: string
  readonly item: Item
  readonly article: Item | Component
  /** minor units per unit before discount, positive */
  readonly price: number
}

// Refunds come with negative quantities, with negative prices, or with both positive.
const signed = (amount: number, isBack: boolean): number => (isBack ? negative(Math.abs(amount)) : amount)

/** `tax`: what of the price is tax. */
const itemLine = (item: Item, id: string, isBack: boolean, tax: number): SoldLine => {
  const price = Math.abs(item.price)
  const original = Math.max(price, item.originalPrice ?? price)
  const amount = signed(roundHalfAway(item.price * item.quantity), isBack)
  const untaxed = amount === 0 ? 1 : 1 - tax / amount
  return {
    id,
    item,
    article: item,
    quantity: signed(item.quantity, isBack),
    price: original * untaxed,
    discount: signed(roundHalfAway((original - price) * untaxed * item.quantity), isBack),
    amount: amount - tax,
  }
}

/** The wines of a bundle, each with its share of the bundle's amount, by list price, or by bottle without list prices. */
const splitBundle = (bundle: SoldLine): SoldLine[] => {
  const parts = bundle.item.bundleItems
  if (parts.length === 0) return [bundle]
  const listPrices = parts.map(({ price, quantity }) => Math.abs(price ?? 0) * quantity)
  const weights = listPrices.some((price) => price > 0) ? listPrices : parts.map(({ quantity }) => quantity)
  const amounts = apportion(bundle.amount, weights)
  const discounts = apportion(bundle.discount, weights)
  return parts.map((article, index) => {
    const quantity = article.quantity * bundle.quantity
    const amount = amounts[index] ?? 0
    const discount = discounts[index] ?? 0
    const price = quantity === 0 ? 0 : Math.abs((amount + discount) / quantity)
    return { id: `${bundle.id}.${index + 1}`, item: bundle.item, article, quantity, price, discount, amount }
  })
}

/**
 * One line for each item, and for a bundle one for each item in it. What they leave of the order's total, such as a credit or a modifier, is
 * the adjustment.
 */
const orderAmounts = (order: Order): AddedAmounts<SoldLine> => {
  const [tax, tip] = [orderTax(order), orderTip(order)]
  const total = order.totalAfterTip ?? order.total + tip
  // Tax that is in prices: what the parts of the order exceed its total by.
  const isIncluded = order.taxes.some(({ isIncludedInPrice }) => isIncludedInPrice === true)
  const [taxOfShipping = 0, ...taxOfItems] = apportion(isIncluded ? sumOfParts(order) - total : 0, [
    sumBy(order.shipping, (shipping) => shipping.tax),
    ...order.items.map((item) => item.tax),
  ])
  const shipping = order.shipTotal - taxOfShipping
  const items = order.items.map((item, index) => {
    const isBack = isRefundOrder(order) || item.purchaseType === 'Refund'
    return itemLine(item, item.id ?? String(index + 1), isBack, taxOfItems[index] ?? 0)
  })
  const discounts = sumBy([...order.coupons, ...order.promotions], ({ inUse, productValue }) =>
    inUse ? productValue : 0,
  )
  const settled = settle({ lines: items, shipping, tax, tip }, total, discounts)
  return { ...settled, lines: settled.lines.flatMap(splitBundle) }
}

export interface AccountingSettings {
  /** ISO 4217 */
  readonly currency: string
  /** IANA name */
  readonly timeZone: string
}

const resolveOrderType = (order: Order): OrderType => {
  const type = ORDER_TYPES.read(resolvePurchaseType(order))
  if (type !== 'regular') return type
  if (order.subTotal === 0 && order.total === 0 && order.items.length > 0) return 'no_charge'
  return order.channel === 'Club' ? 'club' : 'regular'
}

// Tasting-room orders without a delivery method count as carried out.
const resolveDelivery = ({ orderDeliveryMethod, channel }: Order) =>
  orderDeliveryMethod === null && channel === 'POS' ? 'carry_out' : DELIVERY_METHODS.read(orderDeliveryMethod)

const refundedOrderId = ({ previousOrderId, linkedOrders: [linked] }: Order): string | null =>
  previousOrderId ?? linked?.orderId ?? linked?.id ?? null

const orderColumns = (order: Order, { currency, timeZone }: AccountingSettings) => {
  const address = order.orderDeliveryMethod === 'Ship' ? (order.shipTo ?? order.billTo) : order.billTo
  const shipDate = order.requestedShipDate ?? order.selectedShippingOptions?.requestedShipDate ?? null
  const isRefund = isRefundOrder(order)
  return {
    source_id: order.id,
    source_updated: order.updatedAt,
    order_number: order.orderNumber,
    ordered: orderedAt(order),
    channel: CHANNELS.read(order.channel),
    channel_raw: order.channel,
    order_type: resolveOrderType(order),
    order_type_raw: order.purchaseType,
    payment_status: order.paymentStatus === null ? 'pending' : PAYMENT_STATUSES.read(order.paymentStatus),
    payment_status_raw: order.paymentStatus,
    fulfillment_status: FULFILLMENT_STATUSES.read(order.fulfillmentStatus),
    fulfillment_status_raw: order.fulfillmentStatus,
    delivery_method: resolveDelivery(order),
    delivery_method_raw: order.orderDeliveryMethod,
    compliance_status: order.complianceStatus,
    refund_of_source_id: isRefund ? refundedOrderId(order) : null,
    external_vendor: order.externalOrderVendor,
    customer_source_id: order.customerId,
    customer_name: fullName(order.customer ?? order.billTo),
    team_member: order.salesAssociate?.name ?? null,
    team_member_source_id: order.salesAssociate?.accountId ?? null,
    club_source_id: order.club?.clubId ?? null,
    club_name: order.club?.clubTitle ?? null,
    release_source_id: order.club?.clubPackageId ?? null,
    release_name: order.club?.clubPackageTitle ?? null,
    city: address?.city ?? null,
    state: address?.stateCode ?? null,
    country: address?.countryCode ?? null,
    postal_code: address?.zipCode ?? null,
    requested_ship: toLocalDay(shipDate, timeZone),
    currency,
    is_refund: isRefund,
  } as const
}

const describeLine = ({ id, item, article, quantity, price }: SoldLine, facts: ProductFacts) => {
  const product = facts.get(article.productId ?? '')
  const category = product?.category ?? item.departmentCode
  const { type, taxType, productTitle: title, costOfGood } = article
  return {
    id,
    sku: article.sku,
    product_source_id: article.productVariantId,
    product_title: title,
    category,
    brand: product?.brand ?? item.vendor,
    vintage: product?.vintage ?? null,
    varietal: product?.varietal ?? null,
    item_kind: c7ItemKind({ type: type ?? (article === item ? null : 'Wine'), taxType, title, category }),
    item_kind_raw: type ?? item.type,
    unit_price: Math.round(price * 100) / 10_000,
    ...(costOfGood === null ? {} : { cost: Math.round(costOfGood * quantity) || 0 }),
  }
}

/** An order and its lines. Throws `RecordProblem`. */
export const orderRows = (order: Order, accounting: AccountingSettings, facts: ProductFacts): CanonicalRow[] =>
  saleRows(orderColumns(order, accounting), orderAmounts(order), (line) => describeLine(line, facts)).rows

/** When each release was first charged, epoch milliseconds by ID. */
export const ReleaseDates = z.record(z.string(), z.number())
export type ReleaseDates = z.output<typeof ReleaseDates>

const releaseRow = (id: string, { release_name, club_source_id, club_name, ordered }: OrderRow): CanonicalRow => {
  const name = release_name ?? 'Release without a name'
  return utcRow('club_releases', { id, updated: null, name, club_source_id, club_name, released: ordered })
}

// An order does not name its membership, which is found by club and customer.
const memberRow = (id: string, order: OrderRow): CanonicalRow =>
  utcRow('release_members', {
    id: order.source_id,
    updated: order.source_updated,
    release_source_id: id,
    membership_source_id: `${order.club_source_id}/${order.customer_source_id}`,
    status: 'processed',
    order_source_id: order.source_id,
  })

/**
 * Commerce7 has no list of club releases: a club order names its package. A release begins with its first order, and its
 * members are those who were charged. `before`: the dates of earlier orders.
 */
export const releaseRows = (orders: readonly OrderRow[], before: ReleaseDates) => {
  const dates = new Map(Object.entries(before))
  const releases = new Map<string, CanonicalRow>()
  const members: CanonicalRow[] = []
  const canceled: string[] = []
  for (const order of orders) {
    const { release_source_id: id } = order
    const ordered = Number(order.ordered)
    if (id === null || order.is_refund) continue
    if (ordered < (dates.get(id) ?? Number.POSITIVE_INFINITY)) {
      dates.set(id, ordered)
      releases.set(id, releaseRow(id, order))
    }
    if (order.payment_status === 'cancelled') canceled.push(order.source_id)
    else members.push(memberRow(id, order))
  }
  const rows = [...releases.values(), ...members]
  return { rows, removed: toRemovals('release_members', canceled), dates: Object.fromEntries(dates) }
}
