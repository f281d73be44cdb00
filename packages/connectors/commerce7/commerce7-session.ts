import { z } from 'zod'
import type { Connection, PlatformSession } from '../kit/connector.ts'
import { catalogStreams } from './catalog-streams.ts'
import { type Commerce7Api, createCommerce7Api, LISTS, readSetting } from './commerce7-api.ts'
import { ordersOfSpan } from './orders-of-span.ts'
import { recordStreams } from './record-streams.ts'
import { createTenant } from './tenant.ts'

const CostsOfProduct = z.looseObject({ variants: z.array(z.looseObject({ costOfGood: z.unknown().optional() })) })

const lacksCosts = (records: readonly unknown[]): boolean => {
  const variants = records.flatMap((record) => CostsOfProduct.safeParse(record).data?.variants ?? [])
  return variants.length > 0 && variants.every(({ costOfGood }) => costOfGood === undefined)
}

/** Checked on the first page of products: the cost of goods is absent without permission. */
const warningsOf = async (api: Commerce7Api): Promise<string[]> => {
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    if (!lacksCosts(records)) break
    return ['What products cost does not come along: the app has no permission to see the cost of goods.']
  }
  return []
}

export const openCommerce7 = (connection: Connection): PlatformSession => {
  const api = createCommerce7Api(connection)
  const tenant = createTenant(api, connection)
  return {
    test: async () => ({ ...(await readSetting(api)), warnings: await warningsOf(api) }),
    streams: [...catalogStreams(tenant), ...recordStreams(tenant)],
    orders: (span) => ordersOfSpan(api, LISTS.orders, tenant.books, span),
  }
}
