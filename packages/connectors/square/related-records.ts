import type { Connection, QuarantinedRecord } from '../kit/connector.ts'
import type { SellerDirectory } from './directory.ts'
import { findOrders } from './lookups.ts'
import { findPayment, type RelatedRecords, resolveCustomerId } from './order-context.ts'
import { partOrder } from './order-parts.ts'
import { returnsByOriginal } from './order-rows.ts'
import type { SquareOrder } from './order-schema.ts'
import { type FoundPayments, findPayments, findRefundOrders } from './payment-lookup.ts'
import type { SquarePayment } from './record-schemas.ts'
import type { SquareApi } from './square-api.ts'

export type Account = Connection['account']

const NO_PAYMENTS: FoundPayments = { payments: new Map(), quarantined: [] }

const returnedIds = (orders: readonly SquareOrder[]): string[] =>
  orders.flatMap(({ returns }) => returns.flatMap(({ source_order_id }) => source_order_id ?? []))

/** Orders refunded without items: only the payment names them. */
const refundedWithoutReturn = (
  orders: readonly SquareOrder[],
  payments: ReadonlyMap<string, SquarePayment>,
  known: ReadonlyMap<string, SquareOrder>,
): string[] =>
  orders.flatMap((order) => {
    const id = partOrder(order).returns.some(({ originalId }) => originalId === null)
      ? (findPayment(order, payments)?.order_id ?? null)
      : null
    return id === null || id === order.id || known.has(id) ? [] : id
  })

/** All returns of the orders that these refund. */
const allReturns = async (
  api: SquareApi,
  orders: readonly SquareOrder[],
  payments: ReadonlyMap<string, SquarePayment>,
): Promise<RelatedRecords['returns']> => {
  const refunding = orders.filter((order) => partOrder(order).returns.length > 0)
  const refunded = new Set(refunding.flatMap((order) => findPayment(order, payments) ?? []))
  const known = new Map(refunding.map((order) => [order.id, order]))
  const others = (await findRefundOrders(api, refunded)).filter((id) => !known.has(id))
  return returnsByOriginal([...known.values(), ...(await findOrders(api, others)).values()], payments)
}

/** Fetches all related records of these orders. */
export const fetchRelatedRecords = async (
  directory: SellerDirectory,
  { currency, timeZone }: Account,
  orders: readonly SquareOrder[],
): Promise<{ surroundings: RelatedRecords; quarantined: readonly QuarantinedRecord[] }> => {
  const { api } = directory
  const { may } = await directory.permissions()
  const known = new Map(orders.map((order) => [order.id, order]))
  const originals = await findOrders(
    api,
    returnedIds(orders).filter((id) => !known.has(id)),
  )
  const all = new Map([...originals, ...known])
  const { payments, quarantined } = may('PAYMENTS_READ') ? await findPayments(api, [...all.values()]) : NO_PAYMENTS
  for (const [id, order] of await findOrders(api, refundedWithoutReturn(orders, payments, all))) all.set(id, order)
  const customerIds = [...all.values()].flatMap((order) => resolveCustomerId(order, findPayment(order, payments)) ?? [])
  return {
    surroundings: {
      currency: (await directory.locations()).find((location) => location.currency !== null)?.currency ?? currency,
      timeZone,
      products: (await directory.catalog()).products,
      teamNames: await directory.teamNames(),
      locationNames: new Map(
        (await directory.locations()).flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
      ),
      payments,
      customers: may('CUSTOMERS_READ') ? await directory.customers.of(customerIds) : new Map(),
      originals: all,
      returns: await allReturns(api, orders, payments),
    },
    quarantined,
  }
}
