import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { basicAuth } from '../kit/authorization.ts'
import {
  ListChanged,
  type ListPage,
  type Page,
  pagesByNumber,
  pagesByWindow,
  readAgain,
  WindowPosition,
} from '../kit/paging.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { MalformedResponse, PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { parseEach } from '../kit/read-records.ts'
import { type FetchedRecords, fetchedByIds } from '../kit/stream.ts'
import { formatTimestamp, idIn, WdInstant } from './fields.ts'
import {
  assertFound,
  buildEnvelope,
  classifySoap,
  DownForMaintenance,
  readSoap,
  type SoapCredentials,
  type SoapParameters,
} from './soap.ts'
import { readChildText, readList, type XmlElement } from './xml.ts'

/** The path of each group of calls. */
const SERVICES = {
  order: '/V304/OrderService.cfc',
  product: '/V300/ProductService.cfc',
  inventory: '/V300/InventoryService.cfc',
  contact: '/V300/ContactService.cfc',
  club: '/V300/ClubMembershipService.cfc',
} as const

/**
 * The platform does not publish its rate limits; every call respects the limits in response headers. This one limits a first
 * read of years, which takes one call per order.
 */
export const CALLS_BUDGET = { name: 'calls', calls: 1200, perMs: 60_000 } as const

export const createWineDirectApi = (client: PlatformClient, credentials: SoapCredentials) => {
  const { username, password } = credentials
  const authorization = basicAuth(username, password)
  return {
    /** The result of the call; throws the errors of platform-problems.ts. */
    async call(service: keyof typeof SERVICES, operation: string, parameters: SoapParameters): Promise<XmlElement> {
      const { status, text } = await client.send({
        method: 'POST',
        path: SERVICES[service],
        headers: { accept: 'text/xml', 'content-type': 'text/xml; charset=utf-8', soapaction: '""', authorization },
        body: buildEnvelope(operation, credentials, parameters),
        budgets: [CALLS_BUDGET.name],
        classify: (answer, now) => classifySoap(readSoap(operation, answer.text), answer, now),
      })
      const soap = readSoap(operation, text)
      if (status >= 300 && soap.kind === 'other' && !soap.isMaintenance)
        throw new RequestRejected(`WineDirect rejected ${operation} (status ${status})`)
      return assertFound(operation, soap, [password, username])
    },
  }
}
export type WineDirectApi = ReturnType<typeof createWineDirectApi>

/** A list of the platform and how it is requested. */
export interface Search {
  readonly service: keyof typeof SERVICES
  /** key of the list in the response, and what its operation searches */
  readonly list: string
  /** identifies a record; null where it has no ID */
  readonly idOf: (record: unknown) => string | null
  /** maximum records per response */
  readonly maxRows: number
}

/** A search whose records have an ID in this field. */
export const searchById = <Id extends string>(search: Omit<Search, 'idOf'> & { readonly id: Id }) => {
  return { ...search, idOf: idIn(search.id) }
}

const ask = async (
  api: WineDirectApi,
  { service, list }: Search,
  parameters: SoapParameters,
): Promise<ListPage & { readonly records: readonly XmlElement[] }> => {
  const operation = `Search${list}`
  const answer = await api.call(service, operation, parameters)
  const records = readList(answer[list])
  if (records === null) throw new MalformedResponse(`An answer to ${operation} has no ${list}`)
  const count = Number(readChildText(answer, 'RecordCount') ?? Number.NaN)
  // Whether it counts the page or the whole list is not documented.
  return { records, total: Number.isInteger(count) && count > records.length ? count : null }
}

/** The first records of a search. */
export const searchFirst = async (
  api: WineDirectApi,
  search: Search,
  rows: number,
  parameters: SoapParameters = {},
): Promise<readonly XmlElement[]> => (await ask(api, search, { ...parameters, MaxRows: rows, Page: 1 })).records

/** Records of a list that the connection test reads. Whether an answer counts its own records or all is not documented. */
export const sampleSearch = (api: WineDirectApi, search: Search) => async (): Promise<ListPage> => ({
  records: await searchFirst(api, search, 25),
  total: null,
})

/** One search for each record; a search without a result means that the record was deleted. */
export const searchByIds = async (
  api: WineDirectApi,
  search: Search & { readonly id: string },
  ids: readonly string[],
): Promise<FetchedRecords> => {
  const records: XmlElement[] = []
  for (const id of ids) {
    const matching = await searchFirst(api, search, 1, { [search.id]: id })
    if (matching.some((record) => search.idOf(record) !== id))
      throw new MalformedResponse(`Search${search.list} ignores ${search.id}`)
    records.push(...matching)
  }
  return fetchedByIds(ids, records, (record) => [search.idOf(record)])
}

/** All pages of a search in turn. Throws `ListChanged`. */
const searchPages = (api: WineDirectApi, search: Search, parameters: SoapParameters) =>
  pagesByNumber({
    name: search.list,
    pageSize: search.maxRows,
    idOf: search.idOf,
    fetch: (Page) => ask(api, search, { ...parameters, MaxRows: search.maxRows, Page }),
  })

/** All pages of a list read from its beginning, and again if it changes during the read. */
export const searchAll = (api: WineDirectApi, search: Search, parameters: SoapParameters = {}) =>
  readAgain(() => searchPages(api, search, parameters))

const WINDOW_MS = 30 * DAY_MS
/** The platform did not exist before. */
const BEGINNING = Date.UTC(2005, 0, 1)
/** The platform counts in seconds, so smaller windows cannot be halved. */
const SMALLEST_MS = 2000

const Changed = z.object({ DateModified: WdInstant })

/** Instants of changes, epoch milliseconds. `until` null: open-ended, because the platform's clock may be ahead of ours. */
interface ChangeWindow {
  readonly from: number
  readonly until: number | null
}

interface ChangeSearch {
  readonly api: WineDirectApi
  readonly search: Search
  readonly now: () => number
}

/** A time up to one window before the first change, found by bisection; null: there are no records. */
const firstChange = async ({ api, search }: ChangeSearch, now: number): Promise<number | null> => {
  const hasAny = async (until?: number): Promise<boolean> => {
    const parameters = until === undefined ? {} : { DateModifiedTo: formatTimestamp(until) }
    return (await searchFirst(api, search, 1, parameters)).length > 0
  }
  if (!(await hasAny())) return null
  let from = BEGINNING
  for (let until = Math.max(now, BEGINNING); until - from > WINDOW_MS; ) {
    const middle = from + Math.floor((until - from) / 2)
    if (await hasAny(middle)) until = middle
    else from = middle
  }
  return from
}

/** Reads records by change. A day is longer than any clock skew and than a change takes to become visible. */
export const byChange = ({ api, now }: Pick<ChangeSearch, 'api' | 'now'>, search: Search) => ({
  progress: sinceLastRead({ now, overlapMs: DAY_MS, position: WindowPosition }),
  pages: (since: () => number | null, from: WindowPosition | null) => changePages({ api, search, now }, since(), from),
})

/** Pages from a position on, else since a time, else all. */
async function* changePages(
  changes: ChangeSearch,
  since: number | null,
  position: WindowPosition | null,
): AsyncGenerator<Page<WindowPosition>> {
  const now = changes.now()
  const from = position?.at ?? since ?? (await firstChange(changes, now))
  if (from === null) return yield { records: [], total: 0, next: null }
  yield* pagesByWindow({
    from,
    until: Math.max(from + 1, now),
    firstMs: WINDOW_MS,
    longestMs: WINDOW_MS,
    // The last is open-ended, because the platform's clock may be ahead of ours.
    read: (window) => readWindow(changes, { from: window.from, until: window.until < now ? window.until : null }),
    isTooLong,
  })
}

async function* readWindow({ api, search }: ChangeSearch, { from, until }: ChangeWindow) {
  const parameters = {
    DateModifiedFrom: formatTimestamp(from),
    DateModifiedTo: until === null ? undefined : formatTimestamp(until),
  }
  for await (const page of searchPages(api, search, parameters)) {
    assertInsideWindow(page.records, { from, until }, search.list)
    yield page
  }
}

// A half may succeed where the whole times out, or changes while it is read.
const isTooLong = (error: unknown, lengthMs: number): boolean => {
  if (error instanceof ListChanged) return lengthMs > SMALLEST_MS
  return error instanceof PlatformUnavailable && !(error instanceof DownForMaintenance) && lengthMs > DAY_MS
}

// A list that ignores its filter would be read again in each window, endlessly. A day allows for zone differences.
const assertInsideWindow = (records: readonly unknown[], { from, until }: ChangeWindow, list: string): void => {
  for (const { DateModified: modified } of parseEach(records, Changed)) {
    if (modified < from - DAY_MS || (until !== null && modified > until + DAY_MS))
      throw new MalformedResponse(`The list of ${list} has records of other days than were asked for`)
  }
}
