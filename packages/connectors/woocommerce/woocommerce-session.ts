import { z } from 'zod'
import { localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { sampleStreams } from '../kit/stream.ts'
import { fetchCatalog } from './catalog.ts'
import { isKnownStatus } from './codes.ts'
import { WooText } from './fields.ts'
import { platformOrders } from './order-reads.ts'
import { createClubs } from './subscriptions.ts'
import { wooWebhooks } from './webhooks.ts'
import { wooStreams } from './woocommerce.streams.ts'
import { createWooApi, type WooApi } from './woocommerce-api.ts'
import { readConsumerKeys, readConsumerSecret } from './woocommerce-authorization.ts'

/** https://developer.wordpress.org/rest-api/reference/; `timezone_string` is empty where the site has only an offset. */
const Site = z.object({ name: WooText, timezone_string: WooText })

/** A record that the key's user may not read is null. */
const findAllowed = async <Shape extends z.ZodType>(
  api: WooApi,
  path: string,
  shape: Shape,
): Promise<z.output<Shape> | null> => {
  try {
    return await api.find(path, shape)
  } catch (error) {
    if (error instanceof RequestRejected && error.status === 403) return null
    throw error
  }
}

const Statuses = z.array(z.object({ slug: z.string(), name: WooText, total: z.union([z.int(), z.string()]) }))

/** Statuses of the whole store: `GET /reports/orders/totals` counts them. */
const unknownStatuses = async (api: WooApi): Promise<readonly string[]> =>
  ((await findAllowed(api, 'reports/orders/totals', Statuses)) ?? [])
    .filter(({ slug, total }) => Number(total) > 0 && !isKnownStatus(slug))
    .map(
      ({ name, slug }) =>
        `Orders: “${name ?? slug}” isn’t a known status. Such orders count as paid if WooCommerce says when they were paid, and their fulfillment as Other.`,
    )

const CURRENCY_CODE = /^[A-Z]{3}$/

export const openWooCommerce: OpenSession = (connection) => {
  const { client, now, settings } = connection
  const callWithKeys = readConsumerKeys(connection)
  const api = createWooApi({ client, callWithKeys, keysInUrl: settings.keysInUrl === true })
  /** as WooCommerce writes it */
  const writtenCurrency = once(
    async () => (await findAllowed(api, 'data/currencies/current', z.object({ code: WooText })))?.code ?? null,
  )
  const currency = async (): Promise<string | null> => {
    const code = await writtenCurrency()
    return code !== null && CURRENCY_CODE.test(code) ? code : null
  }
  const catalog = once(async () => fetchCatalog(api, await currency()))
  const streams = wooStreams({ api, now, currency, catalog, clubs: createClubs(api) })
  const [products, customers, memberships, orders] = streams
  return {
    async test() {
      const { name, timezone_string: timeZone } = await api.site(Site)
      const locale = localeWarnings({ platform: 'WooCommerce', timeZone, currency: await writtenCurrency() })
      const { samples, warnings } = await sampleStreams([orders, customers, products, memberships])
      const all = [...locale, ...warnings, ...(await unknownStatuses(api))]
      return { name, timeZone, currency: await currency(), samples, warnings: all }
    },
    webhooks: wooWebhooks(api, readConsumerSecret(connection)),
    streams,
    orders: (span) => platformOrders(api, span),
  }
}
