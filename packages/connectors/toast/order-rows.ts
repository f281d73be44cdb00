import { toItemKind } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { type OrderRow, orderWithRefunds, productColumns, withoutProduct } from '../kit/order-rows.ts'
import { customerRow, utcRow } from '../kit/rows.ts'
import {
  hasOpenCheck,
  isCanceled,
  resolveChannel,
  resolvePaymentState,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
} from './codes.ts'
import type { OrderReferences } from './location.ts'
import { computeRefunds, type OrderAmounts, orderAmounts, type ToastLine } from './order-amounts.ts'
import {
  countedAt,
  formatOrderNumber,
  isOrder,
  liveChecks,
  type ToastOrder,
  type ToastSelection,
} from './order-schema.ts'

const listCustomers = (order: ToastOrder) => liveChecks(order).flatMap(({ customer }) => customer ?? [])

/** The first guest who is named; one known by a loyalty account alone has no name. */
const findCustomer = (order: ToastOrder) => {
  const customers = listCustomers(order).filter(({ id }) => id !== null)
  return customers.find(({ name }) => name !== null) ?? customers[0]
}

const findOption = ({ diningOption }: ToastOrder, { names }: OrderReferences) =>
  names.diningOptions.get(diningOption ?? '') ?? null

const resolveOrderType = (order: ToastOrder, { total, lines }: OrderAmounts): OrderRow['order_type'] => {
  if (total !== 0 || isCanceled(order)) return 'regular'
  return lines.length > 0 ? 'no_charge' : 'other'
}

const orderColumns = (order: ToastOrder, amounts: OrderAmounts, about: OrderReferences) => {
  const { source, server, deliveryInfo } = order
  const option = findOption(order, about)
  const { channel, vendor } = resolveChannel(source, option)
  const customer = findCustomer(order)
  return {
    source_id: order.guid,
    source_updated: order.modifiedDate,
    order_number: formatOrderNumber(order),
    ordered: countedAt(order, about),
    channel,
    channel_raw: source,
    order_type: resolveOrderType(order, amounts),
    payment_status: toPaymentStatus(order),
    payment_status_raw: resolvePaymentState(order),
    fulfillment_status: toFulfillmentStatus(order, option),
    fulfillment_status_raw: order.approvalStatus,
    delivery_method: toDeliveryMethod(option),
    delivery_method_raw: option?.name ?? null,
    external_vendor: vendor,
    customer_source_id: customer?.id ?? null,
    customer_name: customer?.name ?? null,
    team_member: server === null ? null : (about.employees.get(server) ?? server),
    team_member_source_id: server,
    location: about.location,
    city: deliveryInfo?.city ?? null,
    state: deliveryInfo?.state ?? null,
    country: null,
    postal_code: deliveryInfo?.zipCode ?? null,
    currency: about.currency,
  }
}

/** Gift cards, and payments of house accounts, are no sales. */
const DEFERRED = ['TOAST_CARD_SELL', 'TOAST_CARD_RELOAD', 'HOUSE_ACCOUNT_PAY_BALANCE']

/** A product that is on no menu any more is described by the line. */
const describeItem = (item: ToastSelection, { byGuid, names }: OrderReferences) => {
  const { displayName: title, selectionType } = item
  const product = byGuid.get(item.item?.guid ?? '')
  const category = names.salesCategories.get(item.salesCategory ?? '') ?? product?.category ?? null
  const isDeferred = item.deferred || DEFERRED.includes(selectionType ?? '')
  const kind = isDeferred ? 'gift_card' : (product?.kind ?? toItemKind({ title, categories: [category] }))
  const id = item.item?.multiLocationId ?? item.item?.guid ?? null
  const raw = selectionType === null || selectionType === 'NONE' ? (product?.rawKind ?? null) : selectionType
  return { ...productColumns(product, { sku: null, id, title, kind, raw }), category }
}

const describeLine = ({ id, sold }: ToastLine, about: OrderReferences) => ({
  id,
  ...('chargeAmount' in sold
    ? withoutProduct(sold.name ?? 'Service charge', sold.serviceChargeCategory ?? 'SERVICE_CHARGE')
    : describeItem(sold, about)),
})

const customerRows = (order: ToastOrder): CanonicalRow[] =>
  listCustomers(order).flatMap(({ id, name, email }): CanonicalRow[] => {
    if (id === null || (name === null && email === null)) return []
    // Only the order has a date of change.
    return [customerRow({ id, updated: null, name, email, address: null, since: null })]
  })

/** A party at a table is a visit: staff enter how many guests sit there. Elsewhere the number of guests is always one. */
const visitRows = (order: ToastOrder, row: ReturnType<typeof orderColumns>, about: OrderReferences): CanonicalRow[] => {
  const option = findOption(order, about)
  if (!about.countsGuests || order.table === null || option?.behavior !== 'DINE_IN') return []
  const status = isCanceled(order) ? 'cancelled' : hasOpenCheck(order) ? 'checked_in' : 'closed_out'
  return [
    utcRow('reservations', {
      id: order.guid,
      updated: order.modifiedDate,
      reserved: row.ordered,
      experience: about.names.revenueCenters.get(order.revenueCenter ?? '') ?? option.name,
      status,
      status_raw: row.payment_status_raw,
      channel: row.channel,
      guests: order.numberOfGuests ?? 0,
      trade_guests: null,
      customer_source_id: row.customer_source_id,
      team_member: row.team_member,
      team_member_source_id: order.server,
      order_source_id: order.guid,
      external_vendor: row.external_vendor,
    }),
  ]
}

/** An order with its lines, its refunds as separate orders, its guests, and its party at a table. */
export const orderRows = (order: ToastOrder, about: OrderReferences): CanonicalRow[] => {
  if (!isOrder(order)) return []
  const amounts = orderAmounts(order, about.currency)
  const describe = (line: ToastLine) => describeLine(line, about)
  const columns = orderColumns(order, amounts, about)
  const refunds = computeRefunds(order, about).map((refund) => ({ ...refund, updated: order.modifiedDate }))
  return [
    ...customerRows(order),
    ...orderWithRefunds(columns, amounts, refunds, describe),
    ...visitRows(order, columns, about),
  ]
}
