import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { PermissionMissing } from '../kit/not-allowed.ts'
import { once } from '../kit/once.ts'
import { parseEach, readEnvelope } from '../kit/read-records.ts'
import { sampleStreams } from '../kit/stream.ts'
import { bigcommerceStreams } from './bigcommerce.streams.ts'
import { type BigCommerceApi, createBigCommerceApi } from './bigcommerce-api.ts'
import { fetchCatalog } from './catalog.ts'
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

const fetchStore = async (api: BigCommerceApi): Promise<z.output<typeof Store>> => {
  const request = { scope: 'Information & Settings', name: 'the store', path: '/v2/store' } as const
  return readEnvelope(await api.find(request), Store, 'The store')
}

const storeFacts = async (api: BigCommerceApi): Promise<PlatformFacts> => {
  try {
    const { name, currency, timezone } = await fetchStore(api)
    const timeZone = timezone?.name ?? null
    const warnings = localeWarnings({ platform: 'BigCommerce', timeZone, currency })
    return { name, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null, currency, warnings }
  } catch (error) {
    if (!(error instanceof PermissionMissing)) throw error
    return { name: null, timeZone: null, currency: null, warnings: [`${error.message}.`] }
  }
}

const fetchCurrency = async (api: BigCommerceApi): Promise<string | null> => {
  try {
    return (await fetchStore(api)).currency
  } catch (error) {
    if (error instanceof PermissionMissing) return null
    throw error
  }
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
  const streams = bigcommerceStreams({
    api,
    now,
    // Of a store that the API account may not read: that of the account.
    currency: once(async () => (await fetchCurrency(api)) ?? account.currency),
    catalog: once(() => fetchCatalog(api)),
    groups: once(() => fetchGroups(api)),
  })
  const [products, inventory, customers, orders] = streams
  return {
    async test() {
      const facts = await storeFacts(api)
      const { samples, warnings } = await sampleStreams([orders, customers, products, inventory])
      return { ...facts, samples, warnings: [...facts.warnings, ...warnings] }
    },
    webhooks: bigcommerceWebhooks(api, accessToken),
    streams,
    orders: (span) => platformOrders(api, span),
  }
}
