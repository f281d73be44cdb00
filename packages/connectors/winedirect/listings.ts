import type { ListedRecord, Span, StreamListing } from '../kit/connector.ts'
import { readModifiedTime } from './change-windows.ts'
import { formatTimestamp } from './fields.ts'
import { ORDERS } from './order-details.ts'
import { OrderSummary } from './order-schema.ts'
import type { Search } from './search-pages.ts'
import type { SoapParameters } from './soap/envelope.ts'
import type { XmlElement } from './soap/xml-element.ts'
import { readWhole } from './whole-stream.ts'
import type { WineDirectClient } from './winedirect-client.ts'

/** Lists without details cost one call for 200 records. */
async function* listed(
  client: WineDirectClient,
  search: Search,
  parameters: SoapParameters,
): AsyncIterable<readonly ListedRecord[]> {
  for await (const { records } of readWhole(client, search, parameters)) {
    yield records.flatMap((record) => listedRecord(search, record))
  }
}

const listedRecord = (search: Search, record: XmlElement): ListedRecord[] => {
  const sourceId = search.idOf(record)
  if (sourceId === null) return []
  const ordered = search === ORDERS ? (OrderSummary.safeParse(record).data?.ordered ?? null) : null
  return [{ sourceId, ordered, updated: readModifiedTime(record) }]
}

async function* listedOrders(client: WineDirectClient, span: Span | null): AsyncIterable<readonly ListedRecord[]> {
  if (span === null) return yield* listed(client, ORDERS, {})
  const [from, until] = [formatTimestamp(span.from), formatTimestamp(span.until)]
  for (const name of ['Completed', 'Submitted']) {
    yield* listed(client, ORDERS, { [`Date${name}From`]: from, [`Date${name}To`]: until })
  }
}

/** A refund within its order has an ID of ours. */
export const orderListing = (client: WineDirectClient): StreamListing => ({
  table: 'orders',
  isListed: (id) => !id.includes('/'),
  list: (span) => listedOrders(client, span),
})

export const recordListing = (
  client: WineDirectClient,
  table: 'customers' | 'memberships',
  search: Search,
): StreamListing => ({ table, list: () => listed(client, search, {}) })
