import { z } from 'zod'
import type { ListedRecord, Span, StreamListing, StreamState, SyncPage } from '../kit/connector.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { removedOf } from '../kit/removals.ts'
import type { AdminApi, Operation } from './admin-api.ts'
import { readShopifyId, ShopifyId, ShopifyInstant } from './fields.ts'
import { createPager, type ListPage, type PagedList } from './pager.ts'
import { CUSTOMER_LISTING, ORDER_LISTING, ORDERS_OF_REFUNDS } from './queries.ts'
import type { Converted } from './record-stream.ts'

const LISTED_AT_ONCE = 250
/** Orders with their lines: one query may cost 1,000 points. */
const FETCHED_AT_ONCE = 10

const Listed = z.object({
  id: ShopifyId,
  test: z.boolean().optional(),
  processedAt: ShopifyInstant.optional(),
  updatedAt: ShopifyInstant,
})

// Test orders are not sales and are not stored.
const listedRecord = (node: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(node)
  if (!data || data.test) return []
  return [{ sourceId: data.id, ordered: data.processedAt ?? null, updated: data.updatedAt }]
}

async function* listed(
  api: AdminApi,
  { list, page }: Pick<PagedList, 'list' | 'page'>,
  query: string | null,
): AsyncGenerator<readonly ListedRecord[]> {
  const fetch = createPager(api, { page, list, pageSize: LISTED_AT_ONCE })
  const guard = createPageGuard(list)
  for (let after: string | null = null, isMore = true; isMore; ) {
    const name = `Page ${guard.number + 1} of ${list}`
    const { nodes, pageInfo }: ListPage = await fetch({ after, query }, name)
    isMore = pageInfo.hasNextPage
    after = pageInfo.endCursor
    if (isMore && after === null) throw new MalformedResponse(`${name} does not say what follows`)
    guard.enter(isMore ? (after ?? '') : 'the end')
    yield nodes.flatMap(listedRecord)
  }
}

/** An instant in a search. */
export const iso = (at: number): string => `'${new Date(at).toISOString()}'`

const processedIn = (span: Span | null): string | null =>
  span && `processed_at:>=${iso(span.from)} processed_at:<${iso(span.until)}`

/** Refunds are listed with their orders. `oldest`: of the visible orders. */
export const orderListing = (api: AdminApi, oldest: () => Promise<number | null>): StreamListing => ({
  table: 'orders',
  isListed: (id) => /^\d+$/.test(id),
  oldest,
  list: (span) => listed(api, { list: 'orders', page: ORDER_LISTING }, processedIn(span)),
})

/** `isVisible`: whether the app may see customers; without them nothing is stored that could be compared. */
export const customerListing = (api: AdminApi, isVisible: () => Promise<boolean>): StreamListing => ({
  table: 'customers',
  async *list() {
    if (await isVisible()) yield* listed(api, { list: 'customers', page: CUSTOMER_LISTING }, null)
  },
})

const Nodes = z.object({ nodes: z.array(z.unknown()) })

const RefundOf = z.object({ id: ShopifyId, order: z.object({ id: ShopifyId }) })

/** IDs of the orders of these refunds; deleted refunds have none. */
export const ordersOfRefunds = async (api: AdminApi, refundIds: readonly string[]): Promise<string[]> => {
  if (refundIds.length === 0) return []
  const ids = refundIds.map((id) => `gid://shopify/Refund/${id}`)
  const { nodes } = await api.ask(ORDERS_OF_REFUNDS, { ids }, Nodes, 'The orders of refunds')
  return nodes.flatMap((node) => RefundOf.safeParse(node).data?.order.id ?? [])
}

interface FetchSpec {
  readonly api: AdminApi
  readonly operation: Operation
  readonly type: 'Order' | 'Customer'
  readonly table: 'orders' | 'customers'
  readonly convert: (records: readonly unknown[]) => Promise<Converted>
}

/** Fetches records by the numbers in their IDs; Shopify answers with null for deleted ones. */
export const fetchNodes = async (
  { api, operation, type, table, convert }: FetchSpec,
  ids: readonly string[],
  state: StreamState | null,
): Promise<SyncPage> => {
  const found: unknown[] = []
  for (let start = 0; start < ids.length; start += FETCHED_AT_ONCE) {
    const some = ids.slice(start, start + FETCHED_AT_ONCE).map((id) => `gid://shopify/${type}/${id}`)
    const { nodes } = await api.ask(operation, { ids: some }, Nodes, `The ${table} of a list of IDs`)
    found.push(...nodes.filter((node) => node !== null))
  }
  const foundIds = new Set(found.map(readShopifyId))
  const { rows, quarantined } = await convert(found)
  const removed = removedOf(table, ids, foundIds)
  return { read: found.length, rows, removed, quarantined, total: null, next: { ...state } }
}
