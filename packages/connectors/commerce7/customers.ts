import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { DayText, fullName, Id, lenientList, OptionalCents, OptionalInstant, Text, toLocalDay } from './fields.ts'
import type { AccountingSettings } from './order-rows.ts'

export const Customer = z.object({
  id: Id,
  firstName: Text,
  lastName: Text,
  birthDate: DayText,
  city: Text,
  stateCode: Text,
  zipCode: Text,
  countryCode: Text,
  emails: lenientList(z.object({ email: Text })),
  orderInformation: z
    .object({ lifetimeValueSeedAmount: OptionalCents })
    .nullish()
    .transform((information) => information?.lifetimeValueSeedAmount ?? null),
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
})
export type Customer = z.output<typeof Customer>

/** The first address is the one that Commerce7 uses for mail. */
export const customerRows = (customer: Customer, { currency, timeZone }: AccountingSettings): CanonicalRow[] => [
  {
    table: 'customers',
    row: {
      source_id: customer.id,
      source_updated: customer.updatedAt,
      time_basis: 'utc',
      name: fullName(customer.firstName, customer.lastName),
      email: customer.emails[0]?.email ?? null,
      city: customer.city,
      state: customer.stateCode,
      country: customer.countryCode,
      postal_code: customer.zipCode,
      birth: toLocalDay(customer.birthDate, timeZone),
      since: customer.createdAt,
      lifetime_value_seed: customer.orderInformation,
      currency,
    },
  },
]
