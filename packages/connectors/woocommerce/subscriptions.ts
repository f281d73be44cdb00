import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import { isUnpaidSubscription, toDeliveryMethod, toMembershipStatus } from './codes.ts'
import { OptionalInstant, personName, WooAddress, WooId, WooReference, WooText } from './fields.ts'
import { resolveCustomerId } from './guests.ts'
import type { WooApi } from './woocommerce-api.ts'

const LineItem = z.object({ name: WooText, product_id: WooReference, parent_name: WooText })

/** https://woocommerce.github.io/subscriptions-rest-api-docs/#subscription-properties */
export const WooSubscription = z.object({
  id: WooId,
  status: z.string().min(1),
  date_created_gmt: OptionalInstant,
  date_modified_gmt: OptionalInstant,
  start_date_gmt: OptionalInstant,
  cancelled_date_gmt: OptionalInstant,
  end_date_gmt: OptionalInstant,
  created_via: WooText,
  customer_id: WooReference,
  billing: WooAddress,
  line_items: z.array(LineItem),
  shipping_lines: z
    .array(z.object({ method_id: WooText, method_title: WooText }))
    .nullish()
    .transform((lines) => lines ?? []),
})
export type WooSubscription = z.output<typeof WooSubscription>

/** The product that a subscription is for. */
export interface Club {
  readonly id: string | null
  readonly name: string | null
}

const NO_CLUB: Club = { id: null, name: null }

const clubOf = ({ line_items: [first] }: Pick<WooSubscription, 'line_items'>): Club =>
  first ? { id: first.product_id, name: first.parent_name ?? first.name } : NO_CLUB

// Expired subscriptions weren't cancelled; their end counts.
const cancelledAt = (subscription: WooSubscription): number | null =>
  toMembershipStatus(subscription.status) === 'cancelled'
    ? (subscription.cancelled_date_gmt ?? subscription.end_date_gmt)
    : null

/** A subscription as a membership; none before its first payment. */
export const membershipRows = (subscription: WooSubscription): CanonicalRow[] => {
  const signup = subscription.start_date_gmt ?? subscription.date_created_gmt
  if (isUnpaidSubscription(subscription.status)) return []
  if (signup === null) throw new RecordProblem('start_date_gmt', 'start_date_gmt is missing')
  const club = clubOf(subscription)
  return [
    {
      table: 'memberships',
      row: {
        source_id: subscription.id,
        source_updated: subscription.date_modified_gmt,
        time_basis: 'utc',
        club_source_id: club.id,
        club_name: club.name,
        customer_source_id: resolveCustomerId(subscription),
        customer_name: personName(subscription.billing),
        status: toMembershipStatus(subscription.status),
        status_raw: subscription.status,
        signup,
        cancelled: cancelledAt(subscription),
        cancellation_reason: null,
        acquisition_channel: subscription.created_via,
        team_member: null,
        delivery_method:
          subscription.shipping_lines.length > 0 ? toDeliveryMethod('club', subscription.shipping_lines) : null,
      },
    },
  ]
}

/** Whether a store has no subscriptions, because the extension Subscriptions isn't installed. */
export const isWithoutSubscriptions = (error: unknown): boolean =>
  error instanceof RequestRejected && error.status === 404

const Subscribed = WooSubscription.pick({ id: true, line_items: true })

const AT_ONCE = 100

/** Looks up clubs of subscriptions, each once. */
export const createClubs = (api: WooApi) => {
  const known = new Map<string, Club>()

  const load = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) known.set(id, NO_CLUB)
    const query = { include: ids.join(','), per_page: AT_ONCE, status: 'any' }
    const { records } = await api.list('subscriptions', query, 'The subscriptions of orders')
    for (const subscription of readRecords(records, { schema: Subscribed, rows: () => [] }).records) {
      known.set(subscription.id, clubOf(subscription))
    }
  }

  return async (subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, Club>> => {
    const missing = [...new Set(subscriptionIds)].filter((id) => !known.has(id))
    try {
      for (let start = 0; start < missing.length; start += AT_ONCE) await load(missing.slice(start, start + AT_ONCE))
    } catch (error) {
      // Orders of an extension that was removed stay renewals, of clubs without names.
      if (!isWithoutSubscriptions(error)) throw error
    }
    return known
  }
}
