import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { OpenSession, WebhookRegistrar } from '../kit/connector.ts'
import { CurrencyCode } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { allRecords } from '../kit/paging.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { fetchCatalog, productsStream } from './catalog.ts'
import { isKnownStatus } from './codes.ts'
import { customersStream } from './customers.ts'
import { WooId, WooText } from './fields.ts'
import { ordersStream, platformOrders } from './order-reads.ts'
import { createClubs, membershipsStream } from './subscriptions.ts'
import { createWooApi, type WooApi } from './woocommerce-api.ts'
import { readConsumerKeys, readConsumerSecret } from './woocommerce-authorization.ts'

/** https://developer.wordpress.org/rest-api/reference/; `timezone_string` is empty where the site has only an offset. */
const Site = z.object({ name: WooText, timezone_string: WooText })

/** A record that the key's user may not read is null. */
const findAllowed = <Shape extends z.ZodType>(api: WooApi, path: string, shape: Shape) =>
  api.find({ path }, shape).catch((error: unknown) => {
    if (error instanceof RequestRejected && error.status === 403) return null
    throw error
  })

const Currency = z.object({ code: WooText })
const Statuses = z.array(z.object({ slug: z.string(), name: WooText, total: z.union([z.int(), z.string()]) }))

/** Statuses of the whole store: `GET /reports/orders/totals` counts them. */
const unknownStatuses = async (api: WooApi): Promise<readonly string[]> =>
  ((await findAllowed(api, 'reports/orders/totals', Statuses)) ?? [])
    .filter(({ slug, total }) => Number(total) > 0 && !isKnownStatus(slug))
    .map(
      ({ name, slug }) =>
        `Orders: “${name ?? slug}” isn’t a known status. Such orders count as paid if WooCommerce says when they were paid, and their fulfillment as Other.`,
    )

/** Events after which something of a sync may have changed. */
const TOPICS = [
  ...['order.created', 'order.updated', 'order.deleted', 'order.restored'],
  ...['customer.created', 'customer.updated'],
]

const Webhook = z.object({ id: WooId, topic: z.string(), delivery_url: z.string() })
const Answer = z.looseObject({ id: WooId })

/** WooCommerce never returns a webhook's secret, so it follows from the address and the secret of the API key. */
const deriveSecret = (consumerSecret: string, url: string): string =>
  createHmac('sha256', consumerSecret).update(`webhook ${url}`).digest('hex')

/**
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks. WooCommerce disables a webhook after five failed deliveries, so
 * existing ones are activated again.
 */
const wooWebhooks = (api: WooApi, consumerSecret: string): WebhookRegistrar => ({
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

export const openWooCommerce: OpenSession = (connection) => {
  const { client, now, settings } = connection
  const callWithKeys = readConsumerKeys(connection)
  const api = createWooApi({ client, callWithKeys, keysInUrl: settings.keysInUrl === true })
  /** as WooCommerce writes it */
  const writtenCurrency = once(async () => (await findAllowed(api, 'data/currencies/current', Currency))?.code ?? null)
  const catalog = once(async () => fetchCatalog(api, CurrencyCode.safeParse(await writtenCurrency()).data ?? null))
  const products = productsStream(api, catalog)
  const customers = customersStream(api, now)
  const memberships = membershipsStream(api, now)
  const orders = ordersStream({ api, catalog, clubs: createClubs(api) }, now)
  return {
    async test() {
      const { name, timezone_string: timeZone } = await api.site(Site)
      return describeConnection({
        platform: 'WooCommerce',
        business: { name, timeZone, currency: await writtenCurrency() },
        streams: [orders, customers, products, memberships],
        warnings: await unknownStatuses(api),
      })
    },
    webhooks: wooWebhooks(api, readConsumerSecret(connection)),
    streams: [products, customers, memberships, orders],
    orders: (span) => platformOrders(api, span),
  }
}
