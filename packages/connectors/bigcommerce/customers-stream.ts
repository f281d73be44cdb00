import { z } from 'zod'
import type { CanonicalRow, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { removedOf } from '../kit/removals.ts'
import type { StoreDirectory } from './directory.ts'
import { BcId, BcInstant, BcReference, BcText, listOrNone, readBcId } from './fields.ts'
import { customerListing } from './listings.ts'
import { pagesFromEnd } from './pages.ts'
import { notAllowed, ScopeMissing } from './scopes.ts'
import { stateCode } from './us-states.ts'

const DAY_MS = 86_400_000
/** The filter's time zone isn't documented, so it names a whole day, two days before the last read. */
const OVERLAP_MS = 2 * DAY_MS
const PAGE_SIZE = 250

const Address = z.object({
  city: BcText,
  state_or_province: BcText,
  country_code: BcText,
  postal_code: BcText,
})

/** https://developer.bigcommerce.com/docs/rest-management/customers */
export const BcCustomer = z.object({
  id: BcId,
  first_name: BcText,
  last_name: BcText,
  company: BcText,
  email: BcText,
  customer_group_id: BcReference,
  date_created: BcInstant,
  date_modified: BcInstant,
  addresses: listOrNone(Address),
})
type BcCustomer = z.output<typeof BcCustomer>

/** Epoch milliseconds, except page numbers. */
const State = z
  .object({
    /** start of the last complete read; null: there was none */
    since: z.number().nullable(),
    /** the read in progress: its start, and the page that it reads next; null: none is */
    reading: z.object({ began: z.number(), page: z.int().positive() }).nullable(),
  })
  .catch({ since: null, reading: null })

export const customerName = ({
  first_name,
  last_name,
  company,
}: Pick<BcCustomer, 'first_name' | 'last_name' | 'company'>): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || company

const customerRow = (customer: BcCustomer, groups: ReadonlyMap<string, string>): CanonicalRow => {
  const [address] = customer.addresses
  return {
    table: 'customers',
    row: {
      source_id: customer.id,
      source_updated: customer.date_modified,
      time_basis: 'utc',
      name: customerName(customer),
      email: customer.email,
      city: address?.city ?? null,
      state: address ? stateCode(address.state_or_province, address.country_code) : null,
      country: address?.country_code ?? null,
      postal_code: address?.postal_code ?? null,
      birth: null,
      since: customer.date_created,
      lifetime_value_seed: null,
      currency: null,
      customer_group: groups.get(customer.customer_group_id ?? '') ?? null,
    },
  }
}

const LIST = { scope: 'Customers', name: 'customers', path: '/v3/customers' } as const

const convert = async ({ groups }: StoreDirectory, records: readonly unknown[]) => {
  const names = await groups()
  return readRecords(records, {
    schema: BcCustomer,
    idOf: readBcId,
    rows: (customer) => [customerRow(customer, names)],
  })
}

const day = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

const queryFrom = (since: number | null) => ({
  ...(since === null ? {} : { 'date_modified:min': day(since - OVERLAP_MS) }),
  sort: 'date_modified:asc',
  include: 'addresses',
  limit: PAGE_SIZE,
})

async function* readCustomers(
  directory: StoreDirectory,
  { since, reading }: z.output<typeof State>,
  now: number,
): AsyncIterable<SyncPage> {
  const began = reading?.began ?? now
  const request = { ...LIST, query: queryFrom(since) }
  for await (const { records, total, next: page } of pagesFromEnd(directory.api, request, reading?.page ?? null)) {
    const { rows, quarantined } = await convert(directory, records)
    const next = page === null ? { since: began, reading: null } : { since, reading: { began, page } }
    yield { read: records.length, rows, removed: [], quarantined, total: since === null ? total : null, next }
  }
}

export const customersStream = (directory: StoreDirectory, now: () => number): SyncStream => ({
  name: 'customers',
  title: 'Customers',
  tables: ['customers'],
  reads: 'changes',
  removals: 'fullRead',
  listing: customerListing(directory),
  async *read(state: StreamState | null) {
    const reached = State.parse(state ?? { since: null, reading: null })
    try {
      yield* readCustomers(directory, reached, now())
    } catch (error) {
      if (!(error instanceof ScopeMissing)) throw error
      if (state === null) yield notAllowed(error, reached)
    }
  },
  async fetch(ids, state) {
    const query = { 'id:in': ids.join(','), include: 'addresses', limit: PAGE_SIZE }
    const { records } = await directory.api.page({ ...LIST, query })
    const { rows, quarantined } = await convert(directory, records)
    const found = new Set(records.map(readBcId))
    const removed = removedOf('customers', ids, found)
    return { read: records.length, rows, removed, quarantined, total: null, next: { ...state } }
  },
})
