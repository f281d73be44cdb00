import { z } from 'zod'
import { isWithin, type OpenSession, type PlatformOrder, type Span, type WebhookRegistrar } from '../kit/connector.ts'
import { each, OptionalText } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { allRecords } from '../kit/paging.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { parseEach, readEnvelope, readRecords } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { fetchCatalog, fetchTitles } from './catalog.ts'
import { commerce7Streams, ordersAround, type Tenant } from './commerce7.streams.ts'
import { type Commerce7Api, createCommerce7Api, LISTS } from './commerce7-api.ts'
import { Id } from './fields.ts'
import { totalOfParts } from './order-rows.ts'
import { Order, orderedAt } from './order-schema.ts'

const Setting = z.object({
  ...each(OptionalText, 'companyName', 'websiteName', 'title', 'timeZone', 'currency'),
})

// Documented lists wrap their records; a client of the API shows the settings without a list.
const SettingAnswer = z.union([
  z.object({ settings: z.tuple([Setting]) }).transform(({ settings: [only] }) => only),
  Setting,
])

/** What the tenant says about itself. Throws `MalformedResponse` without a currency: amounts would be counted in the account's. */
const fetchSetting = async (api: Commerce7Api) => {
  const answer = SettingAnswer.safeParse(await api.get({ path: '/setting' }))
  if (!answer.success) throw new MalformedResponse('The tenant’s settings have an unexpected format')
  const { companyName, websiteName, title, timeZone, currency } = answer.data
  if (currency === null)
    throw new MalformedResponse('Commerce7 doesn’t say which currency the tenant sells in. Choose it in its settings.')
  if (!/^[A-Z]{3}$/.test(currency))
    throw new MalformedResponse(
      `The tenant’s currency in Commerce7 is “${currency.slice(0, 20)}”, which is not a currency code`,
    )
  return { name: companyName ?? websiteName ?? title, timeZone, currency }
}

/** Orders submitted within a span. */
async function* platformOrders({ api, accounting }: Tenant, span: Span): AsyncGenerator<readonly PlatformOrder[]> {
  const { currency } = await accounting()
  for await (const page of ordersAround(api, span)) {
    const { records, quarantined } = readRecords(page.records, { schema: Order })
    const [unread] = quarantined
    // A sum without one of the orders would show false differences.
    if (unread)
      throw new MalformedResponse(
        `Order ${unread.sourceId ?? 'without an id'} has amounts that don’t add up: ${unread.reason}`,
      )
    yield records
      .map((order) => ({
        sourceId: order.id,
        orderNumber: order.orderNumber,
        ordered: orderedAt(order),
        currency,
        total: totalOfParts(order),
      }))
      .filter(({ ordered }) => isWithin(span, ordered))
  }
}

const SeenProduct = z.looseObject({
  departmentId: z.unknown().optional(),
  vendorId: z.unknown().optional(),
  variants: z.array(z.looseObject({ costOfGood: z.unknown().optional() })),
})

const NO_COSTS = 'Product costs aren’t synced: the app doesn’t have permission to see the cost of goods.'
const NO_TITLES =
  'Products have no category and brand of their own: the app doesn’t have permission to read Department and Vendor.'

/** Checked on the first page of products, because fields that the app may not see are absent without a word. */
const permissionWarnings = async ({ api, titles }: Tenant): Promise<string[]> => {
  const first = await api.byCursor(LISTS.products).next()
  const products = parseEach(first.done ? [] : first.value.records, SeenProduct)
  const variants = products.flatMap((product) => product.variants)
  const lacksCosts = variants.length > 0 && variants.every(({ costOfGood }) => costOfGood === undefined)
  const isTitled = products.some(({ departmentId, vendorId }) => departmentId ?? vendorId)
  return [...(lacksCosts ? [NO_COSTS] : []), ...(isTitled && (await titles()).size === 0 ? [NO_TITLES] : [])]
}

const OBJECTS = ['Order', 'Customer', 'Club Membership', 'Reservation'] as const
const ACTIONS = ['Create', 'Update', 'Delete'] as const

const Hook = z.object({ id: Id, object: OptionalText, action: OptionalText, url: OptionalText })

/** https://developer.commerce7.com/docs/webhooks: Commerce7 signs nothing, so the address itself is the secret. */
const commerce7Webhooks = (api: Commerce7Api): WebhookRegistrar => ({
  async register(url) {
    const hooks = parseEach(await allRecords(api.byNumber(LISTS.webHooks)), Hook).filter((hook) => hook.url === url)
    const ids = hooks.map(({ id }) => id)
    for (const object of OBJECTS) {
      for (const action of ACTIONS) {
        if (hooks.some((hook) => hook.object === object && hook.action === action)) continue
        const answer = await api.get({ method: 'POST', path: '/web-hook', body: { object, action, url } })
        ids.push(readEnvelope(answer, z.object({ id: Id }), 'The new webhook').id)
      }
    }
    return { ids, secret: null }
  },
  async remove({ ids }) {
    for (const id of ids) await api.remove(`/web-hook/${encodeURIComponent(id)}`)
  },
})

export const openCommerce7: OpenSession = (connection) => {
  const { account, now, secrets } = connection
  const { timeZone } = account
  const api = createCommerce7Api(connection)
  const titles = once(() => fetchTitles(api))
  const tenant: Tenant = {
    api,
    now,
    timeZone,
    accounting: once(async () => ({ currency: (await fetchSetting(api)).currency, timeZone })),
    titles,
    catalog: once(async () => fetchCatalog(api, await titles())),
  }
  const streams = commerce7Streams(tenant)
  const [clubs, products, inventory, customers, memberships, orders, reservations] = streams
  return {
    async test() {
      const business = await fetchSetting(api)
      const sampled = [orders, customers, products, inventory, clubs, memberships, reservations]
      const warnings = await permissionWarnings(tenant)
      return describeConnection({ platform: 'Commerce7', business, streams: sampled, warnings })
    },
    // Registered webhooks have no password.
    ...(secrets.webhookPassword ? {} : { webhooks: commerce7Webhooks(api) }),
    streams,
    orders: (span) => platformOrders(tenant, span),
  }
}
