import { z } from 'zod'
import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { Connection, PlatformOrder, PlatformSession, Span } from '../kit/connector.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { catalogStreams } from './catalog-streams.ts'
import { type Commerce7Api, createCommerce7Api, LISTS, type ListSpec, utcDay } from './commerce7-api.ts'
import { sampleLists } from './connection-samples.ts'
import { totalOfParts } from './order-amounts.ts'
import { type AccountingSettings, orderedAt } from './order-rows.ts'
import { Order } from './order-schema.ts'
import { recordStreams } from './record-streams.ts'
import { readSetting } from './setting.ts'
import { createTenant, type Tenant } from './tenant.ts'
import { commerce7Webhooks } from './webhooks.ts'

const DAY_MS = 86_400_000

/** Orders submitted within a span. The API filters by days of an undocumented time zone, so the request covers more than the span. */
async function* ordersOfSpan(
  api: Commerce7Api,
  list: ListSpec,
  accounting: () => Promise<AccountingSettings>,
  { from, until }: Span,
): AsyncIterable<readonly PlatformOrder[]> {
  const { currency } = await accounting()
  const submitted = `btw:${utcDay(from - DAY_MS)}|${utcDay(until + DAY_MS)}`
  for await (const page of api.byCursor(list, { orderSubmittedDate: submitted }, null)) {
    const { records, quarantined } = readRecords(page.records, { schema: Order, rows: () => [] })
    const [unread] = quarantined
    // A sum without one of the orders would show false differences.
    if (unread)
      throw new MalformedResponse(
        `Order ${unread.sourceId ?? 'without an id'} has amounts that don’t add up: ${unread.reason}`,
      )
    yield records
      .filter((order) => orderedAt(order) >= from && orderedAt(order) < until)
      .map((order) => ({
        sourceId: order.id,
        orderNumber: order.orderNumber,
        ordered: orderedAt(order),
        currency,
        total: totalOfParts(order),
      }))
  }
}

const SeenProduct = z.looseObject({
  departmentId: z.unknown().optional(),
  vendorId: z.unknown().optional(),
  variants: z.array(z.looseObject({ costOfGood: z.unknown().optional() })),
})

const lacksCosts = (products: readonly z.output<typeof SeenProduct>[]): boolean => {
  const variants = products.flatMap((product) => product.variants)
  return variants.length > 0 && variants.every(({ costOfGood }) => costOfGood === undefined)
}

const NO_COSTS = 'Product costs aren’t synced: the app doesn’t have permission to see the cost of goods.'
const NO_TITLES =
  'Products have no category and brand of their own: the app doesn’t have permission to read Department and Vendor.'

/** Checked on the first page of products, because fields that the app may not see are absent without a word. */
const warningsOf = async ({ api, titles }: Tenant): Promise<string[]> => {
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    const products = records.flatMap((record) => SeenProduct.safeParse(record).data ?? [])
    const isTitled = products.some(({ departmentId, vendorId }) => departmentId ?? vendorId)
    return [
      ...(lacksCosts(products) ? [NO_COSTS] : []),
      ...(isTitled && (await titles()).size === 0 ? [NO_TITLES] : []),
    ]
  }
  return []
}

export const openCommerce7 = (connection: Connection): PlatformSession => {
  const api = createCommerce7Api(connection)
  const tenant = createTenant(api, connection)
  return {
    async test() {
      const setting = await readSetting(api)
      const { samples, warnings } = describeSamples(await sampleLists(api))
      const locale = localeWarnings({ platform: 'Commerce7', ...setting })
      return { ...setting, samples, warnings: [...locale, ...(await warningsOf(tenant)), ...warnings] }
    },
    // Registered webhooks have no password.
    ...(connection.secrets.webhookPassword ? {} : { webhooks: commerce7Webhooks(api) }),
    streams: [...catalogStreams(tenant), ...recordStreams(tenant)],
    orders: (span) => ordersOfSpan(api, LISTS.orders, tenant.accounting, span),
  }
}
