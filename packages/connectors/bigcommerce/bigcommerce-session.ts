import { z } from 'zod'
import type { OpenSession } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { ifAllowed } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { type BigCommerceApi, createBigCommerceApi } from './bigcommerce-api.ts'
import { catalogFacts, fetchCatalog, inventoryStream, productsStream } from './catalog.ts'
import { customersStream } from './customers.ts'
import { ordersStream, platformOrders } from './order-reads.ts'
import { bigcommerceWebhooks } from './webhooks.ts'

const Settings = z.object({ storeHash: z.string().min(1) })
const Secrets = z.object({ accessToken: z.string().min(1) })

const Store = z.object({
  name: OptionalText,
  currency: OptionalText,
  timezone: z.object({ name: OptionalText }).nullish(),
})

const fetchStore = async (api: BigCommerceApi) => {
  const request = { scope: 'Information & Settings', name: 'the store', path: '/v2/store' } as const
  const { name, currency, timezone } = readEnvelope(await api.find(request), Store, 'The store')
  return { business: { name, currency, timeZone: timezone?.name ?? null }, warnings: [] }
}

export const openBigCommerce: OpenSession = ({ settings, secrets, client, now, account }) => {
  const { storeHash } = Settings.parse(settings)
  const { accessToken } = Secrets.parse(secrets)
  const api = createBigCommerceApi(client, { storeHash, accessToken })
  const store = once(() => ifAllowed(fetchStore(api), (reason) => ({ business: null, warnings: [reason] })))
  // Prices of a store that the API account may not read are in the account's currency.
  const catalog = once(async () => fetchCatalog(api, (await store()).business?.currency ?? account.currency))
  const facts = once(() => ifAllowed(catalog(), () => catalogFacts([])))
  const products = productsStream(api, catalog)
  const inventory = inventoryStream(api, facts)
  const customers = customersStream(api, now)
  const orders = ordersStream(api, now, facts)
  return {
    test: async () =>
      describeConnection({
        platform: 'BigCommerce',
        ...(await store()),
        streams: [orders, customers, products, inventory],
      }),
    webhooks: bigcommerceWebhooks(api, accessToken),
    streams: [products, inventory, customers, orders],
    orders: (span) => platformOrders(api, span),
  }
}
