import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { isWithin, type PlatformOrder, type QuarantinedRecord, type Span } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { negative } from '../kit/order-amounts.ts'
import type { ListPage, Page } from '../kit/paging.ts'
import { parseEach, readRecordId, readRecords } from '../kit/read-records.ts'
import { countedAt } from './codes.ts'
import { orderCurrency, refundedMoney, splitOrder } from './order-amounts.ts'
import { findPayment, type RelatedRecords, resolveCustomerId, returnsByOriginal } from './order-rows.ts'
import { formatOrderNumber, SquareOrder, SquarePayment } from './order-schema.ts'
import type { Seller } from './seller.ts'
import { inBatches, instantText, type ListRequest, Records, type SquareApi } from './square-api.ts'

/** Locations that one search accepts. */
const LOCATIONS_AT_ONCE = 10
/** Orders per response. Square allows up to 1,000, which makes responses of about 10 MB. */
const ORDERS_AT_ONCE = 500
/** Orders that Square returns by ID at once. */
const IDS_AT_ONCE = 100
/** Before Square took its first payment. */
const BEGINNING = Date.UTC(2009, 0, 1)
/** Square finds orders by the time they were made, and counts them when they are paid: up to this much later. */
const PAID_WITHIN_MS = 62 * DAY_MS
/** Enough to meet the codes that a business uses. */
const SAMPLED_ORDERS = 50

const locationBatches = async ({ locations }: Seller): Promise<string[][]> =>
  inBatches(
    (await locations()).map(({ id }) => id),
    LOCATIONS_AT_ONCE,
  )

/** `range`: both ends are inclusive. */
const search = (
  locationIds: readonly string[],
  field: 'created_at' | 'updated_at',
  range: object,
  sort_order: 'ASC' | 'DESC' = 'ASC',
): ListRequest => ({
  name: 'orders',
  key: 'orders',
  path: '/v2/orders/search',
  body: {
    location_ids: locationIds,
    // Square rejects a search that is not sorted by its filtered time.
    query: { filter: { date_time_filter: { [field]: range } }, sort: { sort_field: field.toUpperCase(), sort_order } },
    limit: ORDERS_AT_ONCE,
  },
})

const startingAt = (from: number | null) => ({ start_at: instantText(from ?? BEGINNING) })

/** Where a read of changed orders continues. */
export const OrderPosition = z.object({
  /** index of the current batch of locations */
  batch: z.int(),
  /** changes of these locations were read up to here, epoch milliseconds; null: none were */
  reached: z.number().nullable(),
})
type OrderPosition = z.output<typeof OrderPosition>

const Changed = SquareOrder.pick({ updated_at: true })

/** Pages of the changed orders of all locations. */
export async function* changedOrders(
  seller: Seller,
  since: number | null,
  from: OrderPosition | null,
): AsyncGenerator<Page<OrderPosition>> {
  const batches = await locationBatches(seller)
  for (const [batch, locationIds] of batches.entries()) {
    if (batch < (from?.batch ?? 0)) continue
    let reached = batch === from?.batch ? from.reached : null
    for await (const page of seller.api.pages(search(locationIds, 'updated_at', startingAt(reached ?? since)))) {
      const updated = parseEach(page.records, Changed).map(({ updated_at }) => updated_at)
      reached = updated.length > 0 ? Math.max(0, ...updated) : reached
      const after = batch + 1 < batches.length ? { batch: batch + 1, reached: null } : null
      yield { ...page, next: page.isLast ? after : { batch, reached } }
    }
  }
}

/** Orders that count in a span, with others made in it or before it; null: all. */
export async function* listOrders(seller: Seller, span: Span | null): AsyncGenerator<ListPage> {
  for (const locationIds of await locationBatches(seller)) {
    yield* seller.api.pages(
      span === null
        ? search(locationIds, 'updated_at', startingAt(null))
        : search(locationIds, 'created_at', {
            start_at: instantText(span.from - PAID_WITHIN_MS),
            end_at: instantText(span.until - 1),
          }),
    )
  }
}

/** The orders that changed last. */
export const sampleOrders = async (seller: Seller): Promise<ListPage> => {
  const [locationIds] = await locationBatches(seller)
  if (!locationIds) return { records: [], total: null }
  return seller.api.sample(search(locationIds, 'updated_at', startingAt(null), 'DESC'), SAMPLED_ORDERS)
}

const OrderBatch = z.object({ orders: Records })

/** Orders by ID, each still to be parsed; those that Square doesn't have are absent. */
export const findOrders = async (api: SquareApi, ids: readonly string[]): Promise<unknown[]> => {
  const batches = await Array.fromAsync(inBatches(ids, IDS_AT_ONCE), (order_ids) =>
    api.call({ method: 'POST', path: '/v2/orders/batch-retrieve', body: { order_ids } }, OrderBatch),
  )
  return batches.flatMap(({ orders }) => orders)
}

/** Unreadable orders are absent, and reported by the read of all orders. */
const findReadableOrders = async (api: SquareApi, ids: readonly string[]): Promise<SquareOrder[]> =>
  parseEach(await findOrders(api, [...new Set(ids)]), SquareOrder)

/** Sales and returns separately, as we store them, with Square's totals. */
const toPlatformOrders = (order: SquareOrder, currency: string): PlatformOrder[] => {
  const { sale, returns } = splitOrder(order)
  const shared = {
    orderNumber: formatOrderNumber(order),
    ordered: countedAt(order),
    currency: orderCurrency(order, currency),
  }
  // The money that was paid back is apart from the amounts of the return, which rows are made of.
  const isPaidBack = sale === null && returns.length === 1 && order.refunds.length > 0
  return [
    ...(sale === null ? [] : [{ ...shared, sourceId: order.id, total: sale.total }]),
    ...returns.map(({ id, total }) => ({
      ...shared,
      sourceId: id,
      total: negative(isPaidBack ? refundedMoney(order) : total),
    })),
  ]
}

/** The readable part of a quarantined order, so that the comparison shows that we lack it. */
const BareOrder = SquareOrder.pick({ id: true, created_at: true, reference_id: true, total_money: true })

const readPlatformOrders = (value: unknown, currency: string): PlatformOrder[] => {
  const order = SquareOrder.safeParse(value).data
  if (order) return toPlatformOrders(order, currency)
  return parseEach([value], BareOrder).map((bare) => ({
    sourceId: bare.id,
    orderNumber: formatOrderNumber(bare),
    ordered: bare.created_at,
    currency: bare.total_money?.currency ?? currency,
    total: bare.total_money?.amount ?? 0,
  }))
}

/** Orders that count in a span. */
export async function* platformOrders(seller: Seller, span: Span): AsyncGenerator<PlatformOrder[]> {
  for await (const { records } of listOrders(seller, span)) {
    yield records
      .flatMap((record) => readPlatformOrders(record, seller.account.currency))
      .filter(({ ordered }) => isWithin(span, ordered))
  }
}

/** The payments of an order. Refunds name the refunded payment, without its day. */
const neededPayments = ({ id: orderId, location_id: locationId, tenders, refunds }: SquareOrder) =>
  [
    ...tenders.map(({ payment_id, created_at }) => ({ id: payment_id, created: created_at })),
    ...refunds.map(({ tender_id }) => ({ id: tender_id, created: null })),
  ].flatMap(({ id, created }) => (id === null ? [] : [{ id, orderId, locationId, created }]))

const MAX_GAP_MS = 3 * DAY_MS
/** A tender and its payment are created shortly after each other. */
const MARGIN_MS = 60_000
/** A window costs one call per hundred payments in it, so fewer are better fetched by ID. */
const WORTH_A_WINDOW = 3

/**
 * Spans that hold many of the payments, both ends inclusive: Square lists payments by location and time, and has no call for many IDs
 * at once. Payments outside them are cheaper to fetch by ID.
 */
export const paymentWindows = (needed: readonly { readonly locationId: string; readonly created: number | null }[]) =>
  [...Map.groupBy(needed, ({ locationId }) => locationId)].flatMap(([locationId, payments]) => {
    const runs: number[][] = []
    let last = Number.NEGATIVE_INFINITY
    for (const instant of payments.flatMap(({ created }) => created ?? []).sort((a, b) => a - b)) {
      if (instant - last > MAX_GAP_MS) runs.push([])
      runs.at(-1)?.push(instant)
      last = instant
    }
    return runs
      .filter((run) => run.length >= WORTH_A_WINDOW)
      .map((run) => ({ locationId, from: Math.min(...run) - MARGIN_MS, until: Math.max(...run) + MARGIN_MS }))
  })

const OnePayment = z.object({ payment: z.unknown() })

/** The payments of these orders. For an unreadable payment its order is reported and loaded without it. */
const findPayments = async (api: SquareApi, orders: readonly SquareOrder[]) => {
  const needed = orders.flatMap(neededPayments)
  const orderIds = new Map(needed.map(({ id, orderId }) => [id, orderId]))
  const answers = new Map<string, unknown>()
  for (const { locationId, from, until } of paymentWindows(needed)) {
    // Without a start Square lists one year, without a location the main one.
    const span = { location_id: locationId, begin_time: instantText(from), end_time: instantText(until) }
    const query = { ...span, sort_order: 'ASC', limit: 100 }
    for await (const { records } of api.pages({ name: 'payments', key: 'payments', path: '/v2/payments', query })) {
      for (const record of records) {
        const id = readRecordId(record) ?? ''
        if (orderIds.has(id)) answers.set(id, record)
      }
    }
  }
  for (const id of orderIds.keys()) {
    if (answers.has(id)) continue
    // Square does not know payments from before it kept them apart from orders.
    const answer = await api.find({ path: `/v2/payments/${encodeURIComponent(id)}` }, OnePayment)
    if (answer !== null) answers.set(id, answer.payment)
  }
  const { records, quarantined } = readRecords([...answers.values()], { schema: SquarePayment })
  return {
    payments: new Map(records.map((payment) => [payment.id, payment])),
    quarantined: quarantined.flatMap(({ sourceId, field, reason }) => {
      const orderId = orderIds.get(sourceId ?? '')
      const path = field === null ? 'payment' : `payment.${field}`
      return orderId === undefined ? [] : [{ sourceId: orderId, field: path, reason }]
    }),
  }
}

const OneRefund = z.object({ refund: z.object({ order_id: OptionalText }) })

/** All returns of the orders that these refund. Of a payment that is refunded more than once, no order names the refunds before it. */
const findReturns = async (
  api: SquareApi,
  orders: readonly SquareOrder[],
  payments: RelatedRecords['payments'],
): Promise<RelatedRecords['returns']> => {
  const refunding = orders.filter((order) => splitOrder(order).returns.length > 0)
  const refunded = new Set(refunding.flatMap((order) => findPayment(order, payments) ?? []))
  const others = new Set<string>()
  for (const id of [...refunded].flatMap(({ refund_ids }) => (refund_ids.length > 1 ? refund_ids : []))) {
    const answer = await api.find({ path: `/v2/refunds/${encodeURIComponent(id)}` }, OneRefund)
    if (answer?.refund.order_id) others.add(answer.refund.order_id)
  }
  for (const { id } of refunding) others.delete(id)
  return returnsByOriginal([...refunding, ...(await findReadableOrders(api, [...others]))], payments)
}

/** Fetches all related records of these orders. */
export const fetchRelatedRecords = async (
  seller: Seller,
  orders: readonly SquareOrder[],
): Promise<{ related: RelatedRecords; quarantined: readonly QuarantinedRecord[] }> => {
  const { api, account } = seller
  const originals = new Map(orders.map((order) => [order.id, order]))
  const addOriginals = async (ids: readonly string[]): Promise<void> => {
    const missing = ids.filter((id) => !originals.has(id))
    for (const order of await findReadableOrders(api, missing)) originals.set(order.id, order)
  }
  await addOriginals(orders.flatMap(({ returns }) => returns.flatMap(({ source_order_id }) => source_order_id ?? [])))
  const { payments, quarantined } = (await seller.may('PAYMENTS_READ'))
    ? await findPayments(api, [...originals.values()])
    : { payments: new Map<string, SquarePayment>(), quarantined: [] }
  // An order that was refunded without items is named by the payment only.
  const unnamed = orders.filter((order) => splitOrder(order).returns.some(({ originalId }) => originalId === null))
  await addOriginals(unnamed.flatMap((order) => findPayment(order, payments)?.order_id ?? []))
  const customerIds = [...originals.values()].flatMap(
    (order) => resolveCustomerId(order, findPayment(order, payments)) ?? [],
  )
  const currencies = (await seller.locations()).flatMap(({ currency }) => currency ?? [])
  return {
    related: {
      currency: currencies[0] ?? account.currency,
      timeZone: account.timeZone,
      products: (await seller.catalog()).products,
      teamNames: await seller.teamNames(),
      locationNames: await seller.locationNames(),
      payments,
      customers: (await seller.may('CUSTOMERS_READ')) ? await seller.customers(customerIds) : new Map(),
      originals,
      returns: await findReturns(api, orders, payments),
    },
    quarantined,
  }
}
