import { z } from 'zod'
import type { OpenSession } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { ifAllowed } from '../kit/not-allowed.ts'
import { once } from '../kit/once.ts'
import { parseEach, readEnvelope } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { bigcommerceStreams } from './bigcommerce.streams.ts'
import { type BigCommerceApi, createBigCommerceApi } from './bigcommerce-api.ts'
import { catalogFacts, fetchCatalog } from './catalog.ts'
import { BcId } from './fields.ts'
import { platformOrders } from './order-reads.ts'
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

const Group = z.object({ id: BcId, name: z.string() })

const fetchGroups = async (api: BigCommerceApi): Promise<ReadonlyMap<string, string>> => {
  const query = { limit: 250 }
  const list = await api.list({ scope: 'Customers', name: 'customer groups', path: '/v2/customer_groups', query })
  return new Map(parseEach(list, Group).map(({ id, name }) => [id, name]))
}

export const openBigCommerce: OpenSession = ({ settings, secrets, client, now, account }) => {
  const { storeHash } = Settings.parse(settings)
  const { accessToken } = Secrets.parse(secrets)
  const api = createBigCommerceApi(client, { storeHash, accessToken })
  const store = once(() => ifAllowed(fetchStore(api), (reason) => ({ business: null, warnings: [reason] })))
  // Of a store that the API account may not read: that of the account.
  const currency = async () => (await store()).business?.currency ?? account.currency
  const catalog = once(async () => fetchCatalog(api, await currency()))
  const streams = bigcommerceStreams({
    api,
    now,
    currency,
    catalog,
    facts: once(() => ifAllowed(catalog(), () => catalogFacts([]))),
    groups: once(() => fetchGroups(api)),
  })
  const [products, inventory, customers, orders] = streams
  return {
    test: async () =>
      describeConnection({
        platform: 'BigCommerce',
        ...(await store()),
        streams: [orders, customers, products, inventory],
      }),
    webhooks: bigcommerceWebhooks(api, accessToken),
    streams,
    orders: (span) => platformOrders(api, span),
  }
}
