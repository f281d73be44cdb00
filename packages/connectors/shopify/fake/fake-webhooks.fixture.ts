import type { Data, Roots } from './execute.fixture.ts'

interface FakeWebhook {
  readonly id: string
  readonly topic: string
  readonly uri: string
}

/** The app's webhook subscriptions, as https://shopify.dev/docs/api/admin-graphql/2026-07/objects/WebhookSubscription describes them. */
export interface FakeWebhooks {
  readonly registered: FakeWebhook[]
  readonly roots: Roots
}

const refusal = (message: string): Data => ({ field: ['webhookSubscription'], message })

export const createFakeWebhooks = (): FakeWebhooks => {
  const registered: FakeWebhook[] = []
  let made = 0

  const create = (topic: string, { uri = '' }: { uri?: string }): Data => {
    if (!uri.startsWith('https://')) return { webhookSubscription: null, userErrors: [refusal('Address is invalid')] }
    if (registered.some((one) => one.topic === topic && one.uri === uri))
      return { webhookSubscription: null, userErrors: [refusal('Address for this topic has already been taken')] }
    made += 1
    const added = { id: `gid://shopify/WebhookSubscription/${made}`, topic, uri }
    registered.push(added)
    return { webhookSubscription: added, userErrors: [] }
  }

  const remove = (id: string): Data => {
    const at = registered.findIndex((one) => one.id === id)
    if (at < 0)
      return { deletedWebhookSubscriptionId: null, userErrors: [refusal('Webhook subscription does not exist')] }
    registered.splice(at, 1)
    return { deletedWebhookSubscriptionId: id, userErrors: [] }
  }

  return {
    registered,
    roots: {
      webhookSubscriptions: () => ({
        items: registered.map((one) => ({ ...one })),
        hasNextPage: false,
        endCursor: null,
      }),
      webhookSubscriptionCreate: ({ topic, webhookSubscription }) => create(String(topic), Object(webhookSubscription)),
      webhookSubscriptionDelete: ({ id }) => remove(String(id)),
    },
  }
}
