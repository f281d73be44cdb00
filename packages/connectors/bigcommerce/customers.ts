import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { each, Instant, OptionalText } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { NumberPosition } from '../kit/paging.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { parseEach } from '../kit/read-records.ts'
import { customerRow, personName } from '../kit/rows.ts'
import { declareStream, fetchedByIds } from '../kit/stream.ts'
import { type BigCommerceApi, SAMPLE_SIZE } from './bigcommerce-api.ts'
import { stateCode } from './codes.ts'
import { BcId, BcReference, listOrNone } from './fields.ts'

const PAGE_SIZE = 250

const Group = z.object({ id: BcId, name: z.string() })

const fetchGroups = async (api: BigCommerceApi): Promise<ReadonlyMap<string, string>> => {
  const query = { limit: 250 }
  const list = await api.list({ scope: 'Customers', name: 'customer groups', path: '/v2/customer_groups', query })
  return new Map(parseEach(list, Group).map(({ id, name }) => [id, name]))
}

const Address = z
  .object({
    ...each(OptionalText, 'city', 'state_or_province', 'country_code', 'postal_code'),
  })
  .transform(({ state_or_province: state, country_code: country, ...address }) => ({
    ...address,
    state: stateCode(state, country),
    country,
  }))

/** https://developer.bigcommerce.com/docs/rest-management/customers */
const BcCustomer = z.object({
  id: BcId,
  ...each(OptionalText, 'first_name', 'last_name', 'company', 'email'),
  customer_group_id: BcReference,
  date_created: Instant,
  date_modified: Instant,
  addresses: listOrNone(Address),
})
type BcCustomer = z.output<typeof BcCustomer>

const customerRows = (customer: BcCustomer, groups: ReadonlyMap<string, string>): CanonicalRow[] => [
  customerRow({
    id: customer.id,
    updated: customer.date_modified,
    name: personName(customer),
    email: customer.email,
    address: customer.addresses[0] ?? null,
    since: customer.date_created,
    customer_group: groups.get(customer.customer_group_id ?? '') ?? null,
  }),
]

const CUSTOMERS = { scope: 'Customers', name: 'customers', path: '/v3/customers' } as const
/** By change, so that new and changed customers go to the list’s end. */
const BY_CHANGE = { sort: 'date_modified:asc', limit: PAGE_SIZE } as const

export const customersStream = (api: BigCommerceApi, now: () => number) =>
  declareStream({
    name: 'customers',
    // The filter's time zone isn't documented, so it names a whole day, two days before the last read.
    progress: sinceLastRead({ now, overlapMs: 2 * DAY_MS, position: NumberPosition }),
    pages(since, from) {
      const day = since()
      const changed = day === null ? {} : { 'date_modified:min': new Date(day).toISOString().slice(0, 10) }
      const query = { ...BY_CHANGE, ...changed, include: 'addresses' }
      return api.pages({ ...CUSTOMERS, query }, from)
    },
    schema: BcCustomer,
    context: once(() => fetchGroups(api)),
    rows: customerRows,
    async fetch(ids) {
      const query = { 'id:in': ids.join(','), include: 'addresses', limit: PAGE_SIZE }
      const { records } = await api.page({ ...CUSTOMERS, query })
      return fetchedByIds(ids, records)
    },
    listing: {
      table: 'customers',
      pages: () => api.pages({ ...CUSTOMERS, query: BY_CHANGE }),
      schema: BcCustomer.pick({ id: true, date_modified: true }),
      toListed: ({ id, date_modified }) => ({ sourceId: id, ordered: null, updated: date_modified }),
    },
    sample: {
      fetch: () => api.page({ ...CUSTOMERS, query: { include: 'addresses', limit: SAMPLE_SIZE } }),
      nameOf: (customer) => personName(customer) ?? customer.email,
    },
  })
