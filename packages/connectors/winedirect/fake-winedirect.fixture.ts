import { type FakeAnswer, type FakeCall, type FakeServer, startFakeServer } from '../kit/fake-server.fixture.ts'
import type { ListName, StoredRecord, WineryStore } from './winery-store.fixture.ts'
import { faultXml, soapEnvelope, stamp, wireXml } from './wire-xml.fixture.ts'
import { findChild, parseXml, readChildText, readList, type XmlElement, type XmlValue } from './xml.ts'

export const FAKE_SETTINGS = { username: 'estate-webservice', region: 'us' } as const
export const FAKE_SECRETS = { password: 'x7-very-secret-word' } as const

interface FakeSearch {
  readonly path: string
  readonly list: ListName
  readonly name: string
  readonly each: string
  /** maximum rows per page */
  readonly most: number
}

const SEARCHES: Readonly<Record<string, FakeSearch>> = {
  SearchOrders: { path: '/V304/OrderService.cfc', list: 'orders', name: 'Orders', each: 'Order', most: 200 },
  SearchProducts: { path: '/V300/ProductService.cfc', list: 'products', name: 'Products', each: 'Product', most: 500 },
  SearchInventory: {
    path: '/V300/InventoryService.cfc',
    list: 'stock',
    name: 'Inventory',
    each: 'Inventory',
    most: 100,
  },
  SearchContacts: { path: '/V300/ContactService.cfc', list: 'contacts', name: 'Contacts', each: 'Contact', most: 200 },
  SearchClubs: { path: '/V300/ClubMembershipService.cfc', list: 'clubs', name: 'Clubs', each: 'Club', most: 200 },
  SearchClubMemberships: {
    path: '/V300/ClubMembershipService.cfc',
    list: 'memberships',
    name: 'ClubMemberships',
    each: 'ClubMembership',
    most: 200,
  },
}

/** Operation and parameters of a call; null if it is not SOAP. */
const readCall = (call: FakeCall): { operation: string; request: XmlElement } | null => {
  const body = findChild(findChild(parseXml(call.body) ?? {}, 'Envelope') ?? {}, 'Body') ?? {}
  const [operation = ''] = Object.keys(body)
  const request = findChild(findChild(body, operation) ?? {}, 'Request')
  return request ? { operation, request } : null
}

export const readOperation = (call: FakeCall): string => readCall(call)?.operation ?? ''

export const isSearchCall = (call: FakeCall, operation: string): boolean => readOperation(call) === operation

const LISTED = ['Errors', 'OrderItems', 'Tender', ...Object.values(SEARCHES).map(({ name }) => name)]

/** Elements as data: lists as such, and null for what is empty. */
const dataOf = (value: XmlValue): unknown => {
  if (typeof value === 'string') return value.trim() || null
  if (Array.isArray(value)) return value.map(dataOf)
  const holder = value as XmlElement
  const fields = Object.keys(holder).filter((name) => name !== '#text')
  return Object.fromEntries(
    fields.map((name) => [
      name,
      LISTED.includes(name) ? readList(holder[name])?.map(dataOf) : dataOf(holder[name] ?? ''),
    ]),
  )
}

/** An answer as data, to compare it with a documented one. */
export const readAnswer = (body: string): unknown => dataOf(parseXml(body) ?? {})

/** A page of a list, not an existence check. */
export const isPageCall = (call: FakeCall, operation: string): boolean => {
  const read = readCall(call)
  return read?.operation === operation && readChildText(read.request, 'MaxRows') !== '1'
}

const xml = (body: string, status = 200): FakeAnswer => ({ status, headers: { 'content-type': 'text/xml' }, body })

const returned = (operation: string, fields: string): FakeAnswer =>
  xml(soapEnvelope(`<${operation}Response><${operation}Return>${fields}</${operation}Return></${operation}Response>`))

const refused = (operation: string, code: string, message: string): FakeAnswer =>
  returned(
    operation,
    wireXml('Errors', { each: 'Error', members: [{ ErrorCode: code, ErrorMessage: message }] }) +
      wireXml('IsSuccessful', false) +
      wireXml('RecordCount', 0),
  )

const instant = (request: XmlElement, name: string, otherwise: number): number => {
  const text = readChildText(request, name)
  return text === null ? otherwise : Date.parse(`${text}Z`)
}

type Match = (record: StoredRecord) => boolean

const within = (
  request: XmlElement,
  what: string,
  timestampOf: (record: StoredRecord) => number | null | undefined,
): Match => {
  const [from, to] = [`Date${what}From`, `Date${what}To`]
  if (readChildText(request, from) === null && readChildText(request, to) === null) return () => true
  const [first, last] = [instant(request, from, -Infinity), instant(request, to, Infinity)]
  return (record) => {
    const timestamp = timestampOf(record)
    return timestamp != null && timestamp >= first && timestamp <= last
  }
}

const matches = (request: XmlElement): Match => {
  const isModified = within(request, 'Modified', ({ modified }) => modified)
  const isCompleted = within(request, 'Completed', ({ completed }) => completed)
  const isSubmitted = within(request, 'Submitted', ({ submitted }) => submitted)
  const [number, status] = [readChildText(request, 'OrderNumber'), readChildText(request, 'PaymentStatus')]
  const id = ['OrderID', 'ContactID', 'ClubMembershipID'].map((name) => readChildText(request, name)).find(Boolean)
  return (record) =>
    (id ?? record.id) === record.id &&
    isModified(record) &&
    isCompleted(record) &&
    isSubmitted(record) &&
    (number ?? record.number) === record.number &&
    (status ?? record.wire.PaymentStatus) === record.wire.PaymentStatus
}

export interface FakeWineDirect {
  readonly server: FakeServer
  readonly basePath: ''
  readonly settings: typeof FAKE_SETTINGS
  readonly secrets: typeof FAKE_SECRETS
  /** The next page of an order list, other than the first, repeats the records of the previous page. */
  duplicateNextPage(): void
  /** The number of calls accepted within that many seconds by the fake's clock; null: unlimited. */
  limit(limit: { readonly calls: number; readonly seconds: number } | null): void
}

export interface FakeWineDirectOptions {
  readonly store: WineryStore
  readonly now?: () => number
  readonly port?: number
  /** maximum rows per page; default: as documented */
  readonly mostRows?: number
  /** operations that the account may not use */
  readonly forbidden?: readonly string[]
}

/** WineDirect's SOAP services as documented: page numbers, timestamps in UTC, faults with status 500, limits in headers. */
export const startFakeWineDirect = async (options: FakeWineDirectOptions): Promise<FakeWineDirect> => {
  const { store, now = Date.now, mostRows = Infinity, forbidden = [] } = options
  let isDuplicated = false
  let limited: { calls: number; seconds: number } | null = null
  let spent = { since: 0, calls: 0 }

  const search = (operation: string, { list, name, each, most }: FakeSearch, request: XmlElement): FakeAnswer => {
    const found = store.list(list).filter(matches(request))
    const rows = Math.min(Number(readChildText(request, 'MaxRows') ?? 100), most, mostRows)
    const page = Number(readChildText(request, 'Page') ?? 1)
    const isTwice = isDuplicated && list === 'orders' && page > 1 && rows > 1
    if (isTwice) isDuplicated = false
    const listed = found.slice((page - (isTwice ? 2 : 1)) * rows, page * rows)
    const members = listed.map(({ wire, modified }) =>
      'DateModified' in wire ? { ...wire, DateModified: stamp(modified) } : wire,
    )
    return returned(
      operation,
      wireXml('Errors', null) +
        wireXml('IsSuccessful', true) +
        wireXml(name, { each, members }) +
        wireXml('RecordCount', `${found.length}.0`),
    )
  }

  const orderDetail = (request: XmlElement): FakeAnswer => {
    const order = store.get('orders', readChildText(request, 'OrderID') ?? '')
    if (!order?.detail) return refused('GetOrderDetail', '404', 'The order was not found')
    const head = wireXml('Errors', null) + wireXml('IsSuccessful', true)
    return returned('GetOrderDetail', head + wireXml('Order', order.detail))
  }

  const answer = (call: FakeCall): FakeAnswer => {
    const read = readCall(call)
    if (!read) return xml(faultXml('Client', 'The request is no SOAP'), 500)
    const { operation, request } = read
    const security = findChild(request, 'Security') ?? {}
    const isKnown =
      readChildText(security, 'Username') === FAKE_SETTINGS.username &&
      readChildText(security, 'Password') === FAKE_SECRETS.password
    if (!isKnown) return refused(operation, '100', 'The username or password is wrong')
    if (forbidden.includes(operation)) return refused(operation, '101', 'Access denied to this web service')
    if (operation === 'GetOrderDetail' && call.path === SEARCHES.SearchOrders?.path) return orderDetail(request)
    const found = Object.hasOwn(SEARCHES, operation) ? SEARCHES[operation] : undefined
    if (found?.path !== call.path) return xml(faultXml('Client', `There is no operation ${operation}`), 500)
    return search(operation, found, request)
  }

  const withinLimits = (call: FakeCall): FakeAnswer => {
    if (limited === null) return answer(call)
    const at = now()
    if (at - spent.since >= limited.seconds * 1000) spent = { since: at, calls: 0 }
    spent.calls += 1
    const headers = {
      date: new Date(at).toUTCString(),
      'x-rate-limit-limit': String(limited.calls),
      'x-rate-limit-remaining': String(Math.max(0, limited.calls - spent.calls)),
      'x-rate-limit-reset': String(Math.ceil((spent.since + limited.seconds * 1000 - at) / 1000)),
    }
    if (spent.calls > limited.calls) return { status: 429, headers, body: 'Too many requests' }
    const right = answer(call)
    return { ...right, headers: { ...right.headers, ...headers } }
  }

  const server = await startFakeServer({ answer: withinLimits, now, ...(options.port ? { port: options.port } : {}) })
  return {
    ...{ server, basePath: '', settings: FAKE_SETTINGS, secrets: FAKE_SECRETS },
    duplicateNextPage: () => {
      isDuplicated = true
    },
    limit: (limit) => {
      limited = limit
    },
  }
}
