import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { type BigCommerceApi, createBigCommerceApi } from './bigcommerce-api.ts'
import { sampleStore } from './connection-samples.ts'
import { customersStream } from './customers-stream.ts'
import { createDirectory, fetchStore } from './directory.ts'
import { inventoryStream } from './inventory-stream.ts'
import { ordersStream } from './orders-stream.ts'
import { platformOrders } from './platform-orders.ts'
import { productsStream } from './products-stream.ts'
import { missingScope, ScopeMissing } from './scopes.ts'
import { bigcommerceWebhooks } from './webhooks.ts'

const Settings = z.object({ storeHash: z.string().min(1) })
const Secrets = z.object({ accessToken: z.string().min(1) })

const storeFacts = async (api: BigCommerceApi): Promise<PlatformFacts> => {
  try {
    const { name, timeZone, currency } = await fetchStore(api)
    const warnings = localeWarnings({ platform: 'BigCommerce', timeZone, currency })
    return { name, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null, currency, warnings }
  } catch (error) {
    if (!(error instanceof ScopeMissing)) throw error
    return { name: null, timeZone: null, currency: null, warnings: [missingScope(error.scope)] }
  }
}

const test = async (api: BigCommerceApi): Promise<PlatformFacts> => {
  const facts = await storeFacts(api)
  const { sampled, refused } = await sampleStore(api)
  const { samples, warnings } = describeSamples(sampled)
  return { ...facts, samples, warnings: [...facts.warnings, ...refused, ...warnings] }
}

export const openBigCommerce: OpenSession = ({ settings, secrets, client, now, account }) => {
  const { storeHash } = Settings.parse(settings)
  const { accessToken } = Secrets.parse(secrets)
  const api = createBigCommerceApi(client, { storeHash, accessToken })
  const directory = createDirectory(api, account.currency)
  return {
    test: () => test(api),
    webhooks: bigcommerceWebhooks(api, accessToken),
    streams: [
      productsStream(directory),
      inventoryStream(directory),
      customersStream(directory, now),
      ordersStream(directory, now),
    ],
    orders: (span) => platformOrders(api, span),
  }
}
