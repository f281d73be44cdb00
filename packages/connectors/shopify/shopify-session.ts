import { z } from 'zod'
import { describeSample, type Sample, sampleText } from '../kit/connection-samples.ts'
import type { Connection, OpenSession, WebhookRegistrar } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { isPlatformRefusal, RequestRejected } from '../kit/platform-problems.ts'
import { describeConnection } from '../kit/stream.ts'
import { type AdminApi, createAdminApi } from './admin-api.ts'
import { CHANNELS, FULFILLMENT_STATUSES, fullTitle, PAYMENT_STATUSES } from './codes.ts'
import { nodesSchema } from './fields.ts'
import { operation } from './graphql.ts'
import { platformOrders } from './order-reads.ts'
import { ShopifyOrder } from './order-schema.ts'
import { Customer, type Shop, shopifyStreams, Variant } from './shopify.streams.ts'
import { createTokenCall, isGranted, missingScopes } from './shopify-authorization.ts'

const ASK_FOR_IT = 'Shopify doesn’t show them to this app. Request protected customer data in the app’s settings.'

/**
 * Customer data that Shopify shows only to apps that it approved for it, by its fields, with what is missing without it. Asked for
 * more, it returns errors with incomplete data, and an export fails as a whole.
 */
const PROTECTED = [
  { fields: ['customer', 'customers'], missing: 'Customers aren’t synced, and orders have no customer' },
  { fields: ['displayName'], missing: 'Customers and orders have no customer names' },
  { fields: ['defaultEmailAddress'], missing: 'Customers have no email addresses' },
  {
    fields: ['shippingAddress', 'billingAddress', 'defaultAddress'],
    missing: 'Orders and customers have no places, such as states',
  },
] as const

const probe = (api: AdminApi, name: string, fields: z.ZodType, hidden: ReadonlySet<string> = new Set()) => {
  const args = { orders: '(first: 1)', customers: '(first: 1)' }
  return api(operation(name, { args, answer: z.object({ orders: z.unknown() }), fields, hidden }))
}

const isAllowed = async (asked: Promise<unknown>): Promise<boolean> => {
  try {
    await asked
    return true
  } catch (error) {
    if (isPlatformRefusal(error)) return false
    throw error
  }
}

const Protected = z.object({
  orders: nodesSchema(ShopifyOrder.pick({ id: true, customer: true, shippingAddress: true, billingAddress: true })),
  customers: nodesSchema(Customer),
})

/** The fields that the app may not read, found by trying. Throws if it may not read orders at all. */
const findHidden = async (api: AdminApi): Promise<string[]> => {
  if (await isAllowed(probe(api, 'ProtectedProbe', Protected))) return []
  let hidden: string[] = PROTECTED.flatMap(({ fields }) => fields)
  await probe(api, 'ProtectedProbe', Protected, new Set(hidden))
  // Customers come first: the other kinds are read with them.
  for (const { fields } of PROTECTED) {
    const others = hidden.filter((name) => !fields.some((field) => field === name))
    if (await isAllowed(probe(api, 'ProtectedProbe', Protected, new Set(others)))) hidden = others
  }
  return hidden
}

const Staffed = z.object({ orders: nodesSchema(ShopifyOrder.pick({ staffMember: true })) })

const SHOP = operation('Shop', {
  answer: z.object({
    shop: z.object({ name: z.string(), ianaTimezone: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  }),
})

const fetchShop = async (api: AdminApi): Promise<Shop> => {
  const { shop, currentAppInstallation } = await api(SHOP)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const missing = missingScopes(scopes)
  // It also requires a plan, which only a trial request can detect.
  const showsStaff =
    isGranted('read_users', scopes) &&
    isGranted('read_orders', scopes) &&
    (await isAllowed(probe(api, 'StaffProbe', Staffed)))
  // Without a scope, its own message says more.
  const hidden = missing.length > 0 ? [] : await findHidden(api)
  return {
    name: shop.name,
    timeZone: shop.ianaTimezone,
    currency: shop.currencyCode,
    missingScopes: missing,
    showsAllOrders: isGranted('read_all_orders', scopes),
    hidden: new Set(showsStaff ? hidden : [...hidden, 'staffMember']),
  }
}

const RECENT_ONLY =
  'Shopify shows this app only the orders of the last 60 days. Ask for the permission read_all_orders, or upload older orders as a CSV file.'
const NO_STAFF =
  'Orders have no team member: the app doesn’t have the permission read_users, which not every Shopify plan offers.'

/** One sentence for each kind of data that the connection cannot read. */
const listShopWarnings = ({ showsAllOrders, hidden }: Shop): string[] => [
  ...(showsAllOrders ? [] : [RECENT_ONLY]),
  ...(hidden.has('staffMember') ? [NO_STAFF] : []),
  ...PROTECTED.filter(({ fields: [field] }) => hidden.has(field)).map(({ missing }) => `${missing}: ${ASK_FOR_IT}`),
]

const SampleRecords = z.object({
  orders: nodesSchema(
    ShopifyOrder.pick({ name: true, sourceName: true, displayFinancialStatus: true, displayFulfillmentStatus: true }),
  ),
  customers: nodesSchema(Customer.pick({ id: true, displayName: true })).optional(),
  productVariants: nodesSchema(
    Variant.pick({ title: true, sku: true }).extend({
      product: z.object({ title: z.string() }),
      inventoryItem: z.object({ inventoryLevels: nodesSchema(z.object({ location: z.object({ name: z.string() }) })) }),
    }),
  ),
})

const SAMPLE_ARGS = {
  orders: '(first: 50, sortKey: PROCESSED_AT, reverse: true)',
  customers: '(first: 1)',
  productVariants: '(first: 1)',
}

/** The latest orders, and one of each other kind of record that a sync needs, in one query. */
const sampleShop = async (api: AdminApi, { hidden }: Shop): Promise<Sample[]> => {
  const sample = await api(operation('SampleRecords', { args: SAMPLE_ARGS, answer: SampleRecords, hidden }))
  const orders = sample.orders.nodes
  const [customer] = sample.customers?.nodes ?? []
  const [variant] = sample.productVariants.nodes
  const location = variant?.inventoryItem.inventoryLevels.nodes[0]?.location.name
  const name = (text: unknown) => ({ name: sampleText(text) })
  return [
    describeSample({
      label: 'Orders',
      ...name(orders[0]?.name),
      records: orders,
      codes: {
        channel: [({ sourceName }) => sourceName, CHANNELS],
        'payment status': [({ displayFinancialStatus }) => displayFinancialStatus, PAYMENT_STATUSES],
        'fulfillment status': [({ displayFulfillmentStatus }) => displayFulfillmentStatus, FULFILLMENT_STATUSES],
      },
    }),
    ...(sample.customers
      ? [describeSample({ label: 'Customers', ...name(customer?.displayName ?? customer?.id) })]
      : []),
    describeSample({ label: 'Products', ...name(variant && fullTitle(variant.product.title, variant.title)) }),
    describeSample({ label: 'Inventory', ...name(location && `${variant?.sku ?? 'no SKU'} at ${location}`) }),
  ]
}

/** Events after which something of a sync may have changed. */
const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'CUSTOMERS_UPDATE',
  'CUSTOMERS_DELETE',
] as const

const LIST_WEBHOOKS = operation('WebhookList', {
  args: { webhookSubscriptions: '(first: 100)' },
  answer: z.object({
    webhookSubscriptions: nodesSchema(z.object({ id: z.string(), topic: z.string(), uri: z.string().nullable() })),
  }),
})

const CREATE_WEBHOOK = operation('WebhookCreate', {
  kind: 'mutation',
  args: { webhookSubscriptionCreate: '(topic: $topic, webhookSubscription: $webhookSubscription)' },
  answer: z.object({
    webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: z.string() }).nullable() }),
  }),
})

// One that is gone already is an error of the user in Shopify's answer.
const DELETE_WEBHOOK = operation('WebhookDelete', {
  kind: 'mutation',
  args: { webhookSubscriptionDelete: '(id: $id)' },
  answer: z.object({ webhookSubscriptionDelete: z.object({ deletedWebhookSubscriptionId: z.string().nullable() }) }),
})

/** https://shopify.dev/docs/api/admin-graphql/2026-07/mutations/webhookSubscriptionCreate; the app's client secret signs the events. */
const shopifyWebhooks = (api: AdminApi): WebhookRegistrar => ({
  async register(url) {
    const { webhookSubscriptions } = await api(LIST_WEBHOOKS)
    const own = webhookSubscriptions.nodes.filter(({ uri }) => uri === url)
    const ids = own.map(({ id }) => id)
    for (const topic of TOPICS) {
      if (own.some((subscription) => subscription.topic === topic)) continue
      const webhookSubscription = { uri: url, format: 'JSON' }
      const created = (await api(CREATE_WEBHOOK, { topic, webhookSubscription })).webhookSubscriptionCreate
      if (!created.webhookSubscription) throw new RequestRejected(`Shopify didn’t register the webhook ${topic}`)
      ids.push(created.webhookSubscription.id)
    }
    return { ids, secret: null }
  },
  async remove({ ids }) {
    for (const id of ids) await api(DELETE_WEBHOOK, { id })
  },
})

/** Whether the secret that signs the app's events is known. */
const isSigned = ({ app, grant, secrets }: Connection): boolean =>
  Boolean(grant === null ? secrets.clientSecret : app?.clientSecret)

export const openShopify: OpenSession = (connection) => {
  const { client, now } = connection
  const api = createAdminApi(client, createTokenCall(connection))
  const fetchOnce = once(() => fetchShop(api))
  return {
    async test() {
      const shop = await fetchOnce()
      if (shop.missingScopes.length > 0) {
        throw new RequestRejected(`The app doesn’t have these permissions in Shopify: ${shop.missingScopes.join(', ')}`)
      }
      return describeConnection({
        platform: 'Shopify',
        business: shop,
        samples: await sampleShop(api, shop),
        streams: [],
        warnings: listShopWarnings(shop),
      })
    },
    ...(isSigned(connection) ? { webhooks: shopifyWebhooks(api) } : {}),
    streams: shopifyStreams({ tools: { api, client, now }, shop: fetchOnce }),
    orders: (span, stored) => platformOrders(api, span, stored),
  }
}
