import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { joinNames } from '../kit/person.ts'
import type { SquareCustomer, SquareTeamMember } from './record-schemas.ts'

export const customerName = ({ given_name, family_name, company_name, nickname }: SquareCustomer): string | null =>
  joinNames(given_name, family_name) ?? (company_name || nickname || null)

/** Square stores a birthday without a year in year 0000, which is not a birth date. */
const birthOf = (birthday: string | null): string | null =>
  birthday !== null && isLocalDay(birthday) ? birthday : null

export const customerRow = (customer: SquareCustomer): CanonicalRecord<'customers'> => ({
  source_id: customer.id,
  source_updated: customer.updated_at,
  time_basis: 'utc',
  name: customerName(customer),
  email: customer.email_address || null,
  city: customer.address?.locality ?? null,
  state: customer.address?.administrative_district_level_1 ?? null,
  country: customer.address?.country ?? null,
  postal_code: customer.address?.postal_code ?? null,
  birth: birthOf(customer.birthday),
  since: customer.created_at,
  lifetime_value_seed: null,
  currency: null,
})

/** A person without a name is shown by ID. */
export const teamMemberName = ({ id, given_name, family_name }: SquareTeamMember): string =>
  joinNames(given_name, family_name) ?? id
