import type { Connection } from '../kit/connector.ts'
import { type Commerce7Api, LISTS, readSetting } from './commerce7-api.ts'
import type { AccountingSettings } from './order-rows.ts'
import { factsOf, Product, type ProductFact, type ProductFacts, productFact } from './products.ts'

/** Context shared by the streams of one session. */
export interface Tenant {
  readonly api: Commerce7Api
  /** epoch milliseconds */
  readonly now: () => number
  /** IANA name of the account's time zone */
  readonly timeZone: string
  /** fetched when first needed, once per session */
  readonly accounting: () => Promise<AccountingSettings>
  /** read on first use, once per session */
  readonly facts: () => Promise<ProductFacts>
}

/** Fetched once; a failed attempt is retried. */
const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = null
      throw error
    })
    return answer
  }
}

const readFacts = async (api: Commerce7Api): Promise<ProductFacts> => {
  const products = new Map<string, ProductFact>()
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    for (const record of records) {
      const product = Product.safeParse(record)
      if (product.success) products.set(product.data.id, productFact(product.data))
    }
  }
  return factsOf(products)
}

export const createTenant = (api: Commerce7Api, { account, now }: Pick<Connection, 'account' | 'now'>): Tenant => ({
  api,
  now,
  timeZone: account.timeZone,
  accounting: once(async () => {
    const { currency } = await readSetting(api)
    return { currency: currency ?? account.currency, timeZone: account.timeZone }
  }),
  facts: once(() => readFacts(api)),
})
