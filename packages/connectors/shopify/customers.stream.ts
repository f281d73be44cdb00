import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { shopifyIdOf } from './fields.ts'
import { customerListing, fetchNodes } from './listings.ts'
import { CUSTOMER_PAGE, CUSTOMERS_BY_ID, EXPORTS } from './queries.ts'
import { ShopifyCustomer } from './record-schemas.ts'
import { type RecordSource, readRecordsOf } from './record-stream.ts'
import type { ShopifySession } from './shop.ts'
import { askCounts } from './shop.ts'

const customerRows = (customer: ShopifyCustomer): CanonicalRow[] => [
  {
    table: 'customers',
    row: {
      source_id: customer.id,
      source_updated: customer.updatedAt,
      time_basis: 'utc',
      name: customer.displayName,
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
  readRecords(nodes, { schema: ShopifyCustomer, idOf: shopifyIdOf, rows: customerRows })

const sourceOf = ({ tools }: ShopifySession): RecordSource => ({
  name: 'customers',
  page: CUSTOMER_PAGE,
  list: 'customers',
  pageSize: 100,
  exportQuery: EXPORTS.customers,
  assemble: ({ record }) => record,
  convert: convertCustomers,
  count: async () => (await askCounts(tools.api)).customers,
  reachesBackTo: null,
})

export const customersStream = (session: ShopifySession): SyncStream => ({
  name: 'customers',
  title: 'Customers',
  tables: ['customers'],
  reads: 'changes',
  removals: 'fullRead',
  read: (state) => readRecordsOf(session.tools, sourceOf(session), state),
  fetch: (ids, state) =>
    fetchNodes(
      {
        api: session.tools.api,
        operation: CUSTOMERS_BY_ID,
        type: 'Customer',
        table: 'customers',
        convert: convertCustomers,
      },
      ids,
      state,
    ),
  listing: customerListing(session.tools.api),
})
