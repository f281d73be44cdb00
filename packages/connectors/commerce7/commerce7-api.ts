import { z } from 'zod'
import { basicAuth } from '../kit/authorization.ts'
import type { Budget, Connection } from '../kit/connector.ts'
import { type Page, pagesByCursor, pagesByNumber, readAgain } from '../kit/paging.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { FetchedRecords } from '../kit/stream.ts'
import { resolveAccess } from './commerce7-authorization.ts'

/** Calls with page numbers; calls with cursors have no limit. */
const PAGE_BUDGET: Budget = { name: 'page', calls: 100, perMs: 60_000 }
/** Beyond page 100 the API returns one page a minute. */
const DEEP_PAGE_BUDGET: Budget = { name: 'deepPage', calls: 1, perMs: 60_000 }
const SHALLOW_PAGES = 100
const PAGE_SIZE = 50

export const COMMERCE7_BUDGETS: readonly Budget[] = [PAGE_BUDGET, DEEP_PAGE_BUDGET]

/**
 * A list of Commerce7: its name in messages, its path, the keys under which a response may hold the records, and the permission that
 * it needs, as Commerce7 names it, where a sync needs the list.
 */
const listOf = (name: string, path: string, keys: readonly string[], permission: string | null = null) => {
  return { name, path, keys, permission }
}
export type ListSpec = ReturnType<typeof listOf>

/** The endpoint of each kind of record. */
export const LISTS = {
  departments: listOf('departments', '/department', ['departments']),
  vendors: listOf('vendors', '/vendor', ['vendors']),
  clubs: listOf('clubs', '/club', ['clubs'], 'Club'),
  products: listOf('products', '/product', ['products'], 'Product'),
  inventory: listOf('inventory', '/inventory', ['inventory', 'inventories'], 'Inventory'),
  customers: listOf('customers', '/customer', ['customers'], 'Customer'),
  memberships: listOf('club memberships', '/club-membership', ['clubMemberships'], 'Club Membership'),
  orders: listOf('orders', '/order', ['orders'], 'Order'),
  reservations: listOf('reservations', '/reservation', ['reservations'], 'Reservation'),
  webHooks: listOf('webhooks', '/web-hook', ['webHooks']),
  trash: listOf('deleted records', '/trash', ['trash', 'trashes']),
}

export type Query = Readonly<Record<string, string>>

/** Envelopes of lists: with the next cursor, or with the size of the list. */
const Envelope = z.looseObject({ cursor: z.string().nullish(), total: z.number().int().nonnegative().nullish() })

const readRecords = (envelope: z.output<typeof Envelope>, { name, keys }: ListSpec, page: string): unknown[] => {
  const key = keys.find((one) => Array.isArray(envelope[one])) ?? keys[0] ?? name
  return readEnvelope(envelope, z.object({ [key]: z.array(z.unknown()) }), page)[key] ?? []
}

export const createCommerce7Api = (connection: Connection) => {
  const { client } = connection
  const withAccess = (request: PlatformRequest): PlatformRequest => {
    const { appId, appSecret, tenant } = resolveAccess(connection)
    return { ...request, headers: { authorization: basicAuth(appId, appSecret), tenant } }
  }

  /** An answer to a call without a cursor. */
  const get = async (request: PlatformRequest): Promise<unknown> =>
    client.json(withAccess({ budgets: [PAGE_BUDGET.name], ...request }))

  /** Deletes what is at this path, if it still exists. */
  const remove = async (path: string): Promise<void> => {
    const { status } = await client.send(withAccess({ method: 'DELETE', path, budgets: [PAGE_BUDGET.name] }))
    if (status >= 400 && status !== 404) throw new RequestRejected(`Commerce7 rejected a removal (status ${status})`)
  }

  const fetchPage = async (
    list: ListSpec,
    name: string,
    query: NonNullable<PlatformRequest['query']>,
    budgets: string[],
  ) => {
    const envelope = readEnvelope(await get({ path: list.path, query, budgets }), Envelope, name)
    return {
      records: readRecords(envelope, list, name),
      total: envelope.total ?? null,
      cursor: envelope.cursor || null,
    }
  }

  /** Pages from the cursor `from` on; null: from the beginning. An expired cursor of an earlier run restarts the list. */
  const byCursor = (list: ListSpec, query: Query = {}, from: string | null = null) => {
    const fetch = async (cursor: string | null, name: string): Promise<Page<string>> => {
      try {
        const page = await fetchPage(list, name, { ...query, cursor: cursor ?? 'start' }, [])
        return { records: page.records, total: null, next: page.cursor }
      } catch (error) {
        if (!(error instanceof RequestRejected) || cursor === null || cursor !== from) throw error
        return fetch(null, name)
      }
    }
    return pagesByCursor({ name: list.name, fetch }, from)
  }

  /**
   * Pages of a list without cursors. A record deleted while the list is read moves the following ones forward, so that one of them is
   * missed: then it is read again.
   */
  const byNumber = (list: ListSpec) => {
    const fetch = (page: number, name: string) => {
      const budgets = page > SHALLOW_PAGES ? [PAGE_BUDGET.name, DEEP_PAGE_BUDGET.name] : [PAGE_BUDGET.name]
      return fetchPage(list, name, { page, limit: PAGE_SIZE }, budgets)
    }
    return readAgain(() => pagesByNumber({ name: list.name, pageSize: PAGE_SIZE, fetch }))
  }

  /** The records of these IDs, each still to be parsed. */
  const byId = async ({ path }: ListSpec, ids: readonly string[]): Promise<FetchedRecords> => {
    const find = (id: string) => get({ path: `${path}/${encodeURIComponent(id)}`, absent: [404] })
    const found = await Array.fromAsync(ids, find)
    return { records: found.filter((one) => one !== null), gone: ids.filter((_id, index) => found[index] === null) }
  }

  /** Size of a list; null if the API doesn't return it. */
  const count = async ({ name, path }: ListSpec, query: Query = {}): Promise<number | null> => {
    const answer = await get({ path, query: { ...query, page: 1, limit: 1 } })
    return readEnvelope(answer, Envelope, `The number of ${name}`).total ?? null
  }

  return { get, remove, byCursor, byNumber, byId, count }
}
export type Commerce7Api = ReturnType<typeof createCommerce7Api>

/** A filter of days, which are UTC days of instants in epoch milliseconds; Commerce7 doesn't document their time zone. */
export const sinceDay = (from: number): string => `gte:${utcDay(from)}`
export const betweenDays = (from: number, until: number): string => `btw:${utcDay(from)}|${utcDay(until)}`

const utcDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)
