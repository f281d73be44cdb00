import type { QuarantinedRecord } from '../kit/connector.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { describeProblem } from '../kit/read-records.ts'
import { idIn } from './fields.ts'
import { OrderDetail, type OrderSummary, type WineDirectOrder } from './order-schema.ts'
import { type Search, searchOnce } from './search-pages.ts'
import { findChild, readChildText } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

/** Results for all inputs in their order, at most `limit` at a time. The first failure ends it. */
const mapConcurrently = async <In, Out>(
  inputs: readonly In[],
  limit: number,
  answer: (input: In) => Promise<Out>,
): Promise<Out[]> => {
  const answers: Out[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < inputs.length; at = next++) {
      const input = inputs[at]
      if (input !== undefined) answers[at] = await answer(input)
    }
  }
  const workers = Array.from({ length: Math.min(limit, inputs.length) }, () =>
    work().catch((error: unknown) => {
      next = inputs.length
      throw error
    }),
  )
  await Promise.all(workers)
  return answers
}

export const ORDERS: Search = {
  service: 'order',
  operation: 'SearchOrders',
  list: 'Orders',
  idOf: idIn('OrderID'),
  maxRows: 200,
}

/** A list of orders has no items, so each order costs a separate call; this many run at a time. */
const AT_ONCE = 6

const detailOf = async (
  client: WineDirectClient,
  summary: OrderSummary,
): Promise<WineDirectOrder | QuarantinedRecord> => {
  const sourceId = summary.OrderID
  try {
    const found = await client.call('order', 'GetOrderDetail', { OrderID: sourceId, ShowKitAsIndividualSKUs: false })
    const order = findChild(found, 'Order')
    if (!order) throw new MalformedResponse('A response to GetOrderDetail has no order')
    const detail = OrderDetail.safeParse(order)
    if (!detail.success) return { sourceId, ...describeProblem(detail.error, order) }
    if (detail.data.OrderID !== sourceId) throw new MalformedResponse('GetOrderDetail returned another order')
    return { summary, detail: detail.data }
  } catch (error) {
    // It may have been deleted since it was listed.
    if (error instanceof RequestRejected) return { sourceId, field: null, reason: error.message }
    throw error
  }
}

/** The GetOrderDetail result of each order; orders without a usable result are quarantined. */
export const orderDetails = async (
  client: WineDirectClient,
  summaries: readonly OrderSummary[],
): Promise<{ readonly orders: readonly WineDirectOrder[]; readonly quarantined: readonly QuarantinedRecord[] }> => {
  const answers = await mapConcurrently(summaries, AT_ONCE, (summary) => detailOf(client, summary))
  return {
    orders: answers.filter((answer) => 'detail' in answer),
    quarantined: answers.filter((answer) => 'reason' in answer),
  }
}

/** The ID of an order by its number; null if there is none. `near`: an order of the same website. */
export const findOrderId = async (
  client: WineDirectClient,
  number: string,
  near: OrderSummary,
): Promise<string | null> => {
  const website = near.WebsiteID ?? undefined
  const found = await searchOnce(client, ORDERS, { WebsiteIDs: website, OrderNumber: number, MaxRows: 1, Page: 1 })
  const [order] = found
  return order ? readChildText(order, 'OrderID') : null
}
