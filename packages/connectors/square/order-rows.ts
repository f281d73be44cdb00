import type { OrderType } from '#domain/commerce.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { restOf, sumBy } from '../kit/order-amounts.ts'
import { negativeParts, saleRows } from '../kit/order-rows.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { NO_ADDRESS } from '../kit/rows.ts'
import {
  countedAt,
  leadingFulfillment,
  toChannel,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  toReturnStatus,
  toVendor,
} from './codes.ts'
import {
  amountBack,
  isByAmount,
  itemsBack,
  type OrderAmounts,
  type OrderPart,
  orderCurrency,
  type Products,
  partAmounts,
  type ReturnPart,
  type SoldLine,
  salePart,
  splitOrder,
} from './order-amounts.ts'
import { formatOrderNumber, type SquareOrder, type SquarePayment } from './order-schema.ts'
import { customerName, type SquareCustomer } from './seller.ts'

/** All related records that an order's rows are built from. */
export interface RelatedRecords {
  /** of the account, for days that Square gives as instants */
  readonly timeZone: string
  /** fallback for an order without a currency */
  readonly currency: string
  readonly products: Products
  readonly teamNames: ReadonlyMap<string, string>
  readonly locationNames: ReadonlyMap<string, string>
  readonly payments: ReadonlyMap<string, SquarePayment>
  /** null: deleted or unreadable */
  readonly customers: ReadonlyMap<string, SquareCustomer | null>
  /** refunded orders */
  readonly originals: ReadonlyMap<string, SquareOrder>
  /** returns of refunded orders, in the order in which they were made */
  readonly returns: ReadonlyMap<string, readonly ReturnPart[]>
}

/** The first payment of an order, or that it refunds. */
export const findPayment = (
  { tenders, refunds }: SquareOrder,
  payments: RelatedRecords['payments'],
): SquarePayment | null => {
  const ids = [...tenders.map(({ payment_id }) => payment_id), ...refunds.map(({ tender_id }) => tender_id)]
  return ids.map((id) => payments.get(id ?? '')).find((payment) => payment !== undefined) ?? null
}

export const resolveCustomerId = (order: SquareOrder, payment: SquarePayment | null): string | null =>
  order.customer_id ??
  order.tenders.find(({ customer_id }) => customer_id !== null)?.customer_id ??
  payment?.customer_id ??
  null

/** Columns that sales and refunds share. `sold`: the refunded order, whose channel, customer, and team member a refund has. */
const orderColumns = (order: SquareOrder, related: RelatedRecords, sold = order) => {
  const payment = findPayment(sold, related.payments)
  const product = payment?.application_details?.square_product ?? null
  const source = sold.source?.name ?? null
  const customerId = resolveCustomerId(sold, payment)
  const customer = related.customers.get(customerId ?? '') ?? null
  const leading = leadingFulfillment(sold.fulfillments)
  const recipient = (leading?.shipment_details ?? leading?.delivery_details ?? leading?.pickup_details)?.recipient
  const address =
    recipient?.address ?? payment?.shipping_address ?? payment?.billing_address ?? customer?.address ?? NO_ADDRESS
  const memberId = payment?.team_member_id ?? null
  return {
    source_updated: order.updated_at,
    order_number: formatOrderNumber(order),
    ordered: countedAt(order),
    channel: toChannel(sold, product),
    channel_raw: source ?? product,
    payment_status_raw: order.state,
    delivery_method: toDeliveryMethod(sold.fulfillments),
    delivery_method_raw: leading?.type ?? null,
    external_vendor: toVendor(source),
    customer_source_id: customerId,
    customer_name: (customer && customerName(customer)) ?? recipient?.display_name ?? null,
    // A team member whom Square no longer lists is shown by ID.
    team_member: memberId === null ? null : (related.teamNames.get(memberId) ?? memberId),
    team_member_source_id: memberId,
    location: related.locationNames.get(sold.location_id) ?? null,
    ...address,
    currency: orderCurrency(order, related.currency),
  }
}

const describeLine = ({ quantity, discount, amount, ...described }: SoldLine) => described

const resolveOrderType = (order: SquareOrder, channel: string, { lines, total }: OrderAmounts): OrderType => {
  if (order.returns.length > 0) return 'exchange'
  if (channel === 'club') return 'club'
  if (total !== 0 || order.state === 'CANCELED') return 'regular'
  const subtotal = sumBy(lines, ({ amount, discount }) => amount + discount)
  return subtotal === 0 && order.line_items.length === 0 ? 'other' : 'no_charge'
}

const rowsOfSale = (order: SquareOrder, sale: OrderPart, related: RelatedRecords): CanonicalRow[] => {
  // A sale has lines: without them Square's response format has changed, and sales would be lost.
  if (order.total_money === null) throw new RecordProblem('total_money', 'total_money is missing')
  if (sale.items.length === 0 && sale.charges.length === 0 && sale.total !== sale.tax + sale.tip)
    throw new RecordProblem('line_items', 'line_items is missing')
  const columns = orderColumns(order, related)
  const amounts = partAmounts(sale, related.products)
  const leading = leadingFulfillment(order.fulfillments)
  const expectedShip = leading?.shipment_details?.expected_shipped_at ?? null
  const about = {
    ...columns,
    source_id: order.id,
    order_type: resolveOrderType(order, columns.channel, amounts),
    payment_status: toPaymentStatus(order),
    fulfillment_status: toFulfillmentStatus(order.fulfillments),
    fulfillment_status_raw: leading?.state ?? null,
    requested_ship: expectedShip === null ? null : localDayOf(expectedShip, related.timeZone),
  }
  return saleRows(about, amounts, describeLine).rows
}

/** The order that a return refunds; Square omits it for refunds without items. */
const resolveOriginalId = (
  order: SquareOrder,
  { originalId }: ReturnPart,
  payments: RelatedRecords['payments'],
): string | null => {
  if (originalId !== null || order.tenders.length > 0) return originalId
  const paid = findPayment(order, payments)?.order_id ?? null
  return paid === order.id ? null : paid
}

const returnAmounts = (
  taken: ReturnPart,
  original: SquareOrder | undefined,
  { products, returns }: RelatedRecords,
): OrderAmounts => {
  const sale = original && isByAmount(taken, original) ? salePart(original) : null
  if (!original || !sale) return partAmounts(taken, products)
  let left = partAmounts(sale, products)
  for (const earlier of returns.get(original.id) ?? []) {
    if (earlier.id === taken.id) break
    const back = isByAmount(earlier, original) ? amountBack(earlier, left) : null
    left = restOf(left, [back ?? itemsBack(earlier, products)])
  }
  return amountBack(taken, left) ?? partAmounts(taken, products)
}

const rowsOfReturn = (order: SquareOrder, taken: ReturnPart, related: RelatedRecords): CanonicalRow[] => {
  const originalId = resolveOriginalId(order, taken, related.payments)
  const original = related.originals.get(originalId ?? '')
  const columns = orderColumns(order, related, original)
  const about = {
    ...columns,
    source_id: taken.id,
    order_type: 'refund',
    order_type_raw: 'RETURN',
    payment_status: toReturnStatus(order),
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: originalId,
    is_refund: true,
  } as const
  return saleRows(about, negativeParts(returnAmounts(taken, original, related)), describeLine).rows
}

/** The rows of an order: its sale, and each of its returns as a separate refund, with their lines. Throws `RecordProblem`. */
export const orderRows = (order: SquareOrder, related: RelatedRecords): CanonicalRow[] => {
  const { sale, returns } = splitOrder(order)
  return [
    ...(sale === null ? [] : rowsOfSale(order, sale, related)),
    ...returns.flatMap((taken) => rowsOfReturn(order, taken, related)),
  ]
}

/** The returns of each refunded order, in the order in which they were made; refunds that failed took nothing. */
export const returnsByOriginal = (
  orders: Iterable<SquareOrder>,
  payments: RelatedRecords['payments'],
): RelatedRecords['returns'] => {
  const returns = new Map<string, ReturnPart[]>()
  const refunding = [...orders].filter((order) => toReturnStatus(order) !== 'cancelled')
  for (const order of refunding.sort((a, b) => countedAt(a) - countedAt(b) || (a.id < b.id ? -1 : 1))) {
    for (const taken of splitOrder(order).returns) {
      const originalId = resolveOriginalId(order, taken, payments) ?? ''
      returns.set(originalId, [...(returns.get(originalId) ?? []), taken])
    }
  }
  return returns
}
