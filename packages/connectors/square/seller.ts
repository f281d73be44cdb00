import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { each, Instant, OptionalText, optional } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { PermissionMissing } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { joinNames } from '../kit/rows.ts'
import { type Catalog, fetchCatalog } from './catalog.ts'
import { SquareAddress, SquareId } from './order-schema.ts'
import { inBatches, Records, type SquareApi } from './square-api.ts'
import { PERMISSIONS, type Permission } from './square-authorization.ts'

const TokenStatus = z.object({ scopes: z.array(z.string()), expires_at: optional(Instant) })

const Location = z.object({
  id: SquareId,
  ...each(OptionalText, 'name', 'timezone', 'currency'),
  created_at: optional(Instant),
})

/** Oldest first, so that a new location does not change the order of the others. */
const fetchLocations = async (api: SquareApi) => {
  const { locations } = await api.call({ path: '/v2/locations' }, z.object({ locations: Records }))
  return parseEach(locations, Location).sort(
    (a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || (a.id < b.id ? -1 : 1),
  )
}

/** All team members, including inactive ones. */
export const TEAM = {
  name: 'team members',
  key: 'team_members',
  path: '/v2/team-members/search',
  body: { limit: 200 },
} as const

/** A person without a name is shown by ID. */
export const SquareTeamMember = z
  .object({ id: SquareId, given_name: OptionalText, family_name: OptionalText, updated_at: optional(Instant) })
  .transform(({ id, given_name, family_name, updated_at }) => ({
    id,
    updated: updated_at,
    name: joinNames(given_name, family_name) ?? id,
  }))

export const SquareCustomer = z.object({
  id: SquareId,
  created_at: Instant,
  updated_at: optional(Instant),
  ...each(OptionalText, 'given_name', 'family_name', 'company_name', 'nickname', 'email_address', 'birthday'),
  address: SquareAddress,
})
export type SquareCustomer = z.infer<typeof SquareCustomer>

export const customerName = ({ given_name, family_name, company_name, nickname }: SquareCustomer): string | null =>
  joinNames(given_name, family_name) ?? (company_name || nickname || null)

const CustomerBatch = z.object({
  responses: optional(
    z.record(
      z.string(),
      z.object({ customer: z.unknown().optional(), errors: z.array(z.object({ code: z.string() })).nullish() }),
    ),
  ),
})

/** Customers that Square returns by ID at once. */
const CUSTOMERS_AT_ONCE = 100

/** Customers by ID, each still to be parsed; null: Square no longer has it. Those that it says nothing about are absent. */
export const findCustomers = async (api: SquareApi, ids: readonly string[]): Promise<Map<string, unknown>> => {
  const customers = new Map<string, unknown>()
  for (const batch of inBatches(ids, CUSTOMERS_AT_ONCE)) {
    const request = { method: 'POST', path: '/v2/customers/bulk-retrieve', body: { customer_ids: batch } } as const
    const { responses } = await api.call(request, CustomerBatch)
    for (const id of batch) {
      const answer = responses?.[id]
      if (answer?.customer) customers.set(id, answer.customer)
      else if (answer?.errors?.some(({ code }) => code === 'NOT_FOUND')) customers.set(id, null)
    }
  }
  return customers
}

/** Customers cached within a run, so that regulars are not fetched again with every page of orders. */
const MOST_CACHED = 20_000

const createCustomerCache = (api: SquareApi) => {
  let cached = new Map<string, SquareCustomer | null>()
  return async (ids: Iterable<string>): Promise<ReadonlyMap<string, SquareCustomer | null>> => {
    if (cached.size > MOST_CACHED) cached = new Map()
    const customers = cached
    const missing = [...new Set(ids)].filter((id) => !customers.has(id))
    const answers = await findCustomers(api, missing)
    for (const id of missing) customers.set(id, SquareCustomer.safeParse(answers.get(id)).data ?? null)
    return customers
  }
}

const NO_CATALOG: Catalog = { products: new Map(), read: 0, quarantined: [] }

/** Data that several streams of a run need, each requested at most once. `isRenewed`: Cuvee renews the token before its end. */
export const openSeller = (api: SquareApi, account: Connection['account'], isRenewed: boolean) => {
  const token = once(async () => {
    const { scopes, expires_at } = await api.call({ method: 'POST', path: '/oauth2/token-status' }, TokenStatus)
    return { scopes: new Set(scopes), expires: isRenewed ? null : expires_at }
  })
  const may = async (permission: Permission): Promise<boolean> => (await token()).scopes.has(permission)
  const locations = once(() => fetchLocations(api))
  return {
    api,
    account,
    may,
    /** Throws `PermissionMissing`. */
    async require(...permissions: readonly Permission[]): Promise<void> {
      const { scopes } = await token()
      const missing = permissions.find((permission) => !scopes.has(permission))
      if (missing) throw new PermissionMissing(PERMISSIONS[missing].slice(0, -1))
    },
    /** what is missing without the permissions that the token lacks */
    async lacks(): Promise<string[]> {
      const { scopes } = await token()
      return Object.entries(PERMISSIONS).flatMap(([permission, lack]) => (scopes.has(permission) ? [] : [lack]))
    },
    /** end of the token, epoch milliseconds; null: it has none, or is renewed before */
    expires: async (): Promise<number | null> => (await token()).expires,
    locations,
    locationNames: async (): Promise<ReadonlyMap<string, string>> =>
      new Map((await locations()).flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))),
    catalog: once(async () => ((await may('ITEMS_READ')) ? fetchCatalog(api) : NO_CATALOG)),
    /** by ID, including former team members */
    teamNames: once(async (): Promise<ReadonlyMap<string, string>> => {
      const members = (await may('EMPLOYEES_READ')) ? await api.all(TEAM) : []
      return new Map(parseEach(members, SquareTeamMember).map(({ id, name }) => [id, name]))
    }),
    customers: createCustomerCache(api),
  }
}
export type Seller = ReturnType<typeof openSeller>
