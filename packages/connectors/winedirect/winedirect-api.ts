import { basicAuth } from '../kit/authorization.ts'
import { type ListPage, pagesByNumber, readAgain } from '../kit/paging.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { type FetchedRecords, fetchedByIds } from '../kit/stream.ts'
import { idIn } from './fields.ts'
import {
  assertFound,
  buildEnvelope,
  classifySoap,
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

export interface WineDirectApi {
  /** The result of the call; throws the errors of platform-problems.ts. */
  call(service: keyof typeof SERVICES, operation: string, parameters: SoapParameters): Promise<XmlElement>
}

export const createWineDirectApi = (client: PlatformClient, credentials: SoapCredentials): WineDirectApi => {
  const { username, password } = credentials
  const authorization = basicAuth(username, password)
  return {
    async call(service, operation, parameters) {
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
export const searchPages = (api: WineDirectApi, search: Search, parameters: SoapParameters) =>
  pagesByNumber({
    name: search.list,
    pageSize: search.maxRows,
    idOf: search.idOf,
    fetch: (Page) => ask(api, search, { ...parameters, MaxRows: search.maxRows, Page }),
  })

/** All pages of a list read from its beginning, and again if it changes during the read. */
export const searchAll = (api: WineDirectApi, search: Search, parameters: SoapParameters = {}) =>
  readAgain(() => searchPages(api, search, parameters))
