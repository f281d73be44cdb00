import type { LocalDay } from '#domain/ranges/local-day.ts'
import { type AddedAmounts, restOf, shareOfRest, sumBy } from '../kit/order-amounts.ts'
import { toMinorUnits } from './fields.ts'
import { chargeLine, chargeUse, type LineAmounts, type OrderAmounts } from './order-amounts.ts'
import {
  liveChecks,
  type ToastOrder,
  type ToastPayment,
  type ToastSelection,
  type ToastServiceCharge,
} from './order-schema.ts'

/** Money that was given back at one time, in minor units. */
export interface RefundAmounts extends AddedAmounts<LineAmounts> {
  readonly id: string
  readonly refunded: number
  readonly businessDay: LocalDay | null
}

interface Given {
  /** of the transaction, which Toast names since 2021; else of the payment */
  readonly key: string
  readonly payment: ToastPayment
}

/** The ID of a refund: of its order and the first payment that it gives back, so that it stays when more is given back. */
const refundId = (order: Pick<ToastOrder, 'guid'>, payment: ToastPayment): string => `${order.guid}:${payment.guid}`

/** IDs of refunds that an order has, or had before it was voided or deleted. */
export const listRefundIds = (order: ToastOrder): string[] =>
  order.checks.flatMap(({ payments }) =>
    payments.flatMap((payment) => (payment.refund === null ? [] : [refundId(order, payment)])),
  )

export const isRefundId = (sourceId: string): boolean => sourceId.includes(':')

export const refundNumber = (orderNumber: string, index: number): string => `${orderNumber}-R${index + 1}`

const givenBack = (order: ToastOrder): Given[] =>
  liveChecks(order).flatMap((check) =>
    check.payments.flatMap((payment) => {
      const { refund } = payment
      if (refund === null || !(refund.refundAmount || refund.tipRefundAmount)) return []
      return [{ key: refund.refundTransaction ?? payment.guid, payment }]
    }),
  )

interface Returned {
  readonly lines: readonly LineAmounts[]
  readonly shipping: number
  readonly tax: number
  readonly tip: number
}

const NOTHING: Returned = { lines: [], shipping: 0, tax: 0, tip: 0 }

const added = (parts: readonly Returned[]): Returned => ({
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
  lines: ReadonlyMap<string, LineAmounts>,
  currency: string,
): Returned => {
  const { refundDetails: details } = item
  if (details === null || !isOf(details.refundTransaction) || !details.refundAmount) {
    return added(item.modifiers.map((modifier) => returnedItem(modifier, isOf, lines, currency)))
  }
  const sold = lines.get(item.guid)
  const amount = toMinorUnits(details.refundAmount, currency)
  const isWhole = amount >= toMinorUnits(item.price, currency)
  const line: LineAmounts = {
    id: item.guid,
    selection: item,
    title: item.displayName ?? 'Unnamed item',
    kind: sold?.kind ?? null,
    rawKind: sold?.rawKind ?? item.selectionType,
    quantity: isWhole ? (sold?.quantity ?? item.quantity) : 0,
    discount: 0,
    amount,
  }
  return { lines: [line], shipping: 0, tax: toMinorUnits(details.taxRefundAmount, currency), tip: 0 }
}

const returnedCharge = (charge: ToastServiceCharge, isOf: OfRefund, currency: string): Returned => {
  const { refundDetails: details } = charge
  if (details === null || !isOf(details.refundTransaction)) return NOTHING
  const amount = toMinorUnits(details.refundAmount, currency)
  const tax = toMinorUnits(details.taxRefundAmount, currency)
  const use = chargeUse(charge)
  if (use === 'tip') return { lines: [], shipping: 0, tax, tip: amount }
  if (use === 'shipping') return { lines: [], shipping: amount, tax, tip: 0 }
  if (use === 'passedOn') return { lines: [], shipping: 0, tax: tax + amount, tip: 0 }
  return { lines: [chargeLine(charge, amount)], shipping: 0, tax, tip: 0 }
}

const isNothing = ({ lines, shipping, tax, tip }: Returned): boolean =>
  lines.length === 0 && shipping === 0 && tax === 0 && tip === 0

/**
 * Each refund of an order, dated by itself. What items it gives back is what they say about its transaction. One without items that
 * gives back all that is left gives back its lines; any other gives back a share of what is left but tips that guests added.
 */
export const computeRefundAmounts = (order: ToastOrder, sold: OrderAmounts, currency: string): RefundAmounts[] => {
  const groups = [...Map.groupBy(givenBack(order), ({ key }) => key).values()]
  const byId = new Map(sold.lines.map((line) => [line.id, line]))
  const named = new Set(groups.flatMap((group) => group.map(({ key }) => key)))

  const partsOf = (isOf: OfRefund): Returned =>
    added(
      liveChecks(order).flatMap(({ selections, appliedServiceCharges }) => [
        ...selections.map((item) => returnedItem(item, isOf, byId, currency)),
        ...appliedServiceCharges.map((charge) => returnedCharge(charge, isOf, currency)),
      ]),
    )

  let rest: AddedAmounts<LineAmounts> = { ...sold, tip: sold.gratuity, total: sold.total - sold.tip + sold.gratuity }
  return groups.flatMap((group, index): RefundAmounts[] => {
    const [first] = group
    const refund = first?.payment.refund
    if (!first || !refund || refund.refundDate === null) return []
    const goods = sumBy(group, ({ payment }) => toMinorUnits(payment.refund?.refundAmount ?? null, currency))
    const tips = sumBy(group, ({ payment }) => toMinorUnits(payment.refund?.tipRefundAmount ?? null, currency))
    // Details of an older kind name no transaction; they belong to the first refund.
    const isOf: OfRefund = (key) => key === first.key || (index === 0 && (key === null || !named.has(key)))
    const itemized = partsOf(isOf)
    const isByAmount = isNothing(itemized) || (itemized.lines.length === 0 && goods === rest.total)
    const parts = isByAmount ? shareOfRest(goods, rest) : itemized
    const { lines, shipping, tax } = parts
    const adjustment = goods - shipping - tax - parts.tip - sumBy(lines, ({ amount }) => amount)
    rest = restOf(rest, [{ ...parts, total: goods, adjustment }])
    return [
      {
        id: refundId(order, first.payment),
        refunded: refund.refundDate,
        businessDay: refund.refundBusinessDate,
        lines,
        shipping,
        tax,
        tip: parts.tip + tips,
        total: goods + tips,
        adjustment,
      },
    ]
  })
}
