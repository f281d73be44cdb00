import { toMinor } from '#domain/money.ts'
import {
  type AddedAmounts,
  addParts,
  type LineAmounts,
  type Parts,
  restOf,
  settle,
  shareOfRest,
  sumBy,
} from '../kit/order-amounts.ts'
import type { RefundFacts } from '../kit/order-rows.ts'
import {
  formatOrderNumber,
  type Locale,
  liveChecks,
  onBusinessDay,
  type ToastCheck,
  type ToastOrder,
  type ToastPayment,
  type ToastSelection,
  type ToastServiceCharge,
} from './order-schema.ts'

export interface ToastLine extends LineAmounts {
  readonly id: string
  readonly sold: ToastSelection | ToastServiceCharge
}

export type OrderAmounts = AddedAmounts<ToastLine>

const isLive = ({ voided }: ToastSelection): boolean => !voided

const liveModifiers = ({ modifiers }: ToastSelection): ToastSelection[] => (modifiers ?? []).filter(isLive)

const nestedPrices = (item: ToastSelection, currency: string): number =>
  sumBy(liveModifiers(item), (modifier) => toMinor(modifier.price, currency) + nestedPrices(modifier, currency))

/** An item, and each of its modifiers that has a price of its own: a part of the item, and no unit more. */
const itemLines = (item: ToastSelection, includesModifiers: boolean, currency: string): ToastLine[] => {
  const modifiers = liveModifiers(item)
  const ownPart = (price: (selection: ToastSelection) => number): number =>
    toMinor(price(item), currency) -
    (includesModifiers ? sumBy(modifiers, (modifier) => toMinor(price(modifier), currency)) : 0)
  const amount = ownPart(({ price }) => price)
  const gross = ownPart(({ preDiscountPrice, price }) => Math.max(preDiscountPrice ?? price, price))
  const discount = Math.max(gross - amount, 0)
  const line: ToastLine = { id: item.guid, sold: item, quantity: item.quantity, discount, amount }
  const nested = modifiers.flatMap((modifier) => itemLines(modifier, includesModifiers, currency))
  const priced = nested.filter((one) => one.amount !== 0 || one.discount !== 0)
  return [line, ...priced.map((one) => ({ ...one, quantity: 0 }))]
}

/**
 * Where a charge counts; as a line it is no unit. Donations are passed on like tax, and no sales:
 * https://doc.toasttab.com/doc/cookbook/apiIntegrationChecklistAccounting.html
 */
const chargePart = (charge: ToastServiceCharge, amount: number): Partial<Parts<ToastLine>> => {
  if (charge.gratuity) return { tip: amount }
  if (charge.serviceChargeCategory === 'FUNDRAISING_CAMPAIGN') return { tax: amount }
  if (charge.delivery) return { shipping: amount }
  return { lines: [{ id: charge.guid, sold: charge, quantity: 0, discount: 0, amount }] }
}

/**
 * Toast describes the price of an item as including its modifiers, and the amount of a check as the sum of the prices of items. Where
 * that sum only fits with the modifiers added, they are not included.
 */
const includesModifiers = ({ amount, appliedServiceCharges, selections }: ToastCheck, currency: string): boolean => {
  const items = selections.filter(isLive)
  const modifiers = sumBy(items, (item) => nestedPrices(item, currency))
  if (modifiers === 0 || amount === null) return true
  const charges = appliedServiceCharges.filter(({ gratuity }) => !gratuity)
  const withoutModifiers =
    sumBy(items, ({ price }) => toMinor(price, currency)) +
    sumBy(charges, ({ chargeAmount }) => toMinor(chargeAmount, currency))
  return toMinor(amount, currency) !== withoutModifiers + modifiers
}

const checkParts = (check: ToastCheck, currency: string): Parts<ToastLine> => {
  const isIncluded = includesModifiers(check, currency)
  const lines = check.selections.filter(isLive).flatMap((item) => itemLines(item, isIncluded, currency))
  const charges = check.appliedServiceCharges.map((charge) =>
    chargePart(charge, toMinor(charge.chargeAmount, currency)),
  )
  return addParts([{ lines, tax: toMinor(check.taxAmount, currency) }, ...charges])
}

const FAILED = ['VOIDED', 'PROCESSING_VOID', 'VOIDED_AT_RISK', 'CANCELLED', 'DENIED', 'ERROR', 'ERROR_NETWORK']

/** Payments that were made and kept. */
const validPayments = ({ payments }: ToastCheck): ToastPayment[] =>
  payments.filter(({ paymentStatus, voidInfo }) => voidInfo === null && !FAILED.includes(paymentStatus ?? ''))

/** All that guests have to pay; the totals of checks lack gratuities. */
const dueAmounts = (checks: readonly ToastCheck[], currency: string): OrderAmounts => {
  const parts = addParts(checks.map((check) => checkParts(check, currency)))
  return settle(parts, sumBy(checks, ({ totalAmount }) => toMinor(totalAmount, currency)) + parts.tip)
}

/** The same, with the tips that guests added when they paid. */
const amountsWithTips = (checks: readonly ToastCheck[], currency: string): OrderAmounts => {
  const due = dueAmounts(checks, currency)
  const tips = sumBy(checks.flatMap(validPayments), ({ tipAmount }) => toMinor(tipAmount, currency))
  return { ...due, tip: due.tip + tips, total: due.total + tips }
}

export const orderAmounts = (order: ToastOrder, currency: string): OrderAmounts =>
  amountsWithTips(liveChecks(order), currency)

/** What was paid, by payments: rows have the totals of checks. Checks that aren't paid have no payment to compare. */
export const paidTotal = (order: ToastOrder, currency: string): number =>
  sumBy(liveChecks(order), (check) => {
    const payments = validPayments(check)
    if (!['CLOSED', 'PAID'].includes(check.paymentStatus ?? '') || payments.length === 0)
      return amountsWithTips([check], currency).total
    return sumBy(payments, ({ amount, tipAmount }) => toMinor(amount, currency) + toMinor(tipAmount, currency))
  })

/** Money that was given back at one time, in minor units; dated on its business day. */
interface ToastRefund extends RefundFacts {
  readonly amounts: OrderAmounts
}

/** The ID of a refund: of its order and the first payment that it gives back, so that it stays when more is given back. */
const refundId = (order: ToastOrder, payment: ToastPayment): string => `${order.guid}:${payment.guid}`

/** IDs of refunds that an order has, or had before it was voided or deleted. */
export const listRefundIds = (order: ToastOrder): string[] =>
  order.checks.flatMap(({ payments }) =>
    payments.flatMap((payment) => (payment.refund === null ? [] : [refundId(order, payment)])),
  )

export const isRefundId = (sourceId: string): boolean => sourceId.includes(':')

type OfRefund = (transaction: string | null) => boolean

/** What an item gives back includes its modifiers; a modifier alone is given back where its item isn't. */
const returnedItem = (
  item: ToastSelection,
  isOf: OfRefund,
  sold: ReadonlyMap<string, ToastLine>,
  currency: string,
): Partial<Parts<ToastLine>> => {
  const { refundDetails: details } = item
  if (details === null || !isOf(details.refundTransaction) || details.refundAmount === 0) {
    return addParts((item.modifiers ?? []).map((modifier) => returnedItem(modifier, isOf, sold, currency)))
  }
  const amount = toMinor(details.refundAmount, currency)
  const isWhole = amount >= toMinor(item.price, currency)
  const quantity = isWhole ? (sold.get(item.guid)?.quantity ?? item.quantity) : 0
  const line: ToastLine = { id: item.guid, sold: item, quantity, discount: 0, amount }
  return { lines: [line], tax: toMinor(details.taxRefundAmount, currency) }
}

const returnedCharge = (charge: ToastServiceCharge, isOf: OfRefund, currency: string): Partial<Parts<ToastLine>> => {
  const { refundDetails: details } = charge
  if (details === null || !isOf(details.refundTransaction)) return {}
  const amount = toMinor(details.refundAmount, currency)
  return addParts([chargePart(charge, amount), { tax: toMinor(details.taxRefundAmount, currency) }])
}

/** Refunded payments by transaction, which Toast names since 2021; before, each is its own. */
const groupRefunded = (order: ToastOrder) => {
  const payments = liveChecks(order).flatMap((check) => check.payments)
  const refunded = payments.flatMap((payment) =>
    payment.refund && (payment.refund.refundAmount || payment.refund.tipRefundAmount)
      ? [{ payment, refund: payment.refund }]
      : [],
  )
  return Map.groupBy(refunded, ({ payment, refund }) => refund.refundTransaction ?? payment.guid)
}

/**
 * Each refund of an order, dated by itself. What items it gives back is what they say about its transaction. One without items that
 * gives back all that is left gives back its lines; any other gives back a share of what is left but tips that guests added.
 */
export const computeRefunds = (order: ToastOrder, locale: Locale): ToastRefund[] => {
  const { currency } = locale
  let rest = dueAmounts(liveChecks(order), currency)
  const lines = new Map(rest.lines.map((line) => [line.id, line]))
  const itemized = (isOf: OfRefund): Parts<ToastLine> =>
    addParts(
      liveChecks(order).flatMap(({ selections, appliedServiceCharges }) => [
        ...selections.map((item) => returnedItem(item, isOf, lines, currency)),
        ...appliedServiceCharges.map((charge) => returnedCharge(charge, isOf, currency)),
      ]),
    )
  const groups = groupRefunded(order)
  const [oldest] = groups.keys()
  const refunds: ToastRefund[] = []
  for (const [transaction, group] of groups) {
    const [first] = group
    if (!first || first.refund.refundDate === null) continue
    const goods = sumBy(group, ({ refund }) => toMinor(refund.refundAmount, currency))
    const tips = sumBy(group, ({ refund }) => toMinor(refund.tipRefundAmount, currency))
    // Details of an older kind name no transaction; they belong to the first refund.
    const items = itemized((key) => key === transaction || (transaction === oldest && !groups.has(key ?? '')))
    const { shipping, tax, tip } = items
    const isByAmount = items.lines.length === 0 && ((shipping === 0 && tax === 0 && tip === 0) || goods === rest.total)
    const refunded = settle(isByAmount ? shareOfRest(goods, rest) : items, goods)
    rest = restOf(rest, [refunded])
    refunds.push({
      sourceId: refundId(order, first.payment),
      orderNumber: `${formatOrderNumber(order)}-R${refunds.length + 1}`,
      ordered: onBusinessDay(first.refund.refundDate, first.refund.refundBusinessDate, locale),
      amounts: { ...refunded, tip: refunded.tip + tips, total: goods + tips },
    })
  }
  return refunds
}
