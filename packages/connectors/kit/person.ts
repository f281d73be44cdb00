import type { CanonicalRow } from './connector.ts'
import { type UtcColumns, utcRow } from './utc-row.ts'

interface PersonName {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly company: string | null
}

/** Those that are given, in their order; null: none is. */
export const joinNames = (...names: readonly (string | null | undefined)[]): string | null =>
  names.filter(Boolean).join(' ') || null

/** First and last name, else the company; null: the record has none. */
export const personName = ({ first_name, last_name, company }: PersonName): string | null =>
  joinNames(first_name, last_name) ?? company

/** Columns of an address. */
export interface AddressColumns {
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly postal_code: string | null
}

export const NO_ADDRESS: AddressColumns = { city: null, state: null, country: null, postal_code: null }

type Customer = Pick<UtcColumns<'customers'>, 'id' | 'updated' | 'name' | 'email' | 'since' | 'customer_group'> &
  Partial<Pick<UtcColumns<'customers'>, 'birth'>> & { readonly address: AddressColumns | null }

/** The row of a customer; on platforms that know nothing of earlier systems, and whose times are in UTC. */
export const customerRow = ({ address, ...columns }: Customer): CanonicalRow =>
  utcRow('customers', {
    birth: null,
    ...columns,
    ...(address ?? NO_ADDRESS),
    lifetime_value_seed: null,
    currency: null,
  })
