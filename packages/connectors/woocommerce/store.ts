import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { type Catalog, fetchCatalog } from './catalog.ts'
import { WooText } from './fields.ts'
import { type Club, createClubs } from './subscriptions.ts'
import { createWooApi, type WooApi } from './woocommerce-api.ts'
import { readConsumerKeys } from './woocommerce-authorization.ts'

/** https://developer.wordpress.org/rest-api/reference/; `timezone_string` is empty where the site has only an offset. */
const Site = z.object({ name: WooText, timezone_string: WooText })

interface SiteFacts {
  readonly name: string | null
  /** as WordPress writes it; null: the site has only an offset from GMT */
  readonly timeZone: string | null
}

/** Context shared by the streams of one connection; each part is requested once. */
export interface WooStore {
  readonly api: WooApi
  readonly now: () => number
  site(): Promise<SiteFacts>
  /** as WooCommerce writes it; null: the key's user may not read it */
  writtenCurrency(): Promise<string | null>
  /** three letters; null: unknown */
  currency(): Promise<string | null>
  catalog(): Promise<Catalog>
  /** Clubs of subscriptions, by the subscription's ID. */
  clubs(subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, Club>>
}

const CURRENCY_CODE = /^[A-Z]{3}$/

const fetchSite = async (api: WooApi): Promise<SiteFacts> => {
  const { name, timezone_string } = await api.site(Site)
  return { name, timeZone: timezone_string }
}

const fetchCurrency = async (api: WooApi): Promise<string | null> => {
  try {
    return (await api.find('data/currencies/current', z.object({ code: WooText })))?.code ?? null
  } catch (error) {
    if (error instanceof RequestRejected && error.status === 403) return null
    throw error
  }
}

export const openStore = (connection: Connection): WooStore => {
  const api = createWooApi({
    client: connection.client,
    callWithKeys: readConsumerKeys(connection),
    keysInUrl: connection.settings.keysInUrl === true,
  })
  const writtenCurrency = once(() => fetchCurrency(api))
  const currency = async (): Promise<string | null> => {
    const code = await writtenCurrency()
    return code !== null && CURRENCY_CODE.test(code) ? code : null
  }
  return {
    api,
    now: connection.now,
    site: once(() => fetchSite(api)),
    writtenCurrency,
    currency,
    catalog: once(async () => fetchCatalog(api, await currency())),
    clubs: createClubs(api),
  }
}
