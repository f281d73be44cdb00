import { CHANNELS, DELIVERY_METHODS, FULFILLMENT_STATUSES, ORDER_TYPES, PAYMENT_STATUSES } from '#domain/commerce.ts'
import { coded, day, flag, id, text, texts } from '../columns.ts'
import { parseMonth } from '../days.ts'
import type { ReferenceOrder } from '../derived-orders.ts'
import { codeLabel } from '../own-codes.ts'
import type { ReferenceColumn } from '../report-type.ts'
import {
  dayPart,
  dayPartAt,
  dayParts,
  dayPartValues,
  isWeekend,
  monthOfYear,
  timestampColumns,
  timestampValues,
} from '../time-parts.ts'
import { orNull, type Value } from '../value.ts'
import type { ReferenceSettings } from '../winery.ts'
import { readZipArea } from '../zip-area.ts'

/** Unfulfilled or partially fulfilled. */
export const WAITING: readonly string[] = ['unfulfilled', 'partial']

type Given = ReferenceOrder['given']

export const isCanceled = ({ payment_status }: Given): boolean => payment_status === 'cancelled'

/** Neither paid nor canceled. */
export const isOpen = (given: Given): boolean => given.payment_status !== 'paid' && !isCanceled(given)

const isAwaiting = ({ isPaid, given }: ReferenceOrder): boolean =>
  isPaid && !given.is_refund && WAITING.includes(given.fulfillment_status)

/** By the number of orders before; null: without a customer. */
const classifyCustomer = (before: number | null): string => {
  if (before === null) return 'unknown'
  return before === 0 ? 'new' : 'returning'
}

/** Values of an order that its lines share. */
export const orderColumns: Record<string, ReferenceColumn> = {
  orderId: id,
  orderNumber: id,
  customerId: id,
  releaseId: id,
  teamMemberId: id,
  clubId: id,
  channel: coded(CHANNELS),
  orderType: coded(ORDER_TYPES),
  deliveryMethod: coded(DELIVERY_METHODS),
  fulfillmentStatus: coded(FULFILLMENT_STATUSES),
  paymentStatus: coded(PAYMENT_STATUSES),
  customerName: text,
  ...texts('ownChannel', 'ownOrderType', 'ownFulfillmentStatus'),
  ...texts('channelRaw', 'orderTypeRaw', 'deliveryMethodRaw', 'fulfillmentStatusRaw', 'paymentStatusRaw'),
  ...texts('teamMember', 'salesLocation', 'clubName', 'releaseName', 'state', 'country', 'city', 'postalCode', 'zip3'),
  isClubOrder: flag,
  isRefund: flag,
  isDiscounted: flag,
  customerType: coded(['new', 'returning', 'unknown']),
  isWeekend: flag,
  dayPart,
  isAwaiting: flag,
  isScheduled: flag,
  complianceStatus: text,
  requestedShipDate: day,
  ...dayParts('requestedShip', 'requestedShipDate'),
  orderMonthOfYear: monthOfYear('orderDate'),
  ...timestampColumns('order'),
}

export const orderValues = (order: ReferenceOrder | null, settings: ReferenceSettings): Record<string, Value> => {
  const given = order?.given
  return {
    orderNumber: orNull(given?.order_number),
    customerId: order?.person?.id ?? null,
    channel: orNull(given?.channel),
    orderType: orNull(given?.order_type),
    deliveryMethod: orNull(given?.delivery_method),
    fulfillmentStatus: orNull(given?.fulfillment_status),
    paymentStatus: orNull(given?.payment_status),
    ownChannel: codeLabel('channel', given?.channel, given?.channel_raw, settings),
    ownOrderType: codeLabel('orderType', given?.order_type, given?.order_type_raw, settings),
    ownFulfillmentStatus: codeLabel(
      'fulfillmentStatus',
      given?.fulfillment_status,
      given?.fulfillment_status_raw,
      settings,
    ),
    channelRaw: orNull(given?.channel_raw),
    orderTypeRaw: orNull(given?.order_type_raw),
    deliveryMethodRaw: orNull(given?.delivery_method_raw),
    fulfillmentStatusRaw: orNull(given?.fulfillment_status_raw),
    paymentStatusRaw: orNull(given?.payment_status_raw),
    customerName: orNull(given?.customer_name),
    teamMember: orNull(given?.team_member),
    teamMemberId: orNull(given?.team_member_source_id),
    clubId: orNull(given?.club_source_id),
    clubName: orNull(given?.club_name),
    releaseId: orNull(given?.release_source_id),
    releaseName: orNull(given?.release_name),
    state: orNull(given?.state),
    country: orNull(given?.country),
    city: orNull(given?.city),
    postalCode: orNull(given?.postal_code),
    zip3: readZipArea(given),
    salesLocation: orNull(given?.location),
    isClubOrder: given ? given.channel === 'club' : null,
    isDiscounted: given ? given.discount > 0 : null,
    customerType: classifyCustomer(order?.history.before ?? null),
    isWeekend: isWeekend(order?.ordered.day ?? null),
    dayPart: order && dayPartAt(order.ordered),
    isAwaiting: order && isAwaiting(order),
    isScheduled: order === null ? false : (order.given.requested_ship ?? '') > settings.today,
    complianceStatus: orNull(given?.compliance_status?.toLowerCase()),
    requestedShipDate: given?.requested_ship ?? null,
    ...dayPartValues('requestedShip', given?.requested_ship ?? null, settings),
    orderMonthOfYear: order && parseMonth(order.ordered.day),
    ...timestampValues('order', order?.ordered ?? null, settings),
  }
}
