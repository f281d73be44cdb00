import { z } from 'zod'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { readShopifyId } from './fields.ts'
import { wholeList } from './list-rest.ts'
import { refundSourceId } from './order-rows.ts'
import { ShopifyRefund } from './order-schema.ts'
import { REFUND_DETAILS, REFUND_LINES } from './queries.ts'

/** Refunds per request: each comes with up to 25 parts, and one query may cost 1,000 points. */
const AT_ONCE = 4

const Answer = z.object({ nodes: z.array(z.unknown()) })

export interface RefundDetails {
  readonly byId: ReadonlyMap<string, ShopifyRefund>
  readonly quarantined: readonly QuarantinedRecord[]
}

const withAllItems = wholeList({ operation: REFUND_LINES, root: 'refund', list: 'refundLineItems' })

/** The record's ID as used in rows; null if it has none. */
const refundIdOf = (record: unknown): string | null => {
  const id = readShopifyId(record)
  return id === null ? null : refundSourceId(id)
}

/** Refunds with all their parts, which neither pages nor exports of orders include. `ids`: the numbers in their IDs. */
export const askRefunds = async (api: AdminApi, ids: readonly string[]): Promise<RefundDetails> => {
  const byId = new Map<string, ShopifyRefund>()
  const quarantined: QuarantinedRecord[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE).map((id) => `gid://shopify/Refund/${id}`)
    const { nodes } = await api.ask(REFUND_DETAILS, { ids: some }, Answer, 'The details of refunds')
    const whole: unknown[] = []
    for (const node of nodes) {
      // A refund deleted between the two responses is null.
      if (node !== null) whole.push(await withAllItems(api, node))
    }
    const read = readRecords(whole, { schema: ShopifyRefund, idOf: refundIdOf, rows: () => [] })
    for (const refund of read.records) byId.set(refund.id, refund)
    quarantined.push(...read.quarantined)
  }
  return { byId, quarantined }
}
