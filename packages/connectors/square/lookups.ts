import { z } from 'zod'
import { parseEach } from '../kit/read-records.ts'
import type { FetchedRecords } from '../kit/stream.ts'
import { SquareOrder } from './order-schema.ts'
import { SquareCustomer } from './record-schemas.ts'
import { Records, type SquareApi } from './square-api.ts'

/** IDs that Square accepts in one call. */
const BATCH = 100
/** Customers cached within a run, so that regulars are not fetched again with every page of orders. */
const KEPT_CUSTOMERS = 20_000

const splitIntoBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH))

const OrderBatch = z.object({ orders: Records })

/** Orders by id, each still to be parsed; unknown ones are absent. */
export const findOrderRecords = async (api: SquareApi, ids: readonly string[]): Promise<unknown[]> => {
  const found: unknown[] = []
  for (const batch of splitIntoBatches(ids)) {
    const request = { method: 'POST', path: '/v2/orders/batch-retrieve', body: { order_ids: batch } } as const
    found.push(...(await api.call(request, OrderBatch)).orders)
  }
  return found
}

/** Orders by id; deleted or unreadable ones are absent, and reported by the read of all orders. */
export const findOrders = async (api: SquareApi, ids: Iterable<string>): Promise<Map<string, SquareOrder>> => {
  const orders = new Map<string, SquareOrder>()
  const found = await findOrderRecords(api, [...new Set(ids)])
  for (const order of parseEach(found, SquareOrder)) orders.set(order.id, order)
  return orders
}

const CustomerBatch = z.object({
  responses: z
    .record(
      z.string(),
      z.object({ customer: z.unknown().optional(), errors: z.array(z.object({ code: z.string() })).nullish() }),
    )
    .nullish()
    .transform((responses) => responses ?? {}),
})

/** Customers by id, each still to be parsed, and the ids that no longer exist. */
export const findCustomerRecords = async (api: SquareApi, ids: readonly string[]): Promise<FetchedRecords> => {
  const records: unknown[] = []
  const gone: string[] = []
  for (const batch of splitIntoBatches(ids)) {
    const request = { method: 'POST', path: '/v2/customers/bulk-retrieve', body: { customer_ids: batch } } as const
    const { responses } = await api.call(request, CustomerBatch)
    for (const id of batch) {
      const answer = responses[id]
      if (answer?.customer !== undefined) records.push(answer.customer)
      else if (answer?.errors?.some(({ code }) => code === 'NOT_FOUND')) gone.push(id)
    }
  }
  return { records, gone }
}

/** Customers by id; deleted or unreadable ones are absent, and reported by the read of all customers. */
export interface CustomerLookup {
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, SquareCustomer>>
}

export const createCustomerLookup = (api: SquareApi): CustomerLookup => {
  const kept = new Map<string, SquareCustomer | null>()

  const fetch = async (ids: readonly string[]): Promise<void> => {
    const request = { method: 'POST', path: '/v2/customers/bulk-retrieve', body: { customer_ids: ids } } as const
    const { responses } = await api.call(request, CustomerBatch)
    for (const id of ids) kept.set(id, SquareCustomer.safeParse(responses[id]?.customer).data ?? null)
  }

  return {
    async of(ids) {
      const wanted = [...new Set(ids)]
      if (kept.size > KEPT_CUSTOMERS) kept.clear()
      for (const batch of splitIntoBatches(wanted.filter((id) => !kept.has(id)))) await fetch(batch)
      const found = new Map<string, SquareCustomer>()
      for (const id of wanted) {
        const customer = kept.get(id)
        if (customer) found.set(id, customer)
      }
      return found
    },
  }
}
