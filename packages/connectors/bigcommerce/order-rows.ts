import { vintageIn } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import {
  extraLine,
  type LinePosition,
  type LineRow,
  type OrderRow,
  orderWithLines,
  placed,
  refundRow,
} from '../kit/order-rows.ts'
import type { CatalogFacts } from './catalog.ts'
import { formatOrderSource, toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { parseMinorOrZero } from './fields.ts'
import { type ExtraAmount, type OrderAmounts, orderAmounts } from './order-money.ts'
import type { BcLine, BcOrder, BcRefund } from './order-schema.ts'
import { isPaidOut, type RefundAmounts, refundAmounts } from './refund-money.ts'
import { stateCode } from './us-states.ts'

const nameOf = ({ billing_address: { first_name, last_name, company } }: BcOrder): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || company

const toAddressColumns = ({ consignments: { shipping }, billing_address }: BcOrder) => {
  const { city, state, country_iso2, zip } = shipping[0] ?? billing_address
  return { city, state: stateCode(state, country_iso2), country: country_iso2, postal_code: zip }
}

const toOrderType = (channel: string, { total, lines }: OrderAmounts): OrderRow['order_type'] => {
  if (channel === 'club') return 'club'
  return total === 0 && lines.length > 0 ? 'no_charge' : 'regular'
}

const orderRow = (order: BcOrder, amounts: OrderAmounts, hasRefunds: boolean): OrderRow => {
  const channel = toChannel(order)
  const delivery = toDeliveryMethod(order, channel)
  const discount = sumBy(amounts.lines, (line) => line.discount)
  return {
    source_id: order.id,
    source_updated: order.date_modified,
    time_basis: 'utc',
    order_number: order.id,
    ordered: order.date_created,
    channel,
    channel_raw: formatOrderSource(order),
    order_type: toOrderType(channel, amounts),
    order_type_raw: null,
    payment_status: toPaymentStatus({ ...order, hasRefunds }),
    payment_status_raw: order.payment_status ?? order.status,
    fulfillment_status: toFulfillmentStatus(order),
    fulfillment_status_raw: order.status,
    delivery_method: delivery.method,
    delivery_method_raw: delivery.raw,
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: order.customer_id,
    customer_name: nameOf(order),
    team_member: null,
    club_source_id: null,
    club_name: null,
    release_source_id: null,
    release_name: null,
    ...toAddressColumns(order),
    requested_ship: null,
    currency: order.default_currency_code,
    subtotal: sumBy([...amounts.lines, ...amounts.extras], ({ amount }) => amount) + discount,
    discount,
    shipping: amounts.shipping,
    tax: amounts.tax,
    tip: 0,
    total: amounts.total,
    is_refund: false,
  }
}

const titleOf = ({ name, product_options }: BcLine): string => {
  const values = product_options.flatMap(({ display_value }) => display_value ?? [])
  return values.length === 0 ? name : `${name} - ${values.join(', ')}`
}

const articleColumns = (line: BcLine, catalog: CatalogFacts) => {
  const title = titleOf(line)
  const product = catalog.of(line)
  const kind = catalog.resolveItemKind(line, title)
  return {
    sku: line.sku ?? product?.sku ?? null,
    product_source_id: product?.id ?? line.variant_id,
    product_title: title,
    category: product?.category ?? null,
    brand: line.brand ?? product?.brand ?? null,
    vintage: product?.vintage ?? vintageIn(title, kind),
    varietal: product?.varietal ?? null,
    item_kind: kind,
    item_kind_raw: product?.category ?? line.type,
    unit_price: line.price_ex_tax === null ? null : Number(line.price_ex_tax),
  } satisfies Partial<LineRow>
}

/** The cost of a number of units in minor units; a cost of 0 means that none was entered. */
const costColumns = ({ cost_price_ex_tax }: BcLine, quantity: number, currency: string): { readonly cost?: number } => {
  const each = parseMinorOrZero(cost_price_ex_tax, currency)
  return each === 0 ? {} : { cost: Math.round(each * quantity) || 0 }
}

/** A refund is a part of its order at BigCommerce. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}/refund-${refundId}`

export const refundNumber = (orderId: string, refundId: string): string => `${orderId}-R${refundId}`

const toRefundRow = (order: OrderRow, { id, created }: BcRefund, amounts: RefundAmounts): OrderRow => {
  const discount = sumBy(amounts.lines, (line) => line.discount)
  const gross = sumBy([...amounts.lines, ...amounts.extras], ({ amount }) => amount) + discount
  const number = refundNumber(order.source_id, id)
  const of = { id: refundSourceId(order.source_id, id), number, refunded: created, updated: created }
  return refundRow(order, of, { ...amounts, gross, discount, tip: 0 })
}

/** Fees of a kind have numbers. */
const extraLineOf = (extra: ExtraAmount, position: LinePosition): LineRow =>
  extraLine({ ...extra, raw: extra.id.replace(/-\d+$/, '') }, position)

interface Placed {
  readonly source: BcOrder
  readonly row: OrderRow
  readonly amounts: OrderAmounts
  readonly catalog: CatalogFacts
}

const refundRows = ({ source, row, amounts: sold, catalog }: Placed, refund: BcRefund): CanonicalRow[] => {
  const amounts = refundAmounts(refund, source, sold)
  const refunded = toRefundRow(row, refund, amounts)
  const linePosition = (index: number): LinePosition => ({
    orderId: refunded.source_id,
    number: index + 1,
    updated: refund.created,
  })
  const lines = amounts.lines.map(
    ({ of: { line }, quantity, discount, amount }, index): LineRow => ({
      ...placed(linePosition(index), line.id),
      ...articleColumns(line, catalog),
      quantity: negative(quantity),
      discount: negative(discount),
      amount: negative(amount),
      ...costColumns(line, -quantity, row.currency),
    }),
  )
  const extras = amounts.extras.map(({ amount, ...extra }, index) =>
    extraLineOf({ ...extra, amount: negative(amount) }, linePosition(lines.length + index)),
  )
  return orderWithLines(refunded, [...lines, ...extras])
}

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (
  source: BcOrder,
  given: readonly BcRefund[],
  catalog: CatalogFacts,
): readonly CanonicalRow[] => {
  const refunds = given.filter(isPaidOut)
  const amounts = orderAmounts(source)
  const row = orderRow(source, amounts, refunds.length > 0)
  const linePosition = (index: number): LinePosition => ({
    orderId: source.id,
    number: index + 1,
    updated: source.date_modified,
  })
  const lines = amounts.lines.map(
    ({ line, discount, amount }, index): LineRow => ({
      ...placed(linePosition(index), line.id),
      ...articleColumns(line, catalog),
      quantity: line.quantity,
      discount,
      amount,
      ...costColumns(line, line.quantity, row.currency),
    }),
  )
  const extras = amounts.extras.map((extra, index) => extraLineOf(extra, linePosition(lines.length + index)))
  return [
    ...orderWithLines(row, [...lines, ...extras]),
    ...refunds.flatMap((refund) => refundRows({ source, row, amounts, catalog }, refund)),
  ]
}
