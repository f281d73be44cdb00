import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { optionalList } from '../kit/optional.ts'
import { personName } from '../kit/person.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { parseEach, RecordProblem } from '../kit/read-records.ts'
import { isUnpaidSubscription, toDeliveryMethod, toMembershipStatus } from './codes.ts'
import { resolveCustomerId } from './customers.ts'
import { OptionalInstant, WooAddress, WooId, WooReference, WooText } from './fields.ts'
import { PAGE_SIZE, type WooApi, wooRecords } from './woocommerce-api.ts'

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
  shipping_lines: optionalList(z.object({ method_id: WooText, method_title: WooText })),
})
export type WooSubscription = z.output<typeof WooSubscription>

/** The product that a subscription is for. */
export interface Club {
  readonly id: string | null
  readonly name: string | null
}

const NO_CLUB: Club = { id: null, name: null }

export const clubOf = ({ line_items: [first] }: Pick<WooSubscription, 'line_items'>): Club =>
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

/** Whether an older store, or one without the extension Subscriptions, has no such list. */
export const isNoList = (error: unknown): boolean => error instanceof RequestRejected && error.status === 404

const Subscribed = WooSubscription.pick({ id: true, line_items: true })

const SUBSCRIBED = { name: 'subscriptions', path: 'subscriptions', orderby: 'id', query: { status: 'any' } } as const

/** Clubs of subscriptions, by the subscription's ID. */
export type Clubs = (subscriptionIds: readonly string[]) => Promise<ReadonlyMap<string, Club>>

/** Looks up each subscription once. */
export const createClubs = (api: WooApi): Clubs => {
  const known = new Map<string, Club>()
  return async (subscriptionIds) => {
    const missing = [...new Set(subscriptionIds)].filter((id) => !known.has(id))
    try {
      for (let start = 0; start < missing.length; start += PAGE_SIZE) {
        const ids = missing.slice(start, start + PAGE_SIZE)
        for (const id of ids) known.set(id, NO_CLUB)
        const records = await wooRecords(api, SUBSCRIBED, ids)
        for (const subscription of parseEach(records, Subscribed)) {
          known.set(subscription.id, clubOf(subscription))
        }
      }
    } catch (error) {
      // Orders of an extension that was removed stay renewals, of clubs without names.
      if (!isNoList(error)) throw error
    }
    return known
  }
}
