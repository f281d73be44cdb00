import { z } from 'zod'
import type { ListedRecord, Span, StreamListing } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { INCOMPLETE } from './codes.ts'
import type { StoreDirectory } from './directory.ts'
import { BcId, BcInstant, BcInteger, BcRfcInstant } from './fields.ts'
import { createdIn, isNoOrder, isOrderId, ordersAfter } from './order-reads.ts'
import { pagesById, pagesFromEnd } from './pages.ts'
import { ScopeMissing } from './scopes.ts'

const ListedOrder = z.object({
  id: BcId,
  date_created: BcRfcInstant,
  date_modified: BcRfcInstant,
  status_id: BcInteger,
  is_deleted: z.boolean().nullish(),
})

const listedOrder = (record: unknown): ListedRecord[] => {
  const { data } = ListedOrder.safeParse(record)
  if (!data || isNoOrder(data)) return []
  return [{ sourceId: data.id, ordered: data.date_created, updated: data.date_modified }]
}

const Counts = z.object({
  statuses: z.array(z.object({ id: z.int().nonnegative(), count: z.int().nonnegative() })),
})

const countOrders = async (api: BigCommerceApi, span: Span | null): Promise<number> => {
  const query = span === null ? {} : createdIn(span)
  const answer = await api.find({ scope: 'Orders', name: 'the number of orders', path: '/v2/orders/count', query })
  const { statuses } = readEnvelope(answer, Counts, 'The number of orders')
  return sumBy(statuses, ({ id, count }) => (id === INCOMPLETE ? 0 : count))
}

/** Archived orders are no longer listed. A refund is a part of its order. */
export const orderListing = ({ api }: StoreDirectory): StreamListing => ({
  table: 'orders',
  isListed: isOrderId,
  count: (span) => countOrders(api, span),
  async *list(span) {
    const after = ordersAfter(api, span === null ? {} : createdIn(span))
    for await (const { records } of pagesById('orders', after, 0)) yield records.flatMap(listedOrder)
  },
})

const ListedCustomer = z.object({ id: BcId, date_modified: BcInstant })

const listedCustomer = (record: unknown): ListedRecord[] => {
  const { data } = ListedCustomer.safeParse(record)
  return data ? [{ sourceId: data.id, ordered: null, updated: data.date_modified }] : []
}

export const customerListing = ({ api }: StoreDirectory): StreamListing => ({
  table: 'customers',
  async *list() {
    const query = { sort: 'date_modified:asc', limit: 250 }
    const list = { scope: 'Customers', name: 'customers', path: '/v3/customers', query } as const
    try {
      for await (const { records } of pagesFromEnd(api, list, null)) yield records.flatMap(listedCustomer)
    } catch (error) {
      if (!(error instanceof ScopeMissing)) throw error
    }
  },
})
