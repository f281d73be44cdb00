import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { WebhookRegistrar } from '../kit/connector.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { SquareText } from './fields.ts'
import { API_VERSION, Cursor, Records, type SquareApi } from './square-api.ts'

const PATH = '/v2/webhooks/subscriptions'

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

const Subscription = z.object({ id: z.string().min(1), notification_url: SquareText, signature_key: SquareText })
const Answer = z.object({ subscription: Subscription })
const Page = z.object({ subscriptions: Records, cursor: Cursor })

/** The subscription of this address; null: none. */
const find = async (api: SquareApi, url: string) => {
  for await (const { subscriptions } of api.pages({ name: 'webhooks', path: PATH, query: { limit: 100 } }, Page)) {
    for (const value of subscriptions) {
      const { data } = Subscription.safeParse(value)
      if (data?.notification_url === url) return data
    }
  }
  return null
}

const create = async (api: SquareApi, url: string) => {
  const subscription = { name: 'Cuvee', event_types: EVENTS, notification_url: url, api_version: API_VERSION }
  // A key of its own for each subscription: Square answers a known one with the first subscription, though it was deleted.
  const idempotency_key = randomUUID()
  return (await api.call({ method: 'POST', path: PATH, body: { idempotency_key, subscription } }, Answer)).subscription
}

/**
 * https://developer.squareup.com/docs/webhooks/webhook-subscriptions-api: subscriptions belong to the application, so only its own
 * access token may make them, not one that a seller consented to.
 */
export const squareWebhooks = (api: SquareApi): WebhookRegistrar => ({
  async register(url) {
    const { id, signature_key } = (await find(api, url)) ?? (await create(api, url))
    const secret =
      signature_key ??
      (await api.call({ path: `${PATH}/${encodeURIComponent(id)}` }, Answer)).subscription.signature_key
    if (secret === null) throw new MalformedResponse('Square’s webhook has no signature key')
    return { ids: [id], secret }
  },
  async remove({ ids }) {
    for (const id of ids)
      await api.find({ method: 'DELETE', path: `${PATH}/${encodeURIComponent(id)}` }, z.looseObject({}))
  },
})
