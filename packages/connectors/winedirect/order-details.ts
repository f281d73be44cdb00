import type { QuarantinedRecord } from '../kit/connector.ts'
import { BadPage, CallRefused } from '../kit/platform-problems.ts'
import { describeProblem } from '../kit/read-records.ts'
import { atOnce } from './at-once.ts'
import { idIn } from './fields.ts'
import { OrderDetail, type OrderSummary, type WineDirectOrder } from './order-schema.ts'
import { type Search, searchOnce } from './search-pages.ts'
import { elementOf, textOf } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

export const ORDERS: Search = {
  service: 'order',
  operation: 'SearchOrders',
  list: 'Orders',
  idOf: idIn('OrderID'),
  maxRows: 200,
}

/** A list of orders tells no items, so each order costs a call of its own; so many are under way at a time. */
const AT_ONCE = 6

const detailOf = async (
  client: WineDirectClient,
  summary: OrderSummary,
): Promise<WineDirectOrder | QuarantinedRecord> => {
  const sourceId = summary.OrderID
  try {
    const found = await client.call('order', 'GetOrderDetail', { OrderID: sourceId, ShowKitAsIndividualSKUs: false })
    const order = elementOf(found, 'Order')
    if (!order) throw new BadPage('An answer to GetOrderDetail has no Order')
    const detail = OrderDetail.safeParse(order)
    if (!detail.success) return { sourceId, ...describeProblem(detail.error, order) }
    if (detail.data.OrderID !== sourceId) throw new BadPage('GetOrderDetail answers with another order')
    return { summary, detail: detail.data }
  } catch (error) {
    // It may have been deleted since it was listed.
    if (error instanceof CallRefused) return { sourceId, field: null, reason: error.message }
    throw error
  }
}

/** What GetOrderDetail says of each order; orders of which it says nothing of use are set aside. */
export const orderDetails = async (
  client: WineDirectClient,
  summaries: readonly OrderSummary[],
): Promise<{ readonly orders: readonly WineDirectOrder[]; readonly quarantined: readonly QuarantinedRecord[] }> => {
  const answers = await atOnce(summaries, AT_ONCE, (summary) => detailOf(client, summary))
  return {
    orders: answers.filter((answer) => 'detail' in answer),
    quarantined: answers.filter((answer) => 'reason' in answer),
  }
}

/** The id of an order whose number is known; null when there is none of it. `near`: an order of the same website. */
export const orderIdOf = async (
  client: WineDirectClient,
  number: string,
  near: OrderSummary,
): Promise<string | null> => {
  const website = near.WebsiteID ?? undefined
  const found = await searchOnce(client, ORDERS, { WebsiteIDs: website, OrderNumber: number, MaxRows: 1, Page: 1 })
  const [order] = found
  return order ? textOf(order, 'OrderID') : null
}
