import { z } from 'zod'
import { describeSamples, localeWarnings, type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import type { Connection, OpenSession } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import type { AdminApi } from './admin-api.ts'
import { fullTitle, toChannel, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { platformOrders } from './order-reads.ts'
import { type ProtectedData, sampleRecords } from './queries.ts'
import { listShopWarnings, openSession } from './shop.ts'
import { shopifyStreams } from './shopify.streams.ts'
import { shopifyWebhooks } from './webhooks.ts'

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? null)
const nodesOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) }).transform(({ nodes }) => nodes)

const Sample = z.object({
  orders: nodesOf(
    z.object({ name: Text, sourceName: Text, displayFinancialStatus: Text, displayFulfillmentStatus: Text }),
  ),
  customers: nodesOf(z.object({ id: Text, displayName: Text })).nullish(),
  productVariants: nodesOf(
    z.object({
      title: Text,
      sku: Text,
      product: z.object({ title: z.string() }),
      inventoryItem: z.object({ inventoryLevels: nodesOf(z.object({ location: z.object({ name: Text }) })) }).nullish(),
    }),
  ),
})

const sampledRecords = (label: string, name: string | null, codes: SampledRecords['codes'] = []): SampledRecords => ({
  ...{ label, name: sampleText(name), total: null, codes, problem: null },
})

/** Records of each kind that a sync needs, in one query. */
const sampleShop = async (api: AdminApi, readable: ProtectedData): Promise<SampledRecords[]> => {
  const { orders, customers, productVariants } = await api.ask(
    sampleRecords(readable),
    {},
    Sample,
    'One record of each kind',
  )
  const [order] = orders
  const [customer] = customers ?? []
  const [variant] = productVariants
  const location = variant?.inventoryItem?.inventoryLevels[0]?.location.name ?? null
  const isPaymentStatus = (displayFinancialStatus: string): boolean =>
    toPaymentStatus({ displayFinancialStatus, cancelledAt: null, keepsMoney: false }) !== 'other'
  const codes: SampledRecords['codes'] = [
    {
      field: 'channel',
      values: orders.map(({ sourceName }) => sourceName),
      isKnown: (value) => toChannel(value) !== 'other',
    },
    {
      field: 'payment status',
      values: orders.map(({ displayFinancialStatus }) => displayFinancialStatus),
      isKnown: isPaymentStatus,
    },
    {
      field: 'fulfillment status',
      values: orders.map(({ displayFulfillmentStatus }) => displayFulfillmentStatus),
      isKnown: (value) => toFulfillmentStatus(value) !== 'other',
    },
  ]
  return [
    sampledRecords('Orders', order?.name ?? null, codes),
    ...(readable.customers ? [sampledRecords('Customers', customer?.displayName ?? customer?.id ?? null)] : []),
    sampledRecords('Products', variant ? fullTitle(variant.product.title, variant.title) : null),
    sampledRecords('Inventory', variant && location !== null ? `${variant.sku ?? 'no SKU'} at ${location}` : null),
  ]
}

/** Whether the secret that signs the app's events is known. */
const isSigned = ({ app, grant, secrets }: Connection): boolean =>
  Boolean(grant === null ? secrets.clientSecret : app?.clientSecret)

export const openShopify: OpenSession = (connection) => {
  const session = openSession(connection)
  const { api } = session.tools
  return {
    async test() {
      const shop = await session.shop()
      if (shop.missingScopes.length > 0) {
        throw new RequestRejected(`The app doesn’t have these permissions in Shopify: ${shop.missingScopes.join(', ')}`)
      }
      const { name, timeZone, currency } = shop
      const { samples, warnings } = describeSamples(await sampleShop(api, shop.readable))
      const locale = localeWarnings({ platform: 'Shopify', timeZone, currency })
      return { name, timeZone, currency, samples, warnings: [...locale, ...listShopWarnings(shop), ...warnings] }
    },
    ...(isSigned(connection) ? { webhooks: shopifyWebhooks(api) } : {}),
    streams: shopifyStreams(session),
    orders: (span, stored) => platformOrders(api, span, stored),
  }
}
