import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { OrderType } from '#domain/commerce.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { countedAt, leadingFulfillment, toFulfillmentStatus, toPaymentStatus, toReturnStatus } from './codes.ts'
import {
  type AddedParts,
  addUp,
  amountBack,
  itemsBack,
  leftOf,
  type OrderAmounts,
  type OrderParts,
  returnedParts,
  type SalePart,
  wholeSale,
} from './order-amounts.ts'
import { findPayment, type OrderContext, orderContext, type RelatedRecords } from './order-context.ts'
import { type Direction, lineRow, type Products, RETURN, SALE } from './order-lines.ts'
import { isByAmount, orderNumberOf, partOrder, type ReturnPart, saleParts } from './order-parts.ts'
import type { SquareOrder } from './order-schema.ts'

type OrderRow = CanonicalRecord<'orders'>

const currencyOf = (order: SquareOrder, { currency }: RelatedRecords): string =>
  order.total_money?.currency ??
  order.return_amounts?.total_money?.currency ??
  order.line_items[0]?.total_money.currency ??
  order.returns[0]?.return_line_items[0]?.total_money.currency ??
  order.refunds[0]?.amount_money?.currency ??
  currency

/** Columns that the sale and the refunds of an order share. */
const sharedColumns = (order: SquareOrder, about: OrderContext) => ({
  source_updated: order.updated_at,
  time_basis: 'utc' as const,
  ordered: countedAt(order),
  channel: about.channel,
  channel_raw: about.channelRaw,
  payment_status_raw: order.state,
  delivery_method: about.delivery,
  delivery_method_raw: about.deliveryRaw,
  compliance_status: null,
  external_vendor: about.vendor,
  customer_source_id: about.customerId,
  customer_name: about.customerName,
  team_member: about.teamMember,
  team_member_source_id: about.teamMemberId,
  location: about.location,
  club_source_id: null,
  club_name: null,
  release_source_id: null,
  release_name: null,
  city: about.address?.locality ?? null,
  state: about.address?.administrative_district_level_1 ?? null,
  country: about.address?.country ?? null,
  postal_code: about.address?.postal_code ?? null,
})

const saleType = (order: SquareOrder, { channel }: OrderContext, { subtotal, total }: OrderAmounts): OrderType => {
  if (order.returns.length > 0) return 'exchange'
  if (channel === 'club') return 'club'
  if (total !== 0 || order.state === 'CANCELED') return 'regular'
  return subtotal === 0 && order.line_items.length === 0 ? 'other' : 'no_charge'
}

const requestedShip = (order: SquareOrder, timeZone: string): string | null => {
  const expected = leadingFulfillment(order.fulfillments)?.shipment_details?.expected_shipped_at ?? null
  return expected === null ? null : localDayOf(expected, timeZone)
}

const withLines = (
  { drafts, amounts }: AddedParts,
  direction: Direction,
  makeOrder: (amounts: OrderAmounts) => OrderRow,
): CanonicalRow[] => {
  const row = makeOrder(amounts)
  const owner = { orderId: row.source_id, updated: row.source_updated, currency: row.currency, direction }
  return [
    { table: 'orders', row },
    ...drafts.map((draft, index) => ({ table: 'order_lines' as const, row: lineRow(draft, index, owner) })),
  ]
}

// A sale has lines: without them Square's response format has changed, and sales would be lost.
const checkSale = ({ total_money }: SquareOrder, { items, charges, total, tax, tip }: OrderParts): void => {
  if (total_money === null) throw new RecordProblem('total_money', 'total_money is missing')
  if (items.length === 0 && charges.length === 0 && total !== tax + tip) {
    throw new RecordProblem('line_items', 'line_items is missing')
  }
}

const saleRows = (order: SquareOrder, parts: OrderParts, surroundings: RelatedRecords): CanonicalRow[] => {
  checkSale(order, parts)
  const about = orderContext(order, surroundings)
  return withLines(addUp(parts, surroundings.products, SALE), SALE, (amounts) => ({
    ...sharedColumns(order, about),
    ...amounts,
    source_id: order.id,
    order_number: orderNumberOf(order),
    order_type: saleType(order, about, amounts),
    order_type_raw: null,
    payment_status: toPaymentStatus(order),
    fulfillment_status: toFulfillmentStatus(order.fulfillments),
    fulfillment_status_raw: leadingFulfillment(order.fulfillments)?.state ?? null,
    refund_of_source_id: null,
    requested_ship: requestedShip(order, surroundings.timeZone),
    currency: currencyOf(order, surroundings),
    is_refund: false,
  }))
}

/** The order that a return refunds; Square omits it for refunds without items. */
const originalIdOf = (
  order: SquareOrder,
  { originalId }: ReturnPart,
  payments: RelatedRecords['payments'],
): string | null => {
  if (originalId !== null || order.tenders.length > 0) return originalId
  const paid = findPayment(order, payments)?.order_id ?? null
  return paid === order.id ? null : paid
}

const addUpReturn = (
  taken: ReturnPart,
  original: SquareOrder | undefined,
  { products, returns }: RelatedRecords,
): AddedParts => {
  const sale = original && isByAmount(taken, original) ? saleParts(original) : null
  if (!original || !sale) return addUp(taken.parts, products, RETURN)
  let left = wholeSale(sale, products)
  for (const earlier of returns.get(original.id) ?? []) {
    if (earlier.id === taken.id) break
    left = leftOf(left, [partBack(earlier, original, left, products)])
  }
  const back = amountBack(taken.parts, left)
  return back ? returnedParts(back) : addUp(taken.parts, products, RETURN)
}

const partBack = (taken: ReturnPart, original: SquareOrder, left: SalePart, products: Products): SalePart =>
  (isByAmount(taken, original) ? amountBack(taken.parts, left) : null) ??
  itemsBack(
    addUp(taken.parts, products, RETURN),
    taken.items.map((item) => item.source_line_item_uid),
  )

const refundRows = (order: SquareOrder, taken: ReturnPart, surroundings: RelatedRecords): CanonicalRow[] => {
  const originalId = originalIdOf(order, taken, surroundings.payments)
  const original = surroundings.originals.get(originalId ?? '')
  return withLines(addUpReturn(taken, original, surroundings), RETURN, (amounts) => ({
    ...sharedColumns(order, orderContext(original ?? order, surroundings)),
    ...amounts,
    source_id: taken.id,
    order_number: orderNumberOf(order),
    order_type: 'refund',
    order_type_raw: 'RETURN',
    payment_status: toReturnStatus(order),
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: originalId,
    requested_ship: null,
    currency: currencyOf(order, surroundings),
    is_refund: true,
  }))
}

/**
 * The rows of an order: its sale, and each of its returns as a separate refund, with their lines. Throws `RecordProblem`.
 */
export const orderRows = (order: SquareOrder, surroundings: RelatedRecords): CanonicalRow[] => {
  const { sale, returns } = partOrder(order)
  return [
    ...(sale === null ? [] : saleRows(order, sale, surroundings)),
    ...returns.flatMap((taken) => refundRows(order, taken, surroundings)),
  ]
}

/** The returns of each refunded order, in the order in which they were made; refunds that failed took nothing. */
export const returnsByOriginal = (
  orders: Iterable<SquareOrder>,
  payments: RelatedRecords['payments'],
): RelatedRecords['returns'] => {
  const made = [...orders]
    .filter((order) => toReturnStatus(order) !== 'cancelled')
    .sort((a, b) => countedAt(a) - countedAt(b) || (a.id < b.id ? -1 : 1))
    .flatMap((order) =>
      partOrder(order).returns.map((taken) => ({ taken, originalId: originalIdOf(order, taken, payments) ?? '' })),
    )
  return new Map(
    [...Map.groupBy(made, ({ originalId }) => originalId)].map(([id, group]) => [id, group.map(({ taken }) => taken)]),
  )
}
