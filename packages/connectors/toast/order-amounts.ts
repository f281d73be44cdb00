import { toMinor } from '#domain/money.ts'
import { type AddedAmounts, type LineAmounts, restOf, settleParts, shareOfRest, sumBy } from '../kit/order-amounts.ts'
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

export interface OrderAmounts extends AddedAmounts<ToastLine> {
  /** part of the tip that checks charge, other than what payments add */
  readonly gratuity: number
}

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

type ChargeUse = 'tip' | 'shipping' | 'passedOn' | 'line'

/** Donations are passed on like tax, and no sales: https://doc.toasttab.com/doc/cookbook/apiIntegrationChecklistAccounting.html */
const chargeUse = ({ gratuity, delivery, serviceChargeCategory }: ToastServiceCharge): ChargeUse => {
  if (gratuity) return 'tip'
  if (serviceChargeCategory === 'FUNDRAISING_CAMPAIGN') return 'passedOn'
  return delivery ? 'shipping' : 'line'
}

/** A charge is no unit. */
const chargeLine = (charge: ToastServiceCharge, amount: number): ToastLine => ({
  id: charge.guid,
  sold: charge,
  quantity: 0,
  discount: 0,
  amount,
})

const sumCharges = (charges: readonly ToastServiceCharge[], currency: string): number =>
  sumBy(charges, ({ chargeAmount }) => toMinor(chargeAmount, currency))

/**
 * Toast describes the price of an item as including its modifiers, and the amount of a check as the sum of the prices of items. Where
 * that sum only fits with the modifiers added, they are not included.
 */
const includesModifiers = ({ amount, appliedServiceCharges, selections }: ToastCheck, currency: string): boolean => {
  const items = selections.filter(isLive)
  const modifiers = sumBy(items, (item) => nestedPrices(item, currency))
  if (modifiers === 0 || amount === null) return true
  const charges = appliedServiceCharges.filter(({ gratuity }) => !gratuity)
  const withoutModifiers = sumBy(items, ({ price }) => toMinor(price, currency)) + sumCharges(charges, currency)
  return toMinor(amount, currency) !== withoutModifiers + modifiers
}

const checkLines = (check: ToastCheck, currency: string): ToastLine[] => {
  const isIncluded = includesModifiers(check, currency)
  const charges = check.appliedServiceCharges.filter((charge) => chargeUse(charge) === 'line')
  return [
    ...check.selections.filter(isLive).flatMap((item) => itemLines(item, isIncluded, currency)),
    ...charges.map((charge) => chargeLine(charge, toMinor(charge.chargeAmount, currency))),
  ]
}

const FAILED = ['VOIDED', 'PROCESSING_VOID', 'VOIDED_AT_RISK', 'CANCELLED', 'DENIED', 'ERROR', 'ERROR_NETWORK']

/** Payments that were made and kept. */
const validPayments = ({ payments }: ToastCheck): ToastPayment[] =>
  payments.filter(({ paymentStatus, voidInfo }) => voidInfo === null && !FAILED.includes(paymentStatus ?? ''))

/** All but lines. What guests paid or have to pay has gratuities and tips, which the totals of checks don't. */
const checkSums = (checks: readonly ToastCheck[], currency: string) => {
  const charges = Map.groupBy(
    checks.flatMap(({ appliedServiceCharges }) => appliedServiceCharges),
    chargeUse,
  )
  const charged = (use: ChargeUse): number => sumCharges(charges.get(use) ?? [], currency)
  const gratuity = charged('tip')
  const tip = gratuity + sumBy(checks.flatMap(validPayments), ({ tipAmount }) => toMinor(tipAmount, currency))
  return {
    shipping: charged('shipping'),
    tax: sumBy(checks, ({ taxAmount }) => toMinor(taxAmount, currency)) + charged('passedOn'),
    gratuity,
    tip,
    total: sumBy(checks, ({ totalAmount }) => toMinor(totalAmount, currency)) + tip,
  }
}

export const orderAmounts = (order: ToastOrder, currency: string): OrderAmounts => {
  const checks = liveChecks(order)
  const lines = checks.flatMap((check) => checkLines(check, currency))
  return settleParts({ ...checkSums(checks, currency), lines }, null)
}

/** What was paid, by payments: rows have the totals of checks. Checks that aren't paid have no payment to compare. */
export const paidTotal = (order: ToastOrder, currency: string): number =>
  sumBy(liveChecks(order), (check) => {
    const payments = validPayments(check)
    if (!['CLOSED', 'PAID'].includes(check.paymentStatus ?? '') || payments.length === 0)
      return checkSums([check], currency).total
    return sumBy(payments, ({ amount, tipAmount }) => toMinor(amount, currency) + toMinor(tipAmount, currency))
  })

/** Money that was given back at one time, in minor units. */
interface RefundAmounts extends AddedAmounts<ToastLine> {
  readonly id: string
  readonly number: string
  /** on its business day */
  readonly refunded: number
}

/** The ID of a refund: of its order and the first payment that it gives back, so that it stays when more is given back. */
const refundId = (order: ToastOrder, payment: ToastPayment): string => `${order.guid}:${payment.guid}`

/** IDs of refunds that an order has, or had before it was voided or deleted. */
export const listRefundIds = (order: ToastOrder): string[] =>
  order.checks.flatMap(({ payments }) =>
    payments.flatMap((payment) => (payment.refund === null ? [] : [refundId(order, payment)])),
  )

export const isRefundId = (sourceId: string): boolean => sourceId.includes(':')

type Returned = Pick<AddedAmounts<ToastLine>, 'lines' | 'shipping' | 'tax' | 'tip'>

const NOTHING: Returned = { lines: [], shipping: 0, tax: 0, tip: 0 }

const addReturned = (parts: readonly Returned[]): Returned => ({
  lines: parts.flatMap(({ lines }) => lines),
  shipping: sumBy(parts, ({ shipping }) => shipping),
  tax: sumBy(parts, ({ tax }) => tax),
  tip: sumBy(parts, ({ tip }) => tip),
})

type OfRefund = (transaction: string | null) => boolean

/** What an item gives back includes its modifiers; a modifier alone is given back where its item isn't. */
const returnedItem = (
  item: ToastSelection,
  isOf: OfRefund,
  sold: ReadonlyMap<string, ToastLine>,
  currency: string,
): Returned => {
  const { refundDetails: details } = item
  if (details === null || !isOf(details.refundTransaction) || details.refundAmount === 0) {
    return addReturned((item.modifiers ?? []).map((modifier) => returnedItem(modifier, isOf, sold, currency)))
  }
  const amount = toMinor(details.refundAmount, currency)
  const isWhole = amount >= toMinor(item.price, currency)
  const quantity = isWhole ? (sold.get(item.guid)?.quantity ?? item.quantity) : 0
  const line: ToastLine = { id: item.guid, sold: item, quantity, discount: 0, amount }
  return { ...NOTHING, lines: [line], tax: toMinor(details.taxRefundAmount, currency) }
}

const returnedCharge = (charge: ToastServiceCharge, isOf: OfRefund, currency: string): Returned => {
  const { refundDetails: details } = charge
  if (details === null || !isOf(details.refundTransaction)) return NOTHING
  const amount = toMinor(details.refundAmount, currency)
  const tax = toMinor(details.taxRefundAmount, currency)
  const use = chargeUse(charge)
  return {
    lines: use === 'line' ? [chargeLine(charge, amount)] : [],
    shipping: use === 'shipping' ? amount : 0,
    tax: use === 'passedOn' ? tax + amount : tax,
    tip: use === 'tip' ? amount : 0,
  }
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
export const computeRefunds = (order: ToastOrder, sold: OrderAmounts, locale: Locale): RefundAmounts[] => {
  const { currency } = locale
  const lines = new Map(sold.lines.map((line) => [line.id, line]))
  const itemized = (isOf: OfRefund): Returned =>
    addReturned(
      liveChecks(order).flatMap(({ selections, appliedServiceCharges }) => [
        ...selections.map((item) => returnedItem(item, isOf, lines, currency)),
        ...appliedServiceCharges.map((charge) => returnedCharge(charge, isOf, currency)),
      ]),
    )
  const groups = groupRefunded(order)
  const [oldest] = groups.keys()
  let rest: AddedAmounts<ToastLine> = { ...sold, tip: sold.gratuity, total: sold.total - sold.tip + sold.gratuity }
  const refunds: RefundAmounts[] = []
  for (const [transaction, group] of groups) {
    const [first] = group
    if (!first || first.refund.refundDate === null) continue
    const goods = sumBy(group, ({ refund }) => toMinor(refund.refundAmount, currency))
    const tips = sumBy(group, ({ refund }) => toMinor(refund.tipRefundAmount, currency))
    // Details of an older kind name no transaction; they belong to the first refund.
    const items = itemized((key) => key === transaction || (transaction === oldest && !groups.has(key ?? '')))
    const { shipping, tax, tip } = items
    const isByAmount = items.lines.length === 0 && ((shipping === 0 && tax === 0 && tip === 0) || goods === rest.total)
    const parts = isByAmount ? shareOfRest(goods, rest) : items
    const explained = sumBy(parts.lines, ({ amount }) => amount) + parts.shipping + parts.tax + parts.tip
    const refunded = { ...parts, total: goods, adjustment: goods - explained }
    rest = restOf(rest, [refunded])
    refunds.push({
      ...refunded,
      id: refundId(order, first.payment),
      number: `${formatOrderNumber(order)}-R${refunds.length + 1}`,
      refunded: onBusinessDay(first.refund.refundDate, first.refund.refundBusinessDate, locale),
      tip: refunded.tip + tips,
      total: goods + tips,
    })
  }
  return refunds
}
