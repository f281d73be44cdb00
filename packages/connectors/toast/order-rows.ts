import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { guestId } from '../kit/guest-id.ts'
import { computeUnitPrice, type OrderRow, refundRows, saleRows } from '../kit/order-rows.ts'
import { customerRow } from '../kit/person.ts'
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
import { computeRefundAmounts, refundNumber } from './refunds.ts'

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

const orderColumns = (order: ToastOrder, amounts: OrderAmounts, about: OrderReferences) => {
  const option = optionOf(order, about)
  const customer = findCustomer(order)
  return {
    source_id: order.guid,
    source_updated: order.modifiedDate,
    order_number: formatOrderNumber(order),
    ordered: countedAt(order, about.timeZone),
    channel: toChannel(order.source, option),
    channel_raw: order.source,
    order_type: orderTypeOf(order, amounts),
    payment_status: toPaymentStatus(order),
    payment_status_raw: resolvePaymentState(order),
    fulfillment_status: toFulfillmentStatus(order, option),
    fulfillment_status_raw: order.approvalStatus,
    delivery_method: toDeliveryMethod(option),
    delivery_method_raw: option?.name ?? null,
    external_vendor: toVendor(option),
    customer_source_id: customer === null ? null : customerIdOf(customer),
    customer_name: customer === null ? null : formatCustomerName(customer),
    ...serverOf(order, about),
    city: order.deliveryInfo?.city ?? null,
    state: order.deliveryInfo?.state ?? null,
    country: null,
    postal_code: order.deliveryInfo?.zipCode ?? null,
    currency: about.currency,
  }
}

/** A product that is on no menu any more is described by the line. */
const describeLine = (line: LineAmounts, { byGuid, names, currency }: OrderReferences) => {
  const { selection, title, kind, rawKind } = line
  const product = byGuid.get(selection?.item?.guid ?? '')
  const category = names.salesCategories.get(selection?.salesCategory ?? '') ?? product?.category ?? null
  const itemKind = kind ?? product?.kind ?? toItemKind({ title, categories: [category] })
  return {
    id: line.id,
    sku: product?.sku ?? null,
    product_source_id: product?.id ?? selection?.item?.multiLocationId ?? selection?.item?.guid ?? null,
    product_title: title,
    category: selection === null ? null : category,
    brand: null,
    vintage: product?.vintage ?? vintageIn(title, itemKind),
    varietal: null,
    item_kind: itemKind,
    item_kind_raw: rawKind === null || rawKind === 'NONE' ? (product?.rawKind ?? null) : rawKind,
    unit_price: computeUnitPrice(line.amount + line.discount, line.quantity, currency),
  }
}

const customerRows = (order: ToastOrder): CanonicalRow[] =>
  customersOf(order).flatMap((customer): CanonicalRow[] => {
    const id = customerIdOf(customer)
    const name = formatCustomerName(customer)
    if (id === null || (name === null && customer.email === null)) return []
    // Only the order has a date of change.
    return [customerRow({ id, updated: null, name, email: customer.email, address: null, since: null })]
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
  const describe = (line: LineAmounts) => describeLine(line, about)
  const { order: row, rows } = saleRows(orderColumns(order, amounts, about), amounts, describe)
  const refunded = computeRefundAmounts(order, amounts, about.currency).flatMap((refund, index) => {
    const of = {
      id: refund.id,
      number: refundNumber(row.order_number, index),
      refunded: onBusinessDay(refund.refunded, refund.businessDay, about.timeZone),
      updated: row.source_updated ?? refund.refunded,
    }
    return refundRows(row, of, refund, describe)
  })
  return [...customerRows(order), ...rows, ...refunded, ...visitRows(order, row, about)]
}
