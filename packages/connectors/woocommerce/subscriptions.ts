import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { each } from '../kit/fields.ts'
import { parseEach, RecordProblem } from '../kit/read-records.ts'
import { personName, utcRow } from '../kit/rows.ts'
import { declareStream, fetchedByIds } from '../kit/stream.ts'
import { isKnownSubscriptionStatus, isUnpaidSubscription, toDeliveryMethod, toMembershipStatus } from './codes.ts'
import { resolveCustomerId } from './customers.ts'
import { OptionalInstant, WooReference, WooText } from './fields.ts'
import { WooOrder } from './order-schema.ts'
import { isNoList, SAMPLE_SIZE, type WooApi } from './woocommerce-api.ts'

const LineItem = z.object({ name: WooText, product_id: WooReference, parent_name: WooText })

/** https://woocommerce.github.io/subscriptions-rest-api-docs/#subscription-properties */
export const WooSubscription = WooOrder.pick({
  ...each(true, 'id', 'status', 'date_modified_gmt', 'created_via', 'customer_id', 'billing', 'shipping_lines'),
}).extend({
  ...each(OptionalInstant, 'date_created_gmt', 'start_date_gmt', 'cancelled_date_gmt', 'end_date_gmt'),
  line_items: z.array(LineItem),
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
    utcRow('memberships', {
      id: subscription.id,
      updated: subscription.date_modified_gmt,
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
    }),
  ]
}

const SUBSCRIPTIONS = { name: 'subscriptions', path: 'subscriptions', query: { status: 'any' } }

const Subscribed = WooSubscription.pick({ id: true, line_items: true })

/** Clubs of subscriptions, by the subscription's ID. */
export type Clubs = (subscriptionIds: readonly string[]) => Promise<ReadonlyMap<string, Club>>

/** Looks up each subscription once. */
export const createClubs = (api: WooApi): Clubs => {
  const known = new Map<string, Club>()
  return async (subscriptionIds) => {
    const missing = [...new Set(subscriptionIds)].filter((id) => !known.has(id))
    for (const id of missing) known.set(id, NO_CLUB)
    try {
      for (const subscription of parseEach(await api.records(SUBSCRIPTIONS, missing), Subscribed))
        known.set(subscription.id, clubOf(subscription))
    } catch (error) {
      // Orders of an extension that was removed stay renewals, of clubs without names.
      if (!isNoList(error)) throw error
    }
    return known
  }
}

const ListedSubscription = WooSubscription.pick({ id: true, status: true, date_modified_gmt: true })

/** Subscriptions of the extension WooCommerce Subscriptions as club memberships; none without the extension. */
export const membershipsStream = (api: WooApi, now: () => number) =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    absent: (error) =>
      isNoList(error) ? 'The store doesn’t have WooCommerce Subscriptions, so there are no club memberships.' : null,
    ...api.byChange(SUBSCRIPTIONS, now),
    schema: WooSubscription,
    rows: membershipRows,
    fetch: async (ids) => fetchedByIds(ids, await api.records(SUBSCRIPTIONS, ids)),
    listing: {
      table: 'memberships',
      list: () =>
        api.listed(SUBSCRIPTIONS, {
          schema: ListedSubscription,
          toListed: ({ id, status, date_modified_gmt: updated }) =>
            isUnpaidSubscription(status) ? null : { sourceId: id, ordered: null, updated },
        }),
    },
    sample: {
      fetch: () => api.sample(SUBSCRIPTIONS, SAMPLE_SIZE),
      nameOf: (subscription) => clubOf(subscription).name ?? subscription.id,
      codes: { status: [({ status }) => status, { has: isKnownSubscriptionStatus }] },
    },
  })
