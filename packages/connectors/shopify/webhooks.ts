import { z } from 'zod'
import type { WebhookRegistrar } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import type { AdminApi } from './admin-api.ts'
import { mutation, query } from './queries.ts'

/** Events after which something of a sync may have changed. */
const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'CUSTOMERS_UPDATE',
  'CUSTOMERS_DELETE',
] as const

const LIST = query('WebhookList', '', 'webhookSubscriptions(first: 100) { nodes { id topic uri } }')

const CREATE = mutation(
  'WebhookCreate',
  '($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!)',
  `webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }`,
)

const DELETE = mutation(
  'WebhookDelete',
  '($id: ID!)',
  'webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }',
)

const Subscriptions = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string().nullable() })),
  }),
})

const Created = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: z.string() }).nullable() }),
})

const Deleted = z.object({ webhookSubscriptionDelete: z.object({ userErrors: z.array(z.unknown()) }) })

/** https://shopify.dev/docs/api/admin-graphql/2026-07/mutations/webhookSubscriptionCreate; the app's client secret signs the events. */
export const shopifyWebhooks = (api: AdminApi): WebhookRegistrar => ({
  async register(url) {
    const { webhookSubscriptions } = await api.ask(LIST, {}, Subscriptions, 'The webhooks of the app')
    const own = webhookSubscriptions.nodes.filter(({ uri }) => uri === url)
    const ids = own.map(({ id }) => id)
    for (const topic of TOPICS) {
      if (own.some((subscription) => subscription.topic === topic)) continue
      const variables = { topic, webhookSubscription: { uri: url, format: 'JSON' } }
      const { webhookSubscriptionCreate } = await api.ask(CREATE, variables, Created, `The webhook ${topic}`)
      const created = webhookSubscriptionCreate.webhookSubscription
      if (created === null) throw new RequestRejected(`Shopify didn’t register the webhook ${topic}`)
      ids.push(created.id)
    }
    return { ids, secret: null }
  },
  // One that is gone already is an error of the user in Shopify's answer.
  async remove({ ids }) {
    for (const id of ids) await api.ask(DELETE, { id }, Deleted, 'The removal of a webhook')
  },
})
