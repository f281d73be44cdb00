import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { firstUsableAddress, OptionalInstant, personName, WooAddress, WooId, WooText } from './fields.ts'

const Address = WooAddress.nullish().transform((address) => address ?? null)

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#customer-properties */
export const WooCustomer = z.object({
  id: WooId,
  date_created_gmt: OptionalInstant,
  date_modified_gmt: OptionalInstant,
  email: WooText,
  first_name: WooText,
  last_name: WooText,
  username: WooText,
  role: WooText,
  is_paying_customer: z.boolean().nullish(),
  billing: Address,
  shipping: Address,
})
export type WooCustomer = z.output<typeof WooCustomer>

/** Roles of WordPress and WooCommerce for people who work on the site or only read it; spam registrations have them too. */
const OTHER_ROLES: ReadonlySet<string> = new Set([
  'administrator',
  'author',
  'contributor',
  'editor',
  'shop_manager',
  'subscriber',
])

/** Whether a user of the site is a customer. */
export const isCustomer = ({ role, is_paying_customer }: Pick<WooCustomer, 'role' | 'is_paying_customer'>): boolean =>
  is_paying_customer === true || !OTHER_ROLES.has(role ?? '')

const nameOf = ({ first_name, last_name, billing, username }: WooCustomer): string | null =>
  personName({ ...NOWHERE, first_name, last_name }) ?? (billing && personName(billing)) ?? username

const NOWHERE = { company: null, city: null, state: null, postcode: null, country: null }

export const customerRows = (customer: WooCustomer): CanonicalRow[] => {
  if (!isCustomer(customer)) return []
  const address = firstUsableAddress(customer.billing, customer.shipping)
  return [
    {
      table: 'customers',
      row: {
        source_id: customer.id,
        source_updated: customer.date_modified_gmt ?? customer.date_created_gmt,
        time_basis: 'utc',
        name: nameOf(customer),
        email: customer.email ?? customer.billing?.email ?? null,
        city: address?.city ?? null,
        state: address?.state ?? null,
        country: address?.country ?? null,
        postal_code: address?.postcode ?? null,
        birth: null,
        since: customer.date_created_gmt,
        lifetime_value_seed: null,
        currency: null,
        customer_group: customer.role === 'customer' || OTHER_ROLES.has(customer.role ?? '') ? null : customer.role,
      },
    },
  ]
}
