import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { guestId } from '../kit/guest-id.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import {
  adjustmentLine,
  computeUnitPrice,
  type LinePosition,
  type LineRow,
  type OrderRow,
  orderWithLines,
  placed,
  refundRow,
} from '../kit/order-rows.ts'
import {
  hasOpenCheck,
  isCanceled,
  resolvePaymentState,
  toChannel,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  toVendor,
} from './codes.ts'
import { onBusinessDay } from './fields.ts'
import type { Names } from './location.ts'
import type { Menu } from './menu.ts'
import { type LineAmounts, type OrderAmounts, orderAmounts } from './order-amounts.ts'
import { isOrder, liveChecks, type ToastCustomer, type ToastOrder } from './order-schema.ts'
import { computeRefundAmounts, type RefundAmounts, refundNumber } from './refunds.ts'

/** What orders of a location refer to. */
export interface OrderReferences {
  readonly timeZone: string
  readonly currency: string
  readonly names: Names
  readonly employees: ReadonlyMap<string, string>
  readonly byGuid: Menu['byGuid']
  /** parties at tables are visits */
  readonly countsGuests: boolean
}

/** Numbers begin anew each day. */
export const formatOrderNumber = ({
  guid,
  displayNumber,
  checks,
}: Pick<ToastOrder, 'guid' | 'displayNumber' | 'checks'>): string =>
  displayNumber ?? checks.find((check) => check.displayNumber !== null)?.displayNumber ?? guid

export const formatCustomerName = ({ firstName, lastName }: ToastCustomer): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null

const customerIdOf = ({ guid, email }: ToastCustomer): string | null => guid ?? (email === null ? null : guestId(email))

const customersOf = (order: ToastOrder): ToastCustomer[] => liveChecks(order).flatMap(({ customer }) => customer ?? [])

/** The first guest who is named; one known by a loyalty account alone has no name. */
const findCustomer = (order: ToastOrder): ToastCustomer | null => {
  const customers = customersOf(order).filter((customer) => customerIdOf(customer) !== null)
  return customers.find((customer) => formatCustomerName(customer) !== null) ?? customers[0] ?? null
}

/** When an order counts: when it was opened, or what it is promised for, on its business day. */
export const countedAt = (
  { openedDate, businessDate }: Pick<ToastOrder, 'openedDate' | 'businessDate'>,
  timeZone: string,
): number => onBusinessDay(openedDate, businessDate, timeZone)

const optionOf = ({ diningOption }: ToastOrder, { names }: OrderReferences) =>
  names.diningOptions.get(diningOption ?? '') ?? null

const serverOf = ({ server }: ToastOrder, { employees }: OrderReferences) => ({
  team_member: server === null ? null : (employees.get(server) ?? server),
  team_member_source_id: server,
})

const orderTypeOf = (order: ToastOrder, { total, lines }: OrderAmounts): OrderRow['order_type'] => {
  if (total !== 0 || isCanceled(order)) return 'regular'
  return lines.length > 0 ? 'no_charge' : 'other'
}

const orderRow = (order: ToastOrder, amounts: OrderAmounts, about: OrderReferences): OrderRow => {
  const option = optionOf(order, about)
  const customer = findCustomer(order)
  const { lines, adjustment, shipping, tax, tip, total } = amounts
  const discount = sumBy(lines, (line) => line.discount)
  return {
    source_id: order.guid,
    source_updated: order.modifiedDate,
    time_basis: 'utc',
    order_number: formatOrderNumber(order),
    ordered: countedAt(order, about.timeZone),
    channel: toChannel(order.source, option),
    channel_raw: order.source,
    order_type: orderTypeOf(order, amounts),
    order_type_raw: null,
    payment_status: toPaymentStatus(order),
    payment_status_raw: resolvePaymentState(order),
    fulfillment_status: toFulfillmentStatus(order, option),
    fulfillment_status_raw: order.approvalStatus,
    delivery_method: toDeliveryMethod(option),
    delivery_method_raw: option?.name ?? null,
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: toVendor(option),
    customer_source_id: customer === null ? null : customerIdOf(customer),
    customer_name: customer === null ? null : formatCustomerName(customer),
    ...serverOf(order, about),
    club_source_id: null,
    club_name: null,
    release_source_id: null,
    release_name: null,
    city: order.deliveryInfo?.city ?? null,
    state: order.deliveryInfo?.state ?? null,
    country: null,
    postal_code: order.deliveryInfo?.zipCode ?? null,
    requested_ship: null,
    currency: about.currency,
    subtotal: sumBy(lines, ({ amount }) => amount) + discount + adjustment,
    discount,
    shipping,
    tax,
    tip,
    total,
    is_refund: false,
  }
}

/** A product that is on no menu any more is described by the line. */
const productColumns = ({ selection, title, kind, rawKind }: LineAmounts, { byGuid, names }: OrderReferences) => {
  const product = byGuid.get(selection?.item?.guid ?? '')
  const category = names.salesCategories.get(selection?.salesCategory ?? '') ?? product?.category ?? null
  const itemKind = kind ?? product?.kind ?? toItemKind({ title, categories: [category] })
  return {
    sku: product?.sku ?? null,
    product_source_id: product?.id ?? selection?.item?.multiLocationId ?? selection?.item?.guid ?? null,
    product_title: title,
    category: selection === null ? null : category,
    brand: null,
    vintage: product?.vintage ?? vintageIn(title, itemKind),
    varietal: null,
    item_kind: itemKind,
    item_kind_raw: rawKind === null || rawKind === 'NONE' ? (product?.rawKind ?? null) : rawKind,
  } satisfies Partial<LineRow>
}

const lineRow = (line: LineAmounts, position: LinePosition, about: OrderReferences): LineRow => ({
  ...placed(position, line.id),
  ...productColumns(line, about),
  quantity: line.quantity,
  unit_price: computeUnitPrice(line.amount + line.discount, line.quantity, about.currency),
  discount: line.discount,
  amount: line.amount,
})

const withLines = (
  row: OrderRow,
  { lines, adjustment }: Pick<OrderAmounts, 'lines' | 'adjustment'>,
  about: OrderReferences,
  turn: (row: LineRow) => LineRow,
): CanonicalRow[] => {
  const linePosition = (index: number): LinePosition => ({
    orderId: row.source_id,
    number: index + 1,
    updated: row.source_updated,
  })
  const rest = adjustment === 0 ? [] : [adjustmentLine(adjustment, linePosition(lines.length))]
  return orderWithLines(
    row,
    [...lines.map((line, index) => lineRow(line, linePosition(index), about)), ...rest].map(turn),
  )
}

const asIs = (row: LineRow): LineRow => row

const returned = (row: LineRow): LineRow => ({
  ...row,
  quantity: negative(row.quantity),
  discount: negative(row.discount),
  amount: negative(row.amount),
})

const refundRows = (order: OrderRow, refund: RefundAmounts, index: number, about: OrderReferences): CanonicalRow[] => {
  const discount = sumBy(refund.lines, (line) => line.discount)
  const gross = sumBy(refund.lines, ({ amount }) => amount) + discount + refund.adjustment
  const of = {
    id: refund.id,
    number: refundNumber(order.order_number, index),
    refunded: onBusinessDay(refund.refunded, refund.businessDay, about.timeZone),
    updated: order.source_updated ?? refund.refunded,
  }
  return withLines(refundRow(order, of, { ...refund, gross, discount }), refund, about, returned)
}

const customerRows = (order: ToastOrder): CanonicalRow[] =>
  customersOf(order).flatMap((customer): CanonicalRow[] => {
    const id = customerIdOf(customer)
    const name = formatCustomerName(customer)
    if (id === null || (name === null && customer.email === null)) return []
    return [
      {
        table: 'customers',
        row: {
          source_id: id,
          // Only the order has a date of change.
          source_updated: null,
          time_basis: 'utc',
          name,
          email: customer.email,
          city: null,
          state: null,
          country: null,
          postal_code: null,
          birth: null,
          since: null,
          lifetime_value_seed: null,
          currency: null,
        },
      },
    ]
  })

/** A party at a table is a visit: staff enter how many guests sit there. Elsewhere the number of guests is always one. */
const visitRows = (order: ToastOrder, row: OrderRow, about: OrderReferences): CanonicalRow[] => {
  const option = optionOf(order, about)
  if (!about.countsGuests || order.table === null || option?.behavior !== 'DINE_IN') return []
  const status = isCanceled(order) ? 'cancelled' : hasOpenCheck(order) ? 'checked_in' : 'closed_out'
  return [
    {
      table: 'reservations',
      row: {
        source_id: order.guid,
        source_updated: order.modifiedDate,
        time_basis: 'utc',
        reserved: row.ordered,
        experience: about.names.revenueCenters.get(order.revenueCenter ?? '') ?? option.name,
        status,
        status_raw: row.payment_status_raw,
        channel: row.channel,
        guests: order.numberOfGuests ?? 0,
        trade_guests: null,
        customer_source_id: row.customer_source_id,
        team_member: row.team_member,
        team_member_source_id: row.team_member_source_id ?? null,
        order_source_id: order.guid,
        external_vendor: row.external_vendor,
      },
    },
  ]
}

/** An order with its lines, its refunds as separate orders, its guests, and its party at a table. */
export const orderRows = (order: ToastOrder, about: OrderReferences): CanonicalRow[] => {
  if (!isOrder(order)) return []
  const amounts = orderAmounts(order, about.currency)
  const row = orderRow(order, amounts, about)
  const refunds = computeRefundAmounts(order, amounts, about.currency)
  return [
    ...customerRows(order),
    ...withLines(row, amounts, about, asIs),
    ...refunds.flatMap((refund, index) => refundRows(row, refund, index, about)),
    ...visitRows(order, row, about),
  ]
}
