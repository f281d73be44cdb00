import { toMinor } from '#domain/money.ts'
import { type AddedAmounts, type LineAmounts, settleParts, sumBy } from '../kit/order-amounts.ts'
import {
  liveChecks,
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
export const chargeUse = ({ gratuity, delivery, serviceChargeCategory }: ToastServiceCharge): ChargeUse => {
  if (gratuity) return 'tip'
  if (serviceChargeCategory === 'FUNDRAISING_CAMPAIGN') return 'passedOn'
  return delivery ? 'shipping' : 'line'
}

/** A charge is no unit. */
export const chargeLine = (charge: ToastServiceCharge, amount: number): ToastLine => ({
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
