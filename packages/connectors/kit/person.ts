import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from './connector.ts'

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

type Customer = Pick<CanonicalRecord<'customers'>, 'name' | 'email' | 'since' | 'customer_group'> &
  Partial<Pick<CanonicalRecord<'customers'>, 'birth'>> & {
    readonly id: string
    /** epoch milliseconds */
    readonly updated: number | null
    readonly address: AddressColumns | null
  }

/** The row of a customer; on platforms that know nothing of earlier systems, and whose times are in UTC. */
export const customerRow = ({ id, updated, address, ...columns }: Customer): CanonicalRow => ({
  table: 'customers',
  row: {
    source_id: id,
    source_updated: updated,
    time_basis: 'utc',
    birth: null,
    ...columns,
    ...(address ?? NO_ADDRESS),
    lifetime_value_seed: null,
    currency: null,
  },
})

type TeamMember = Pick<CanonicalRecord<'team_members'>, 'name'> & {
  readonly id: string
  /** epoch milliseconds */
  readonly updated: number | null
}

export const teamMemberRow = ({ id, updated, name }: TeamMember): CanonicalRow => ({
  table: 'team_members',
  row: { source_id: id, source_updated: updated, time_basis: 'utc', name },
})
