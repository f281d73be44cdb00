import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OpenSession, PlatformFacts, WebhookRegistrar } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { platformOrders } from './order-reads.ts'
import { SquareId } from './order-schema.ts'
import { openSeller, type Seller } from './seller.ts'
import { squareStreams } from './square.streams.ts'
import { API_VERSION, createSquareApi, type SquareApi } from './square-api.ts'
import { createTokenCall } from './square-authorization.ts'

const MerchantAnswer = z.object({
  merchant: z.object({ business_name: OptionalText, currency: OptionalText, main_location_id: OptionalText }),
})

/** The business and the permissions that its token lacks. */
const fetchFacts = async (seller: Seller, streams: ReturnType<typeof squareStreams>): Promise<PlatformFacts> => {
  const expires = await seller.expires()
  const warnings = [
    ...(await seller.lacks()),
    ...(expires === null ? [] : [`The access token expires on ${new Date(expires).toISOString().slice(0, 10)}.`]),
  ]
  const platform = 'Square'
  if (!(await seller.may('MERCHANT_PROFILE_READ')))
    return describeConnection({ platform, business: null, streams: [], warnings })
  const locations = await seller.locations()
  const merchant = (await seller.api.find({ path: '/v2/merchants/me' }, MerchantAnswer))?.merchant
  const main = locations.find(({ id }) => id === merchant?.main_location_id) ?? locations[0]
  const business = {
    name: merchant?.business_name ?? main?.name ?? null,
    timeZone: main?.timezone ?? null,
    currency: merchant?.currency ?? main?.currency ?? null,
  }
  const [catalog, inventory, customers, team, orders] = streams
  const timeZones = locations.map(({ timezone }) => timezone)
  const sampled = [orders, customers, catalog, inventory, team]
  return describeConnection({ platform, business, timeZones, streams: sampled, warnings })
}

const SUBSCRIPTIONS = {
  name: 'webhooks',
  key: 'subscriptions',
  path: '/v2/webhooks/subscriptions',
  query: { limit: 100 },
} as const

/** Events after which something of a sync may have changed. */
const EVENTS = [
  'order.created',
  'order.updated',
  'order.fulfillment.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'catalog.version.updated',
]

const subscriptionPath = (id: string): string => `${SUBSCRIPTIONS.path}/${encodeURIComponent(id)}`

const Subscription = z.object({ id: SquareId, notification_url: OptionalText, signature_key: OptionalText })
const OneSubscription = z.object({ subscription: Subscription })

const findSubscription = async (api: SquareApi, url: string) =>
  parseEach(await api.all(SUBSCRIPTIONS), Subscription).find(({ notification_url }) => notification_url === url)

const createSubscription = async (api: SquareApi, url: string) => {
  const subscription = { name: 'Cuvee', event_types: EVENTS, notification_url: url, api_version: API_VERSION }
  // A key of its own for each subscription: Square answers a known one with the first subscription, though it was deleted.
  const body = { idempotency_key: randomUUID(), subscription }
  return (await api.call({ method: 'POST', path: SUBSCRIPTIONS.path, body }, OneSubscription)).subscription
}

/**
 * https://developer.squareup.com/docs/webhooks/webhook-subscriptions-api: subscriptions belong to the application, so only its own
 * access token may make them, not one that a seller consented to.
 */
const squareWebhooks = (api: SquareApi): WebhookRegistrar => ({
  async register(url) {
    const { id, signature_key } = (await findSubscription(api, url)) ?? (await createSubscription(api, url))
    const secret =
      signature_key ?? (await api.call({ path: subscriptionPath(id) }, OneSubscription)).subscription.signature_key
    if (secret === null) throw new MalformedResponse('Square’s webhook has no signature key')
    return { ids: [id], secret }
  },
  async remove({ ids }) {
    for (const id of ids) await api.find({ method: 'DELETE', path: subscriptionPath(id) }, z.looseObject({}))
  },
})

export const openSquare: OpenSession = (connection) => {
  const { account, client, grant, now } = connection
  const api = createSquareApi(client, createTokenCall(connection))
  const seller = openSeller(api, account, grant !== null)
  const streams = squareStreams(seller, now)
  return {
    ...(grant === null ? { webhooks: squareWebhooks(api) } : {}),
    test: () => fetchFacts(seller, streams),
    streams,
    credentialsEnd: seller.expires,
    orders: (span) => platformOrders(seller, span),
  }
}
