import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { sampleStore } from './connection-samples.ts'
import { customersStream } from './customers.stream.ts'
import { membershipsStream } from './memberships.stream.ts'
import { ordersStream } from './orders.stream.ts'
import { platformOrders } from './platform-orders.ts'
import { productsStream } from './products.stream.ts'
import { openStore, type WooStore } from './store.ts'
import { wooWebhooks } from './webhooks.ts'
import { readConsumerSecret } from './woocommerce-authorization.ts'

const test = async (store: WooStore): Promise<PlatformFacts> => {
  const { name, timeZone } = await store.site()
  const currency = await store.writtenCurrency()
  const sampled = await sampleStore(store)
  const { samples, warnings } = describeSamples(sampled.records)
  const locale = localeWarnings({ platform: 'WooCommerce', timeZone, currency })
  return {
    name,
    timeZone,
    currency: await store.currency(),
    samples,
    warnings: [...locale, ...warnings, ...sampled.warnings],
  }
}

export const openWooCommerce: OpenSession = (connection) => {
  const store = openStore(connection)
  return {
    test: () => test(store),
    webhooks: wooWebhooks(store.api, readConsumerSecret(connection)),
    streams: [productsStream(store), customersStream(store), membershipsStream(store), ordersStream(store)],
    orders: (span) => platformOrders(store.api, span),
  }
}
