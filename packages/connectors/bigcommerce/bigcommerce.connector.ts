import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { Connection, PlatformConnector, PlatformFacts } from '../kit/connector.ts'
import { BIGCOMMERCE_BUDGET, type BigCommerceApi, createBigCommerceApi } from './bigcommerce-api.ts'
import { sampleStore } from './connection-samples.ts'
import { customersStream } from './customers-stream.ts'
import { createDirectory, fetchStore } from './directory.ts'
import { inventoryStream } from './inventory-stream.ts'
import { ordersStream } from './orders-stream.ts'
import { platformOrders } from './platform-orders.ts'
import { productsStream } from './products-stream.ts'
import { missingScope, SCOPES, ScopeMissing } from './scopes.ts'
import { bigcommerceWebhook, bigcommerceWebhooks } from './webhooks.ts'

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

/** BigCommerce through its REST APIs of versions 2 and 3. */
export const bigcommerceConnector: PlatformConnector = {
  type: 'bigcommerce',
  title: 'BigCommerce',
  description:
    'Orders, refunds, customers, products, and inventory from a BigCommerce store, including stores of WineDirect’s newer generation.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      storeHash: {
        type: 'string',
        title: 'Store hash',
        description:
          'In the control panel’s address, between “store-” and “.mybigcommerce.com”. The API path of an API account has it too.',
        maxLength: 40,
        pattern: '^[a-z0-9]+$',
        patternMessage: 'Enter only the letters and digits of the store hash, such as abc123def4',
      },
      accessToken: {
        type: 'string',
        title: 'Access token',
        description: `Of a store-level API account that you make under Settings, API accounts, with these scopes, each read-only: ${Object.keys(SCOPES).join(', ')}.`,
        maxLength: 200,
        writeOnly: true,
      },
    },
    required: ['storeHash', 'accessToken'],
    additionalProperties: false,
  },
  streams: ['products', 'inventory', 'customers', 'orders', 'order_lines'],
  defaultUrl: 'https://api.bigcommerce.com',
  budgets: [BIGCOMMERCE_BUDGET],
  webhook: bigcommerceWebhook,
  open({ settings, secrets, client, now, account }: Connection) {
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
  },
}
