import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { guestId } from '../kit/guest-id.ts'
import { isDraft } from './codes.ts'
import { OptionalInstant, personName, WooAddress, WooId, WooReference } from './fields.ts'

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

export const GUEST_FIELDS = Object.keys(GuestOrder.shape).join(',')

/** The guest of an order; none if an account ordered, or nobody gave an email address. */
export const guestRows = ({
  billing,
  customer_id,
  date_modified_gmt,
  status,
}: z.output<typeof GuestOrder>): CanonicalRow[] => {
  const { email } = billing
  if (customer_id !== null || email === null || isDraft(status)) return []
  return [
    {
      table: 'customers',
      row: {
        source_id: guestId(email),
        source_updated: date_modified_gmt,
        time_basis: 'utc',
        name: personName(billing),
        email,
        city: billing.city,
        state: billing.state,
        country: billing.country,
        postal_code: billing.postcode,
        birth: null,
        since: null,
        lifetime_value_seed: null,
        currency: null,
      },
    },
  ]
}
