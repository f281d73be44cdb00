import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WebhookRegistrar, WebhookSpec } from '../kit/connector.ts'
import { allRecords } from '../kit/paging.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { isSignedBase64 } from '../kit/signature.ts'
import { WooId } from './fields.ts'
import type { WooApi } from './woocommerce-api.ts'

/** Events after which something of a sync may have changed. */
const TOPICS = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'customer.created',
  'customer.updated',
] as const

const Webhook = z.object({ id: WooId, topic: z.string(), delivery_url: z.string() })
const Answer = z.looseObject({ id: WooId })

/** WooCommerce never returns a webhook's secret, so it follows from the address and the secret of the API key. */
const deriveSecret = (consumerSecret: string, url: string): string =>
  createHmac('sha256', consumerSecret).update(`webhook ${url}`).digest('hex')

/**
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. WooCommerce disables a webhook after five failed deliveries, so
 * existing ones are activated again.
 */
export const wooWebhooks = (api: WooApi, consumerSecret: string): WebhookRegistrar => ({
  async register(url) {
    const secret = deriveSecret(consumerSecret, url)
    const list = await allRecords(api.pages({ name: 'webhooks', path: 'webhooks' }))
    const hooks = parseEach(list, Webhook).filter((hook) => hook.delivery_url === url)
    const ids: string[] = []
    for (const topic of TOPICS) {
      const existing = hooks.find((hook) => hook.topic === topic)
      const path = existing ? `webhooks/${existing.id}` : 'webhooks'
      const body = { name: `Cuvee ${topic}`, topic, delivery_url: url, secret, status: 'active' }
      const saved = await api.find({ method: 'POST', path, body }, Answer)
      if (saved === null) throw new MalformedResponse(`WooCommerce didn’t register the webhook ${topic}`)
      ids.push(saved.id)
    }
    return { ids, secret }
  },
  async remove({ ids }) {
    const request = { method: 'DELETE', query: { force: 'true' } } as const
    for (const id of ids) await api.find({ ...request, path: `webhooks/${encodeURIComponent(id)}` }, z.unknown())
  },
})

/** What WooCommerce sends, without a signature, when a webhook is saved. */
const PING = /^webhook_id=\d{1,12}$/

/** WooCommerce signs each event with the secret of its webhook. */
export const wooWebhook: WebhookSpec = {
  instruction:
    'In WooCommerce, under Settings, Advanced, Webhooks, add webhooks with this delivery URL for the topics Order created, Order updated, and Order deleted, with one secret, and enter that secret here.',
  check({ headers, body }, { registeredSecret, secrets }) {
    if (PING.test(body.subarray(0, 40).toString('latin1'))) return { eventId: 'ping' }
    const [signature, keys] = [headers['x-wc-webhook-signature'], [registeredSecret, secrets.webhookSecret]]
    if (!isSignedBase64({ keys, parts: [body], signature })) return 'refused'
    return { eventId: headers['x-wc-webhook-delivery-id'] ?? headers['x-wc-delivery-id'] ?? null }
  },
}
