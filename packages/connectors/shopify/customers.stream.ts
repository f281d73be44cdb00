import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { shopifyIdOf } from './fields.ts'
import { CUSTOMER_PAGE, EXPORTS } from './queries.ts'
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

const sourceOf = ({ tools }: ShopifySession): RecordSource => ({
  name: 'customers',
  page: CUSTOMER_PAGE,
  list: 'customers',
  pageSize: 100,
  exportQuery: EXPORTS.customers,
  assemble: ({ record }) => record,
  convert: async (nodes) => readRecords(nodes, { schema: ShopifyCustomer, idOf: shopifyIdOf, rows: customerRows }),
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
})
