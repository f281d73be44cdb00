import type { CanonicalRow, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { readShopifyId } from './fields.ts'
import { customerListing, fetchNodes } from './listings.ts'
import { customerPage, customersById, EXPORTS, type ProtectedData } from './queries.ts'
import { ShopifyCustomer } from './record-schemas.ts'
import { type RecordSource, readRecordsOf } from './record-stream.ts'
import type { ShopifySession } from './shop.ts'
import { countCustomers } from './shop.ts'

const customerRows = (customer: ShopifyCustomer): CanonicalRow[] => [
  {
    table: 'customers',
    row: {
      source_id: customer.id,
      source_updated: customer.updatedAt,
      time_basis: 'utc',
      name: customer.displayName ?? null,
      email: customer.defaultEmailAddress?.emailAddress ?? null,
      city: customer.defaultAddress?.city ?? null,
      state: customer.defaultAddress?.provinceCode ?? null,
      country: customer.defaultAddress?.countryCodeV2 ?? null,
      postal_code: customer.defaultAddress?.zip ?? null,
      birth: null,
      since: customer.createdAt,
      lifetime_value_seed: null,
      currency: null,
    },
  },
]

const convertCustomers = async (nodes: readonly unknown[]) =>
  readRecords(nodes, { schema: ShopifyCustomer, idOf: readShopifyId, rows: customerRows })

const createSource = ({ tools }: ShopifySession, readable: ProtectedData): RecordSource => ({
  name: 'customers',
  page: customerPage(readable),
  list: 'customers',
  pageSize: 100,
  exportQuery: EXPORTS.customers(readable),
  assemble: ({ record }) => record,
  convert: convertCustomers,
  count: () => countCustomers(tools.api),
  reachesBackTo: null,
})

/** State after a read by an app that may not see customers: everything is read once it may. */
const HIDDEN = { mode: 'hidden' }

const wasHidden = (state: StreamState | null): boolean => state?.mode === HIDDEN.mode

const NO_CUSTOMERS =
  'Shopify no longer shows customers to this app. Request protected customer data in the app’s settings.'

/** Nothing, where the app never could see customers. Customers that were read before would be deleted, so their end is an error. */
const hiddenPage = (state: StreamState | null): SyncPage => {
  if (state !== null && !wasHidden(state)) throw new RequestRejected(NO_CUSTOMERS)
  return { read: 0, rows: [], removed: [], quarantined: [], total: 0, next: HIDDEN }
}

export const customersStream = (session: ShopifySession): SyncStream => ({
  name: 'customers',
  title: 'Customers',
  tables: ['customers'],
  reads: 'changes',
  removals: 'fullRead',
  async *read(state) {
    const { readable } = await session.shop()
    if (!readable.customers) yield hiddenPage(state)
    else yield* readRecordsOf(session.tools, createSource(session, readable), wasHidden(state) ? null : state)
  },
  async fetch(ids, state) {
    const { api } = session.tools
    const operation = customersById((await session.shop()).readable)
    return fetchNodes({ api, operation, type: 'Customer', table: 'customers', convert: convertCustomers }, ids, state)
  },
  listing: customerListing(session.tools.api, async () => (await session.shop()).readable.customers),
})
