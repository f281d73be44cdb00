import { z } from 'zod'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { readShopifyId } from './fields.ts'
import { wholeList } from './list-rest.ts'
import { refundSourceId } from './order-rows.ts'
import { ShopifyRefund } from './order-schema.ts'
import { EXCHANGE_LINES, REFUND_LINES, RETURN_LINES, type Readable, refundDetails } from './queries.ts'

/** Refunds per request: each comes with up to 65 parts, and one query may cost 1,000 points. */
const AT_ONCE = 4

const Answer = z.object({ nodes: z.array(z.unknown()) })

export interface RefundDetails {
  readonly byId: ReadonlyMap<string, ShopifyRefund>
  readonly quarantined: readonly QuarantinedRecord[]
}

const withAllItems = wholeList({ operation: REFUND_LINES, root: 'refund', list: 'refundLineItems' })
const withAllLines = wholeList({ operation: RETURN_LINES, root: 'return', list: 'returnLineItems' })

const withAllExchanges = wholeList({ operation: EXCHANGE_LINES, root: 'return', list: 'exchangeLineItems' })

const OfReturn = z.looseObject({ return: z.looseObject({}) })

const withAllParts = async (api: AdminApi, node: unknown): Promise<unknown> => {
  const refund = await withAllItems(api, node)
  const { data } = OfReturn.safeParse(refund)
  return data ? { ...data, return: await withAllExchanges(api, await withAllLines(api, data.return)) } : refund
}

/** The record's ID as used in rows; null if it has none. */
const refundIdOf = (record: unknown): string | null => {
  const id = readShopifyId(record)
  return id === null ? null : refundSourceId(id)
}

/** Refunds with all their parts, which neither pages nor exports of orders include. `ids`: the numbers in their IDs. */
export const askRefunds = async (
  api: AdminApi,
  readable: Pick<Readable, 'returns'>,
  ids: readonly string[],
): Promise<RefundDetails> => {
  const byId = new Map<string, ShopifyRefund>()
  const quarantined: QuarantinedRecord[] = []
  // A return can be refunded in parts: its fees count once.
  const returns = new Set<string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE).map((id) => `gid://shopify/Refund/${id}`)
    const { nodes } = await api.ask(refundDetails(readable), { ids: some }, Answer, 'The details of refunds')
    const whole: unknown[] = []
    for (const node of nodes) {
      // A refund deleted between the two responses is null.
      if (node !== null) whole.push(await withAllParts(api, node))
    }
    const read = readRecords(whole, { schema: ShopifyRefund, idOf: refundIdOf, rows: () => [] })
    for (const refund of read.records) {
      const { return: made } = refund
      byId.set(refund.id, made && returns.has(made.id) ? { ...refund, return: null } : refund)
      if (made) returns.add(made.id)
    }
    quarantined.push(...read.quarantined)
  }
  return { byId, quarantined }
}
