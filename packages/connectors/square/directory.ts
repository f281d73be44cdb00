import { z } from 'zod'
import { once } from '../kit/once.ts'
import { parseEach } from '../kit/read-records.ts'
import { type Catalog, fetchCatalog } from './catalog.ts'
import { teamMemberName } from './customers.ts'
import { type CustomerLookup, createCustomerLookup } from './lookups.ts'
import { fetchPermissions, type TokenPermissions, type TokenRules } from './permissions.ts'
import { SquareLocation, SquareTeamMember } from './record-schemas.ts'
import { Records, type SquareApi, squarePages } from './square-api.ts'

/** Data that several streams of a run need, each requested at most once. */
export interface SellerDirectory {
  readonly api: SquareApi
  permissions(): Promise<TokenPermissions>
  /** oldest first, so that a new location does not change the order of the others */
  locations(): Promise<readonly SquareLocation[]>
  catalog(): Promise<Catalog>
  /** by ID, including former team members */
  teamNames(): Promise<ReadonlyMap<string, string>>
  readonly customers: CustomerLookup
}

/** All team members, including inactive ones. */
export const TEAM = { name: 'team members', path: '/v2/team-members/search', body: { limit: 200 } } as const

const LocationList = z.object({ locations: Records })

const byAge = (a: SquareLocation, b: SquareLocation): number =>
  (a.created_at ?? 0) - (b.created_at ?? 0) || (a.id < b.id ? -1 : 1)

const fetchLocations = async (api: SquareApi): Promise<SquareLocation[]> => {
  const { locations } = await api.call({ path: '/v2/locations' }, LocationList)
  return parseEach(locations, SquareLocation).toSorted(byAge)
}

const NO_CATALOG: Catalog = { products: new Map(), read: 0, quarantined: [] }

export const createDirectory = (api: SquareApi, rules: TokenRules): SellerDirectory => {
  const permissions = once(() => fetchPermissions(api, rules))
  return {
    api,
    permissions,
    locations: once(() => fetchLocations(api)),
    catalog: once(async () => ((await permissions()).may('ITEMS_READ') ? fetchCatalog(api) : NO_CATALOG)),
    teamNames: once(async () => {
      const names = new Map<string, string>()
      if (!(await permissions()).may('EMPLOYEES_READ')) return names
      for await (const { records } of squarePages(api, TEAM, 'team_members')) {
        for (const member of parseEach(records, SquareTeamMember)) names.set(member.id, teamMemberName(member))
      }
      return names
    }),
    customers: createCustomerLookup(api),
  }
}
