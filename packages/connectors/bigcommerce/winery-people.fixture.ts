import type { CanonicalRow } from '../kit/connector.ts'
import { CUSTOMER_1 } from './documented-records.fixture.ts'

export interface FakeCustomer {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly company: string
  readonly email: string
  group: number
  /** city, state as written out, code, country, postal code; null: no address */
  readonly place: readonly [string, string, string, string, string] | null
  readonly created: number
  modified: number
}

export const GROUPS: readonly (readonly [number, string])[] = [
  [3, 'Cellar Club'],
  [4, 'Trade'],
]

const ADDRESSES: readonly FakeCustomer['place'][] = [
  ['Austin', 'Texas', 'TX', 'US', '78751'],
  ['Napa', 'California', 'CA', 'US', '94559'],
  ['Vancouver', 'British Columbia', 'British Columbia', 'CA', 'V5K 0A1'],
  null,
]

const FIRST = ['Ada', 'Jonas', 'Mei', 'Zoë', 'Omar']
const LAST = ['Keller', "O'Neil", 'Nguyen', 'Abel']

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

export const createCustomer = (index: number, created: number): FakeCustomer => ({
  id: 11 + index,
  first: index % 9 === 8 ? '' : at(FIRST, index),
  last: index % 9 === 8 ? '' : at(LAST, index),
  company: index % 9 === 8 ? `Cellar Friends ${index}` : '',
  email: `guest${index}@example.com`,
  group: at([0, 3, 0, 4, 99], index),
  place: at(ADDRESSES, index),
  created,
  modified: created + 60_000,
})

const isoZ = (epochMs: number): string => new Date(epochMs).toISOString().replace('.000Z', 'Z')

/** https://developer.bigcommerce.com/docs/rest-management/customers#get-all-customers with `include=addresses` */
export const customerJson = (customer: FakeCustomer) => ({
  ...CUSTOMER_1,
  id: customer.id,
  email: customer.email,
  first_name: customer.first,
  last_name: customer.last,
  company: customer.company,
  customer_group_id: customer.group,
  addresses:
    customer.place === null
      ? []
      : [
          {
            ...CUSTOMER_1.addresses[0],
            id: customer.id + 500,
            customer_id: customer.id,
            first_name: customer.first,
            last_name: customer.last,
            address1: '1 Main Street',
            city: customer.place[0],
            state_or_province: customer.place[1],
            postal_code: customer.place[4],
            country: '',
            country_code: customer.place[3],
          },
        ],
  date_created: isoZ(customer.created),
  date_modified: isoZ(customer.modified),
})

export const fullName = ({ first, last, company }: FakeCustomer): string =>
  first === '' ? company : `${first} ${last}`

export const customerRow = (customer: FakeCustomer): CanonicalRow => ({
  table: 'customers',
  row: {
    source_id: String(customer.id),
    source_updated: customer.modified,
    time_basis: 'utc',
    name: fullName(customer),
    email: customer.email,
    city: customer.place?.[0] ?? null,
    state: customer.place?.[2] ?? null,
    country: customer.place?.[3] ?? null,
    postal_code: customer.place?.[4] ?? null,
    birth: null,
    since: customer.created,
    lifetime_value_seed: null,
    currency: null,
    customer_group: GROUPS.find(([id]) => id === customer.group)?.[1] ?? null,
  },
})
