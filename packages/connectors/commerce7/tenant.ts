import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { type Commerce7Api, LISTS, type ListSpec } from './commerce7-api.ts'
import { Id, Text } from './fields.ts'
import type { AccountingSettings } from './order-rows.ts'
import { Product, type ProductFact, type ProductFacts, productFact, type Titles, toProductFacts } from './products.ts'
import { readSetting } from './setting.ts'

/** Context shared by the streams of one session. */
export interface Tenant {
  readonly api: Commerce7Api
  /** epoch milliseconds */
  readonly now: () => number
  /** IANA name of the account's time zone */
  readonly timeZone: string
  /** fetched when first needed, once per session */
  readonly accounting: () => Promise<AccountingSettings>
  /** titles of departments and vendors; without permission for them: none */
  readonly titles: () => Promise<Titles>
  /** read on first use, once per session */
  readonly facts: () => Promise<ProductFacts>
}

const Named = z.object({ id: Id, title: Text })

async function* titlesOf(api: Commerce7Api, list: ListSpec): AsyncIterable<readonly [string, string]> {
  for await (const { records } of api.byNumber(list)) {
    for (const record of records) {
      const { data } = Named.safeParse(record)
      if (data?.title) yield [data.id, data.title]
    }
  }
}

const readTitles = async (api: Commerce7Api): Promise<Titles> => {
  const titles = new Map<string, string>()
  for (const list of [LISTS.departments, LISTS.vendors]) {
    try {
      for await (const [id, title] of titlesOf(api, list)) titles.set(id, title)
    } catch (error) {
      // Permissions are given by endpoint. Order lines name their department and vendor too.
      if (!isPlatformRefusal(error)) throw error
    }
  }
  return titles
}

const readFacts = async (api: Commerce7Api, titles: Titles): Promise<ProductFacts> => {
  const products = new Map<string, ProductFact>()
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    for (const record of records) {
      const product = Product.safeParse(record)
      if (product.success) products.set(product.data.id, productFact(product.data, titles))
    }
  }
  return toProductFacts(products)
}

export const createTenant = (api: Commerce7Api, { account, now }: Pick<Connection, 'account' | 'now'>): Tenant => {
  const titles = once(() => readTitles(api))
  return {
    api,
    now,
    timeZone: account.timeZone,
    accounting: once(async () => ({ currency: (await readSetting(api)).currency, timeZone: account.timeZone })),
    titles,
    facts: once(async () => readFacts(api, await titles())),
  }
}
