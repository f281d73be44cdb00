import type { Channel, DeliveryMethod } from '#domain/commerce.ts'
import { leadingFulfillment, toChannel, toDeliveryMethod, toVendor } from './codes.ts'
import { customerName } from './customers.ts'
import type { SquareAddress } from './fields.ts'
import type { Products } from './order-lines.ts'
import type { ReturnPart } from './order-parts.ts'
import type { SquareFulfillment, SquareOrder } from './order-schema.ts'
import type { SquareCustomer, SquarePayment } from './record-schemas.ts'

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
  readonly customers: ReadonlyMap<string, SquareCustomer>
  /** refunded orders */
  readonly originals: ReadonlyMap<string, SquareOrder>
  /** returns of refunded orders, in the order in which they were made */
  readonly returns: ReadonlyMap<string, readonly ReturnPart[]>
}

/** Customer, team member and channel. A refund has those of the refunded order. */
export interface OrderContext {
  readonly channel: Channel
  readonly channelRaw: string | null
  readonly vendor: string | null
  readonly delivery: DeliveryMethod
  readonly deliveryRaw: string | null
  readonly customerId: string | null
  readonly customerName: string | null
  readonly teamMember: string | null
  readonly teamMemberId: string | null
  readonly location: string | null
  readonly address: SquareAddress | null
}

/** IDs of the payments of an order, and of those that it refunds. */
const paymentIdsOf = ({ tenders, refunds }: SquareOrder): string[] =>
  [...tenders.map(({ payment_id }) => payment_id), ...refunds.map(({ tender_id }) => tender_id)].filter(
    (id) => id !== null,
  )

export const findPayment = (order: SquareOrder, payments: RelatedRecords['payments']): SquarePayment | null => {
  for (const id of paymentIdsOf(order)) {
    const payment = payments.get(id)
    if (payment !== undefined) return payment
  }
  return null
}

export const resolveCustomerId = (order: SquareOrder, payment: SquarePayment | null): string | null =>
  order.customer_id ??
  order.tenders.find(({ customer_id }) => customer_id !== null)?.customer_id ??
  payment?.customer_id ??
  null

const recipientOf = (fulfillment: SquareFulfillment | null) =>
  (fulfillment?.shipment_details ?? fulfillment?.delivery_details ?? fulfillment?.pickup_details)?.recipient ?? null

const isKnownCustomer = (address: SquareAddress | null | undefined): address is SquareAddress =>
  address !== null && address !== undefined && Object.values(address).some((part) => part !== null)

export const orderContext = (order: SquareOrder, surroundings: RelatedRecords): OrderContext => {
  const payment = findPayment(order, surroundings.payments)
  const product = payment?.application_details?.square_product ?? null
  const customerId = resolveCustomerId(order, payment)
  const customer = surroundings.customers.get(customerId ?? '')
  const leading = leadingFulfillment(order.fulfillments)
  const recipient = recipientOf(leading)
  const source = order.source?.name ?? null
  const seller = payment?.team_member_id ?? null
  return {
    channel: toChannel(order, product),
    channelRaw: source ?? product,
    vendor: toVendor(source),
    delivery: toDeliveryMethod(order.fulfillments),
    deliveryRaw: leading?.type ?? null,
    customerId,
    customerName: (customer === undefined ? null : customerName(customer)) ?? recipient?.display_name ?? null,
    teamMemberId: seller,
    location: surroundings.locationNames.get(order.location_id) ?? null,
    // A team member whom Square no longer lists is shown by ID.
    teamMember: seller === null ? null : (surroundings.teamNames.get(seller) ?? seller),
    address:
      [recipient?.address, payment?.shipping_address, payment?.billing_address, customer?.address].find(
        isKnownCustomer,
      ) ?? null,
  }
}
