import { z } from 'zod'
import type { QuarantinedRecord, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { readShopifyId, ShopifyId } from './fields.ts'
import { wholeList } from './list-rest.ts'
import { fetchNodes, orderListing, ordersOfRefunds } from './listings.ts'
import { hasOneCurrency } from './order-amounts.ts'
import { orderRows, refundSourceId } from './order-rows.ts'
import { ShopifyOrder } from './order-schema.ts'
import { EXPORTS, ORDER_LINES, orderPage, ordersById } from './queries.ts'
import { type Converted, type RecordSource, readRecordsOf } from './record-stream.ts'
import { askRefunds } from './refund-details.ts'
import type { ShopifySession } from './shop.ts'
import { countOrders, earliestReadableTime } from './shop.ts'

const withAllLines = wholeList({ operation: ORDER_LINES, root: 'order', list: 'lineItems' })

const Refunds = z.object({ refunds: z.array(z.object({ id: ShopifyId })) })

/** The refunds of a quarantined order, which still exist. */
const quarantinedRefunds = (record: unknown): QuarantinedRecord[] =>
  (Refunds.safeParse(record).data?.refunds ?? []).map(({ id }) => ({
    sourceId: refundSourceId(id),
    field: null,
    reason: 'The order it refunds couldn’t be used',
  }))

const assertOneCurrency = (order: ShopifyOrder): [] => {
  if (hasOneCurrency(order)) return []
  throw new RecordProblem('lineItems', 'The amounts of this order are in more than one currency')
}

const convertOrders =
  (api: AdminApi) =>
  async (nodes: readonly unknown[]): Promise<Converted> => {
    const whole: unknown[] = []
    for (const node of nodes) {
      whole.push(await withAllLines(api, node))
    }
    const read = readRecords(whole, { schema: ShopifyOrder, idOf: readShopifyId, rows: assertOneCurrency })
    const aside = new Set(read.quarantined.map(({ sourceId }) => sourceId))
    // Test orders are not sales: they are counted as read and produce no rows.
    const orders = read.records.filter(({ test }) => !test)
    const refunds = await askRefunds(
      api,
      orders.flatMap((order) => order.refunds.map(({ id }) => id)),
    )
    const rows = orders.flatMap((order) =>
      orderRows(
        order,
        order.refunds.flatMap(({ id }) => refunds.byId.get(id) ?? []),
      ),
    )
    const quarantined = [
      ...read.quarantined,
      ...whole.filter((node) => aside.has(readShopifyId(node))).flatMap(quarantinedRefunds),
      ...refunds.quarantined,
    ]
    return { rows, quarantined }
  }

const createSource = async ({ tools, shop }: ShopifySession): Promise<RecordSource> => {
  const known = await shop()
  return {
    name: 'orders',
    page: orderPage(known.readable),
    list: 'orders',
    pageSize: 25,
    exportQuery: EXPORTS.orders(known.readable),
    assemble: ({ record, children }) => ({ ...record, lineItems: { nodes: children } }),
    convert: convertOrders(tools.api),
    count: () => countOrders(tools.api),
    reachesBackTo: earliestReadableTime(known, tools.now()),
  }
}

/** A quarantined refund is fetched with its order. */
const fetchOrders = async (
  { tools: { api }, shop }: ShopifySession,
  ids: readonly string[],
  state: StreamState | null,
): Promise<SyncPage> => {
  const refunds = ids.filter((id) => id.startsWith(refundSourceId('')))
  const orders = ids.filter((id) => !refunds.includes(id))
  const known = new Set(orders)
  for (const id of await ordersOfRefunds(
    api,
    refunds.map((id) => id.slice(refundSourceId('').length)),
  ))
    known.add(id)
  const operation = ordersById((await shop()).readable)
  const convert = convertOrders(api)
  return fetchNodes({ api, operation, type: 'Order', table: 'orders', convert }, [...known], state)
}

/** Orders with their lines; refunds become separate orders. */
export const ordersStream = (session: ShopifySession): SyncStream => ({
  name: 'orders',
  title: 'Orders',
  tables: ['orders', 'order_lines'],
  reads: 'changes',
  removals: 'fullRead',
  async *read(state) {
    yield* readRecordsOf(session.tools, await createSource(session), state)
  },
  fetch: (ids, state) => fetchOrders(session, ids, state),
  listing: orderListing(session.tools.api, async () => earliestReadableTime(await session.shop(), session.tools.now())),
})
