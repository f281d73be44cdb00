import { z } from 'zod'
import type { Budget, Connection } from '../kit/connector.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { accessOf } from './commerce7-authorization.ts'

/** Calls with page numbers; calls with cursors have no limit. */
export const PAGE_BUDGET: Budget = { name: 'page', calls: 100, perMs: 60_000 }
/** Beyond page 100 the API returns one page a minute. */
const DEEP_PAGE_BUDGET: Budget = { name: 'deepPage', calls: 1, perMs: 60_000 }
const SHALLOW_PAGES = 100
const PAGE_SIZE = 50

export const COMMERCE7_BUDGETS: readonly Budget[] = [PAGE_BUDGET, DEEP_PAGE_BUDGET]

/** A list of Commerce7: its path, and the keys under which a response may hold the records. */
export interface ListSpec {
  /** shown in error messages */
  readonly name: string
  readonly path: string
  readonly keys: readonly string[]
}

export interface CursorPage {
  /** each still to be parsed */
  readonly records: readonly unknown[]
  /** null on the last page */
  readonly cursor: string | null
}

interface NumberedPage {
  readonly records: readonly unknown[]
  /** size of the whole list, if the API returns it */
  readonly total: number | null
  readonly isLast: boolean
}

export interface Commerce7Api {
  get(request: PlatformRequest): Promise<unknown>
  /** Deletes what is at this path, if it still exists. */
  remove(path: string): Promise<void>
  /** Pages from `from` on; null: from the beginning. An expired cursor of an earlier run restarts the list. */
  byCursor(list: ListSpec, query: Readonly<Record<string, string>>, from: string | null): AsyncIterable<CursorPage>
  /** Pages of a list without cursors. */
  byNumber(list: ListSpec): AsyncIterable<NumberedPage>
  /** The records of these IDs, each still to be parsed, and the IDs that no longer exist. */
  byId(list: ListSpec, ids: readonly string[]): Promise<{ records: readonly unknown[]; gone: readonly string[] }>
  /** Size of a list; null if the API doesn't return it. */
  count(list: ListSpec, query: Readonly<Record<string, string>>): Promise<number | null>
}

const CursorEnvelope = z.looseObject({ cursor: z.string().nullish() })
const NumberEnvelope = z.looseObject({ total: z.number().int().nonnegative().nullish() })
const Records = z.array(z.unknown())

const readRecords = (
  envelope: Readonly<Record<string, unknown>>,
  { name, keys }: ListSpec,
  page: number,
): unknown[] => {
  const key = keys.find((one) => Array.isArray(envelope[one])) ?? keys[0] ?? name
  return readEnvelope({ [key]: envelope[key] }, z.object({ [key]: Records }), `Page ${page} of ${name}`)[key] ?? []
}

/** Encodes a user name and password for HTTP Basic authentication. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export const createCommerce7Api = (connection: Connection): Commerce7Api => {
  const { client } = connection
  const headersOf = () => {
    const { appId, appSecret, tenant } = accessOf(connection)
    return { authorization: basic(appId, appSecret), tenant }
  }
  const get = async (request: PlatformRequest): Promise<unknown> => client.json({ ...request, headers: headersOf() })

  const cursorPage = async (
    list: ListSpec,
    query: Readonly<Record<string, string>>,
    cursor: string,
    number: number,
  ): Promise<CursorPage> => {
    const answer = await get({ path: list.path, query: { ...query, cursor } })
    const envelope = readEnvelope(answer, CursorEnvelope, `Page ${number} of ${list.name}`)
    return { records: readRecords(envelope, list, number), cursor: envelope.cursor || null }
  }

  async function* byCursor(
    list: ListSpec,
    query: Readonly<Record<string, string>>,
    from: string | null,
  ): AsyncIterable<CursorPage> {
    const guard = createPageGuard(list.name)
    for (let cursor: string | null = from ?? 'start'; cursor !== null; ) {
      guard.enter(cursor)
      const page: CursorPage | null = await cursorPage(list, query, cursor, guard.number).catch((error: unknown) => {
        if (error instanceof RequestRejected && from !== null && guard.number === 1) return null
        throw error
      })
      if (page) yield page
      cursor = page ? page.cursor : 'start'
    }
  }

  async function* byNumber(list: ListSpec): AsyncIterable<NumberedPage> {
    const guard = createPageGuard(list.name)
    let read = 0
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const budgets = page > SHALLOW_PAGES ? [PAGE_BUDGET.name, DEEP_PAGE_BUDGET.name] : [PAGE_BUDGET.name]
      const answer = await get({ path: list.path, query: { page, limit: PAGE_SIZE }, budgets })
      const envelope = readEnvelope(answer, NumberEnvelope, `Page ${page} of ${list.name}`)
      const records = readRecords(envelope, list, page)
      if (records.length > 0) guard.enter(JSON.stringify(records))
      read += records.length
      const total = envelope.total ?? null
      isLast = records.length === 0 || (total === null ? records.length < PAGE_SIZE : read >= total)
      yield { records, total, isLast }
    }
  }

  const byId: Commerce7Api['byId'] = async ({ path }, ids) => {
    const records: unknown[] = []
    const gone: string[] = []
    for (const id of ids) {
      try {
        records.push(await get({ path: `${path}/${encodeURIComponent(id)}`, budgets: [PAGE_BUDGET.name] }))
      } catch (error) {
        if (!(error instanceof RequestRejected) || error.status !== 404) throw error
        gone.push(id)
      }
    }
    return { records, gone }
  }

  const count: Commerce7Api['count'] = async ({ name, path }, query) => {
    const answer = await get({ path, query: { ...query, page: 1, limit: 1 }, budgets: [PAGE_BUDGET.name] })
    return readEnvelope(answer, NumberEnvelope, `The number of ${name}`).total ?? null
  }

  const remove: Commerce7Api['remove'] = async (path) => {
    const { status } = await client.send({ method: 'DELETE', path, headers: headersOf(), budgets: [PAGE_BUDGET.name] })
    if (status >= 400 && status !== 404) throw new RequestRejected(`Commerce7 rejected a removal (status ${status})`)
  }

  return { get, remove, byCursor, byNumber, byId, count }
}

/** The UTC day of an instant, as Commerce7's filters expect it. */
export const utcDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** The endpoint of each kind of record. */
export const LISTS = {
  departments: { name: 'departments', path: '/department', keys: ['departments'] },
  vendors: { name: 'vendors', path: '/vendor', keys: ['vendors'] },
  clubs: { name: 'clubs', path: '/club', keys: ['clubs'] },
  products: { name: 'products', path: '/product', keys: ['products'] },
  inventory: { name: 'inventory', path: '/inventory', keys: ['inventory', 'inventories'] },
  customers: { name: 'customers', path: '/customer', keys: ['customers'] },
  memberships: { name: 'club memberships', path: '/club-membership', keys: ['clubMemberships'] },
  orders: { name: 'orders', path: '/order', keys: ['orders'] },
  reservations: { name: 'reservations', path: '/reservation', keys: ['reservations'] },
  webHooks: { name: 'webhooks', path: '/web-hook', keys: ['webHooks'] },
  trash: { name: 'deleted records', path: '/trash', keys: ['trash', 'trashes'] },
} as const satisfies Record<string, ListSpec>
