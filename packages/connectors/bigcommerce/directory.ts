import { z } from 'zod'
import { once } from '../kit/once.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { type Catalog, fetchCatalog } from './catalog.ts'
import { BcId, BcText } from './fields.ts'
import { ScopeMissing } from './scopes.ts'

export interface BcStore {
  readonly name: string | null
  readonly timeZone: string | null
  readonly currency: string | null
}

const Store = z.object({
  name: BcText,
  currency: BcText,
  timezone: z.object({ name: BcText }).nullish(),
})

export const fetchStore = async (api: BigCommerceApi): Promise<BcStore> => {
  const request = { scope: 'Information & Settings', name: 'the store', path: '/v2/store' } as const
  const { name, currency, timezone } = readEnvelope(await api.find(request), Store, 'The store')
  return { name, currency, timeZone: timezone?.name ?? null }
}

const Group = z.object({ id: BcId, name: z.string() })

const fetchGroups = async (api: BigCommerceApi): Promise<ReadonlyMap<string, string>> => {
  const query = { limit: 250 }
  const list = await api.list({ scope: 'Customers', name: 'customer groups', path: '/v2/customer_groups', query })
  const groups = list.flatMap((record) => Group.safeParse(record).data ?? [])
  return new Map(groups.map(({ id, name }) => [id, name]))
}

/** What the streams of one session share. Each is requested once, when it is needed first. */
export interface StoreDirectory {
  readonly api: BigCommerceApi
  /** the currency of the catalog's prices */
  currency(): Promise<string>
  catalog(): Promise<Catalog>
  /** names of customer groups by ID */
  groups(): Promise<ReadonlyMap<string, string>>
}

/** `otherwise`: the currency of a store that the API account may not read. */
export const createDirectory = (api: BigCommerceApi, otherwise: string): StoreDirectory => ({
  api,
  currency: once(async () => {
    try {
      return (await fetchStore(api)).currency ?? otherwise
    } catch (error) {
      if (error instanceof ScopeMissing) return otherwise
      throw error
    }
  }),
  catalog: once(() => fetchCatalog(api)),
  groups: once(() => fetchGroups(api)),
})
