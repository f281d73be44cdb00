import { z } from 'zod'
import type { ListedRecord, Span, StreamListing } from '../kit/connector.ts'
import { type Commerce7Api, LISTS, utcDay } from './commerce7-api.ts'
import { Id, OptionalInstant } from './fields.ts'

const DAY_MS = 86_400_000

/** The order's own dates, in the order of `orderedAt`. */
const Listed = z.looseObject({
  id: Id,
  updatedAt: OptionalInstant.catch(null),
  orderSubmittedDate: OptionalInstant.catch(null),
  orderPaidDate: OptionalInstant.catch(null),
  createdAt: OptionalInstant.catch(null),
})

const listedRecord = (record: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(record)
  if (!data) return []
  const ordered = data.orderSubmittedDate ?? data.orderPaidDate ?? data.createdAt
  return [{ sourceId: data.id, ordered, updated: data.updatedAt }]
}

async function* listed(
  api: Commerce7Api,
  list: (typeof LISTS)[keyof typeof LISTS],
  query: Readonly<Record<string, string>>,
): AsyncIterable<readonly ListedRecord[]> {
  for await (const { records } of api.byCursor(list, query, null)) yield records.flatMap(listedRecord)
}

const days = (from: number, until: number): Record<string, string> => ({
  orderSubmittedDate: `btw:${utcDay(from)}|${utcDay(until)}`,
})

const submitted = (span: Span | null): Record<string, string> => (span ? days(span.from, span.until - 1) : {})

// The filter's days are of an undocumented time zone, so one more is listed on each side.
const submittedAround = (span: Span | null): Record<string, string> =>
  span ? days(span.from - DAY_MS, span.until + DAY_MS) : {}

/** Orders by submission date. Lists with cursors have no rate limit, and one call counts a month. */
export const orderListing = (api: Commerce7Api): StreamListing => ({
  table: 'orders',
  count: (span) => api.count(LISTS.orders, submitted(span)),
  list: (span) => listed(api, LISTS.orders, submittedAround(span)),
})

export const recordListing = (
  api: Commerce7Api,
  name: 'customers' | 'memberships' | 'reservations',
): StreamListing => ({
  table: name,
  count: () => api.count(LISTS[name], {}),
  list: () => listed(api, LISTS[name], {}),
})
