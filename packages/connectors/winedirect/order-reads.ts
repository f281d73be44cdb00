import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { isWithin, type PlatformOrder, type QuarantinedRecord, type Span, type StreamState } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import type { OrderRow } from '../kit/order-rows.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { describeProblem, readRecords, toRemovals } from '../kit/read-records.ts'
import { rowsOfTable } from '../kit/rows.ts'
import type { ConvertedRecords } from '../kit/stream.ts'
import { isRefunded } from './codes.ts'
import { formatTimestamp, parseMinorField } from './fields.ts'
import type { WineDirectAccount } from './lists.ts'
import { isRefundOrder, type OrderContext, orderRows, paidTotal, returnOrderId, returnRows } from './order-rows.ts'
import { OrderDetail, OrderSummary, type WineDirectOrder } from './order-schema.ts'
import { searchAll, searchById, searchFirst, type WineDirectApi } from './winedirect-api.ts'
import { findChild, readChildText } from './xml.ts'

export const ORDERS = searchById({ service: 'order', list: 'Orders', id: 'OrderID', maxRows: 200 })

const readSummaries = (records: readonly unknown[]) => readRecords(records, { schema: OrderSummary, idOf: ORDERS.idOf })

/** A list of orders has no items, so each order costs a separate call; this many run at a time. */
const DETAILS_AT_ONCE = 6

const fetchDetail = async (api: WineDirectApi, summary: OrderSummary): Promise<WineDirectOrder | QuarantinedRecord> => {
  const sourceId = summary.OrderID
  try {
    const answer = await api.call('order', 'GetOrderDetail', { OrderID: sourceId, ShowKitAsIndividualSKUs: false })
    const order = findChild(answer, 'Order')
    if (!order) throw new MalformedResponse('A response to GetOrderDetail has no order')
    const { data: detail, error } = OrderDetail.safeParse(order)
    if (error) return { sourceId, ...describeProblem(error, order) }
    if (detail.OrderID !== sourceId) throw new MalformedResponse('GetOrderDetail returned another order')
    return { ...summary, detail }
  } catch (error) {
    // It may have been deleted since it was listed.
    if (error instanceof RequestRejected) return { sourceId, field: null, reason: error.message }
    throw error
  }
}

/** Listed orders with their details; orders without usable details are quarantined. */
const fetchDetails = async (api: WineDirectApi, summaries: readonly OrderSummary[]) => {
  const answers: (WineDirectOrder | QuarantinedRecord)[] = []
  for (let start = 0; start < summaries.length; start += DETAILS_AT_ONCE) {
    const some = summaries.slice(start, start + DETAILS_AT_ONCE)
    answers.push(...(await Promise.all(some.map((summary) => fetchDetail(api, summary)))))
  }
  return {
    orders: answers.filter((answer) => 'detail' in answer),
    quarantined: answers.filter((answer) => 'reason' in answer),
  }
}

/** Refunds name the refunded order by its number; we use its ID. */
const findRefundedIds = async (
  api: WineDirectApi,
  orders: readonly WineDirectOrder[],
): Promise<ReadonlyMap<string, string>> => {
  const refunded = new Map<string, string>()
  for (const { OrderID, OrderNumber, WebsiteID, detail } of orders) {
    const number = detail.PreviousOrderNumber
    if (number === null || number === OrderNumber || !isRefundOrder(detail)) continue
    const onPage = orders.find((one) => one.OrderNumber === number && one.WebsiteID === WebsiteID)
    const parameters = { WebsiteIDs: WebsiteID ?? undefined, OrderNumber: number }
    const [other] = onPage ? [] : await searchFirst(api, ORDERS, 1, parameters)
    const id = onPage?.OrderID ?? (other && readChildText(other, 'OrderID'))
    if (id) refunded.set(OrderID, id)
  }
  return refunded
}

/** A later change may repeat a recent timestamp, whatever the platform's clock. */
const SETTLED_MS = 3 * 3_600_000

const Saved = z.object({
  memory: z.object({ unchanged: z.record(z.string(), z.number()), returned: z.array(z.string()) }),
})

/** What reads of orders keep in their state. */
export interface OrderMemory {
  /** last changes of orders by their IDs, epoch milliseconds: their details need not be fetched again */
  readonly unchanged: Map<string, number>
  /** IDs of orders that a separate order refunds */
  readonly returned: Set<string>
  /** every order must be listed, even if it did not change */
  readonly isWhole: boolean
}

export const readMemory = (state: StreamState | null, isWhole: boolean): OrderMemory => {
  const saved = Saved.safeParse(state).data?.memory
  return { unchanged: new Map(Object.entries(saved?.unchanged ?? {})), returned: new Set(saved?.returned), isWhole }
}

/** Only changes of the last day are read again. */
export const saveMemory = ({ unchanged, returned }: OrderMemory, now: number): StreamState => {
  const recent = [...unchanged].filter(([, modified]) => modified >= now - DAY_MS)
  return { memory: { unchanged: Object.fromEntries(recent), returned: [...returned] } }
}

/** Orders with their lines, and refunds that have no order of their own; refunds with their own order are removed. */
export const convertOrders = async (
  { api, currency, now, catalog }: WineDirectAccount,
  { unchanged, returned, isWhole }: OrderMemory,
  records: readonly unknown[],
): Promise<ConvertedRecords> => {
  const listed = readSummaries(records)
  const changed = listed.records.filter(
    ({ OrderID, DateModified }) => isWhole || DateModified === null || unchanged.get(OrderID) !== DateModified,
  )
  if (changed.length === 0) return { rows: [], quarantined: listed.quarantined }
  const { orders, quarantined } = await fetchDetails(api, changed)
  const { products } = await catalog()
  const context = { currency, products, refundedIds: await findRefundedIds(api, orders) }
  const read = readRecords(orders, {
    schema: z.custom<WineDirectOrder>(),
    idOf: ORDERS.idOf,
    rows: (order) => orderRows(order, context).rows,
  })
  const refunded = rowsOfTable('orders', read.rows).flatMap(({ refund_of_source_id }) => refund_of_source_id ?? [])
  for (const id of refunded) returned.add(id)
  const returns = read.records.flatMap((order) => (returned.has(order.OrderID) ? [] : returnRows(order, context)))
  for (const { OrderID, DateModified } of read.records) {
    if (DateModified !== null && DateModified < now() - SETTLED_MS) unchanged.set(OrderID, DateModified)
    else unchanged.delete(OrderID)
  }
  const returnIds = new Set(rowsOfTable('orders', returns).map(({ source_id }) => source_id))
  const removedIds = new Set([...refunded, ...read.records.map(({ OrderID }) => OrderID)].map(returnOrderId))
  return {
    rows: [...read.rows, ...returns],
    removed: toRemovals(
      'orders',
      [...removedIds].filter((id) => !returnIds.has(id)),
    ),
    quarantined: [...listed.quarantined, ...quarantined, ...read.quarantined],
  }
}

/** Searches that together list the orders of a span: by completion, and those that aren't completed by submission. */
export const searchesWithin = ({ from, until }: Span) =>
  (['Completed', 'Submitted'] as const).map((name) => ({
    isCompleted: name === 'Completed',
    parameters: { [`Date${name}From`]: formatTimestamp(from), [`Date${name}To`]: formatTimestamp(until) },
  }))

/** What the list of orders says was paid, apart from the details that rows are made of; those of a list without totals. */
const listedTotal = (order: WineDirectOrder, { currency, is_refund, total }: OrderRow): number => {
  const { OrderTotal, TotalAfterTip, detail } = order
  if (OrderTotal === null && TotalAfterTip === null) return total
  const listed =
    TotalAfterTip === null
      ? parseMinorField(OrderTotal, currency, 'OrderTotal') + parseMinorField(detail.Tip, currency, 'Tip')
      : parseMinorField(TotalAfterTip, currency, 'TotalAfterTip')
  const paid = paidTotal(detail, currency, listed)
  return is_refund ? negative(Math.abs(paid)) : paid
}

const platformOrder = ({ source_id, order_number, ordered, currency, total }: OrderRow): PlatformOrder => ({
  sourceId: source_id,
  orderNumber: order_number,
  ordered: Number(ordered),
  currency,
  total,
})

/** The list has totals before the tip, so the paid amount is fetched order by order. */
async function* ordersWithDetails(
  api: WineDirectApi,
  parameters: Readonly<Record<string, string>>,
  isIncluded: (summary: OrderSummary) => boolean,
): AsyncGenerator<readonly WineDirectOrder[]> {
  for await (const { records } of searchAll(api, ORDERS, parameters)) {
    const listed = readSummaries(records)
    const { orders, quarantined } = await fetchDetails(api, listed.records.filter(isIncluded))
    const [problem] = [...listed.quarantined, ...quarantined]
    if (problem) throw new MalformedResponse(`Order ${problem.sourceId ?? 'without an id'}: ${problem.reason}`)
    if (orders.length > 0) yield orders
  }
}

/** Orders of a span by their completion date, or by their submission date if they are not completed. */
export async function* platformOrders(
  api: WineDirectApi,
  currency: string,
  span: Span,
): AsyncGenerator<readonly PlatformOrder[]> {
  const context: OrderContext = { currency, products: new Map(), refundedIds: new Map() }
  for (const { isCompleted, parameters } of searchesWithin(span)) {
    // Whether the end is inclusive is not documented, so later orders are removed here.
    const isIncluded = (summary: OrderSummary): boolean =>
      summary.isCompleted === isCompleted && isWithin(span, summary.ordered)
    for await (const orders of ordersWithDetails(api, parameters, isIncluded)) {
      yield orders.map((order) => {
        const { order: row } = orderRows(order, context)
        return { ...platformOrder(row), total: listedTotal(order, row) }
      })
    }
  }
  // Refunds without a separate order belong to orders of any day that were changed since.
  const changedSince = { PaymentStatus: 'Refunded', DateModifiedFrom: formatTimestamp(span.from) }
  const isIncluded = ({ PaymentStatus }: OrderSummary): boolean => isRefunded(PaymentStatus)
  const changed = (await Array.fromAsync(ordersWithDetails(api, changedSince, isIncluded))).flat()
  const refunded = new Set(changed.map(({ detail }) => detail.PreviousOrderNumber))
  const returns = changed.filter(({ OrderNumber }) => !refunded.has(OrderNumber))
  const refunds = returns.flatMap((order) => returnRows(order, context))
  yield rowsOfTable('orders', refunds)
    .map(platformOrder)
    .filter(({ ordered }) => isWithin(span, ordered))
}
