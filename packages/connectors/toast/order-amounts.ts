import type { ItemKind } from '#domain/commerce.ts'
import { type AddedAmounts, sumBy } from '../kit/order-amounts.ts'
import { isPayment } from './codes.ts'
import { toMinorUnits } from './fields.ts'
import {
  liveChecks,
  type ToastCheck,
  type ToastOrder,
  type ToastSelection,
  type ToastServiceCharge,
} from './order-schema.ts'

/** What one line sells, in minor units, excluding tax. */
export interface LineAmounts {
  readonly id: string
  /** null: a service charge */
  readonly selection: ToastSelection | null
  readonly title: string
  /** where Toast says what it is; null: the product does */
  readonly kind: ItemKind | null
  readonly rawKind: string | null
  readonly quantity: number
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

export interface OrderAmounts extends AddedAmounts<LineAmounts> {
  /** part of the tip that checks charge, other than what payments add */
  readonly gratuity: number
}

const isLive = ({ voided }: ToastSelection): boolean => !voided

const modifiersOf = ({ modifiers }: ToastSelection): ToastSelection[] => modifiers.filter(isLive)

const priceOf = ({ price }: ToastSelection, currency: string): number => toMinorUnits(price, currency)

const grossOf = (selection: ToastSelection, currency: string): number =>
  Math.max(toMinorUnits(selection.preDiscountPrice ?? selection.price, currency), priceOf(selection, currency))

const nestedPrices = (selection: ToastSelection, currency: string): number =>
  sumBy(modifiersOf(selection), (modifier) => priceOf(modifier, currency) + nestedPrices(modifier, currency))

/** Gift cards, and payments of house accounts, are no sales. */
const DEFERRED = ['TOAST_CARD_SELL', 'TOAST_CARD_RELOAD', 'HOUSE_ACCOUNT_PAY_BALANCE']

const specialItemKind = ({ deferred, selectionType }: ToastSelection): ItemKind | null =>
  deferred || DEFERRED.includes(selectionType ?? '') ? 'gift_card' : null

/** An item, and each of its modifiers that has a price of its own: a part of the item, and no unit more. */
const linesOf = (selection: ToastSelection, isIncluded: boolean, currency: string): LineAmounts[] => {
  const modifiers = modifiersOf(selection)
  const within = isIncluded ? modifiers : []
  const amount = priceOf(selection, currency) - sumBy(within, (modifier) => priceOf(modifier, currency))
  const gross = grossOf(selection, currency) - sumBy(within, (modifier) => grossOf(modifier, currency))
  const line: LineAmounts = {
    id: selection.guid,
    selection,
    title: selection.displayName ?? 'Unnamed item',
    kind: specialItemKind(selection),
    rawKind: selection.selectionType,
    quantity: selection.quantity,
    discount: Math.max(gross - amount, 0),
    amount,
  }
  const nested = modifiers.flatMap((modifier) => linesOf(modifier, isIncluded, currency))
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

export const chargeLine = (charge: ToastServiceCharge, amount: number): LineAmounts => ({
  id: charge.guid,
  selection: null,
  title: charge.name ?? 'Service charge',
  kind: 'other',
  rawKind: charge.serviceChargeCategory ?? 'SERVICE_CHARGE',
  quantity: 0,
  discount: 0,
  amount,
})

/** Sums of the charges of one use. */
const sumCharges = (checks: readonly ToastCheck[], use: ChargeUse, currency: string): number =>
  sumBy(checks, ({ appliedServiceCharges }) =>
    sumBy(appliedServiceCharges, (charge) =>
      chargeUse(charge) === use ? toMinorUnits(charge.chargeAmount, currency) : 0,
    ),
  )

/**
 * Toast describes the price of an item as including its modifiers, and the amount of a check as the sum of the prices of items. Where
 * that sum only fits with the modifiers added, they are not included.
 */
const includesModifiers = (check: ToastCheck, currency: string): boolean => {
  const items = check.selections.filter(isLive)
  const modifiers = sumBy(items, (item) => nestedPrices(item, currency))
  if (modifiers === 0 || check.amount === null) return true
  const charges = sumBy(check.appliedServiceCharges, (charge) =>
    charge.gratuity ? 0 : toMinorUnits(charge.chargeAmount, currency),
  )
  const alone = sumBy(items, (item) => priceOf(item, currency))
  return toMinorUnits(check.amount, currency) !== alone + charges + modifiers
}

const checkLines = (check: ToastCheck, currency: string): LineAmounts[] => {
  const isIncluded = includesModifiers(check, currency)
  const charges = check.appliedServiceCharges.filter((charge) => chargeUse(charge) === 'line')
  return [
    ...check.selections.filter(isLive).flatMap((item) => linesOf(item, isIncluded, currency)),
    ...charges.map((charge) => chargeLine(charge, toMinorUnits(charge.chargeAmount, currency))),
  ]
}

/** Gratuities that checks charge, and tips that guests add to payments. */
const tipsOf = (checks: readonly ToastCheck[], currency: string) => {
  const gratuity = sumCharges(checks, 'tip', currency)
  const added = sumBy(checks, ({ payments }) =>
    sumBy(payments.filter(isPayment), ({ tipAmount }) => toMinorUnits(tipAmount, currency)),
  )
  return { gratuity, tip: gratuity + added }
}

/** What guests paid or have to pay: the totals of checks have no tips and no gratuities. */
export const orderTotal = (order: Pick<ToastOrder, 'checks' | 'voided'>, currency: string): number => {
  const checks = liveChecks(order)
  return sumBy(checks, ({ totalAmount }) => toMinorUnits(totalAmount, currency)) + tipsOf(checks, currency).tip
}

export const orderAmounts = (order: ToastOrder, currency: string): OrderAmounts => {
  const checks = liveChecks(order)
  const lines = checks.flatMap((check) => checkLines(check, currency))
  const shipping = sumCharges(checks, 'shipping', currency)
  const tax =
    sumBy(checks, ({ taxAmount }) => toMinorUnits(taxAmount, currency)) + sumCharges(checks, 'passedOn', currency)
  const { tip, gratuity } = tipsOf(checks, currency)
  const total = orderTotal(order, currency)
  const adjustment = total - shipping - tax - tip - sumBy(lines, ({ amount }) => amount)
  return { lines, shipping, tax, tip, gratuity, total, adjustment }
}
