import { z } from 'zod'
import type { Span } from '../kit/connector.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import type { SquareLocation } from './record-schemas.ts'
import { Cursor, instantText, type ListRequest, Records } from './square-api.ts'

/** Locations that one search accepts. */
const LOCATIONS_AT_ONCE = 10
/** Orders per response. Square allows up to 1,000, which makes responses of about 10 MB. */
const ORDERS_AT_ONCE = 500
/** Before Square took its first payment. */
const BEGINNING = Date.UTC(2009, 0, 1)

export const SearchAnswer = z.object({ orders: Records, cursor: Cursor })

/** IDs that one search accepts, in groups. */
export const locationBatches = (locations: readonly SquareLocation[]): string[][] => {
  const ids = locations.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / LOCATIONS_AT_ONCE) }, (_, index) =>
    ids.slice(index * LOCATIONS_AT_ONCE, (index + 1) * LOCATIONS_AT_ONCE),
  )
}

// Square rejects a search that is not sorted by its filtered time.
const search = (locationIds: readonly string[], field: 'created_at' | 'updated_at', range: object): ListRequest => ({
  name: 'orders',
  path: '/v2/orders/search',
  body: {
    location_ids: locationIds,
    query: {
      filter: { date_time_filter: { [field]: range } },
      sort: { sort_field: field.toUpperCase(), sort_order: 'ASC' },
    },
    limit: ORDERS_AT_ONCE,
  },
})

/** `from`: epoch milliseconds, inclusive; null: no limit. */
export const ordersChangedFrom = (locationIds: readonly string[], from: number | null): ListRequest =>
  search(locationIds, 'updated_at', { start_at: instantText(from ?? BEGINNING) })

/** Square finds orders by the time they were made, and counts them when they are paid: up to this much later. */
const PAID_WITHIN_MS = 62 * 86_400_000

/** Orders that count in a span, with others made in it or before it. Both ends of a range are inclusive. */
export const ordersAround = (locationIds: readonly string[], { from, until }: Span): ListRequest =>
  search(locationIds, 'created_at', { start_at: instantText(from - PAID_WITHIN_MS), end_at: instantText(until - 1) })

const LATEST = 50

/** The orders that changed last. */
export const latestOrders = (locationIds: readonly string[]): PlatformRequest => ({
  method: 'POST',
  path: '/v2/orders/search',
  body: {
    location_ids: locationIds,
    query: { filter: {}, sort: { sort_field: 'UPDATED_AT', sort_order: 'DESC' } },
    limit: LATEST,
  },
})
