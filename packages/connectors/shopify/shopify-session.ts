import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { Connection, OpenSession } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { sampleShop } from './connection-samples.ts'
import { customersStream } from './customers.stream.ts'
import { ordersStream } from './orders.stream.ts'
import { platformOrders } from './platform-orders.ts'
import { productsStream } from './products.stream.ts'
import { listShopWarnings, openSession } from './shop.ts'
import { shopifyWebhooks } from './webhooks.ts'

/** Whether the secret that signs the app's events is known. */
const isSigned = ({ app, grant, secrets }: Connection): boolean =>
  Boolean(grant === null ? secrets.clientSecret : app?.clientSecret)

export const openShopify: OpenSession = (connection) => {
  const session = openSession(connection)
  return {
    async test() {
      const shop = await session.shop()
      if (shop.missingScopes.length > 0) {
        throw new RequestRejected(`The app doesn’t have these permissions in Shopify: ${shop.missingScopes.join(', ')}`)
      }
      const { name, timeZone, currency } = shop
      const { samples, warnings } = describeSamples(await sampleShop(session.tools.api, shop.readable))
      const locale = localeWarnings({ platform: 'Shopify', timeZone, currency })
      return { name, timeZone, currency, samples, warnings: [...locale, ...listShopWarnings(shop), ...warnings] }
    },
    ...(isSigned(connection) ? { webhooks: shopifyWebhooks(session.tools.api) } : {}),
    streams: [productsStream(session), customersStream(session), ordersStream(session)],
    orders: (span, stored) => platformOrders(session, span, stored),
  }
}
