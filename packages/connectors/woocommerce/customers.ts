import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { guestId } from '../kit/guest-id.ts'
import { optional } from '../kit/optional.ts'
import { customerRow, personName } from '../kit/person.ts'
import { isDraft } from './codes.ts'
import {
  addressColumns,
  firstUsableAddress,
  OptionalInstant,
  WooAddress,
  WooId,
  WooReference,
  WooText,
} from './fields.ts'

const Address = optional(WooAddress)

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

export const customerName = (customer: WooCustomer): string | null =>
  personName({ ...customer, company: null }) ?? (customer.billing && personName(customer.billing)) ?? customer.username

export const customerRows = (customer: WooCustomer): CanonicalRow[] => {
  if (!isCustomer(customer)) return []
  const { role } = customer
  const row = customerRow({
    id: customer.id,
    updated: customer.date_modified_gmt ?? customer.date_created_gmt,
    name: customerName(customer),
    email: customer.email ?? customer.billing?.email ?? null,
    address: firstUsableAddress(customer.billing, customer.shipping),
    since: customer.date_created_gmt,
    customer_group: role === 'customer' || OTHER_ROLES.has(role ?? '') ? null : role,
  })
  return [row]
}

/** The customer of an order or a subscription: an account, else a guest with an email address; null: nobody is named. */
export const resolveCustomerId = ({
  customer_id,
  billing,
}: {
  readonly customer_id: string | null
  readonly billing: WooAddress
}): string | null => customer_id ?? (billing.email === null ? null : guestId(billing.email))

/** What orders say about their customers. */
export const GuestOrder = z.object({
  id: WooId,
  status: z.string(),
  customer_id: WooReference,
  billing: WooAddress,
  date_modified_gmt: OptionalInstant,
})

/** The guest of an order; none if an account ordered, or nobody gave an email address. */
export const guestRows = ({ billing, customer_id, date_modified_gmt, status }: z.output<typeof GuestOrder>) => {
  const { email } = billing
  if (customer_id !== null || email === null || isDraft(status)) return []
  const address = addressColumns(billing)
  const about = { id: guestId(email), updated: date_modified_gmt, name: personName(billing), email, address }
  return [customerRow({ ...about, since: null })]
}
