import { defineFake, type FakeOptions, FakeRefusal } from '../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import type { Winery } from './winery.fixture.ts'
import type { ListName, StoredRecord, WineryStore } from './winery-store.fixture.ts'
import { faultXml, readAnswer, soapEnvelope, stamp, type WireFields, wireXml } from './wire-xml.fixture.ts'
import { findChild, parseXml, readChildText, type XmlElement } from './xml.ts'

export const FAKE_SETTINGS = { username: 'estate-webservice', region: 'us' } as const
export const FAKE_SECRETS = { password: 'x7-very-secret-word' } as const

interface FakeSearch {
  readonly path: string
  readonly list: ListName
  readonly name: string
  /** maximum rows per page */
  readonly most: number
}

const CLUBS_PATH = '/V300/ClubMembershipService.cfc'

const SEARCHES: Readonly<Record<string, FakeSearch>> = {
  SearchOrders: { path: '/V304/OrderService.cfc', list: 'orders', name: 'Orders', most: 200 },
  SearchProducts: { path: '/V300/ProductService.cfc', list: 'products', name: 'Products', most: 500 },
  SearchInventory: { path: '/V300/InventoryService.cfc', list: 'stock', name: 'Inventory', most: 100 },
  SearchContacts: { path: '/V300/ContactService.cfc', list: 'contacts', name: 'Contacts', most: 200 },
  SearchClubs: { path: CLUBS_PATH, list: 'clubs', name: 'Clubs', most: 200 },
  SearchClubMemberships: { path: CLUBS_PATH, list: 'memberships', name: 'ClubMemberships', most: 200 },
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

/** A page of a list, not an existence check. */
export const isPageCall = (call: FakeCall, operation: string): boolean => {
  const read = readCall(call)
  return read?.operation === operation && readChildText(read.request, 'MaxRows') !== '1'
}

const xml = (body: string, status = 200): FakeAnswer => ({ status, headers: { 'content-type': 'text/xml' }, body })

const returned = (operation: string, fields: WireFields): FakeAnswer =>
  xml(soapEnvelope(wireXml(`${operation}Response`, { [`${operation}Return`]: fields })))

const refuse = (operation: string, ErrorCode: string, ErrorMessage: string): never => {
  const fields = { Errors: [{ ErrorCode, ErrorMessage }], IsSuccessful: false, RecordCount: 0 }
  throw new FakeRefusal(returned(operation, fields))
}

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

const NO_OPERATION = xml(faultXml('Client', 'There is no such operation'), 500)

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

type Limit = { readonly calls: number; readonly seconds: number } | null

/** Without a winery, what the store holds doesn't change. */
export interface FakeWineDirectOptions extends FakeOptions, Partial<Winery> {
  readonly store: WineryStore
  /** maximum rows per page; default: as documented */
  readonly mostRows?: number
  /** operations that the account may not use */
  readonly forbidden?: readonly string[]
}

const DONE = { Errors: [], IsSuccessful: true }

/** WineDirect's SOAP services as documented: page numbers, timestamps in UTC, faults with status 500, limits in headers. */
export const startFakeWineDirect = async (options: FakeWineDirectOptions) => {
  const { store, now, port, mostRows = Infinity, forbidden = [] } = options
  const { rows = store.rows, change = () => {} } = options
  let limited: Limit = null
  let spent = { since: 0, calls: 0 }

  const search = (operation: string, { list, name, most }: FakeSearch, request: XmlElement): FakeAnswer => {
    const found = store.list(list).filter(matches(request))
    const rows = Math.min(Number(readChildText(request, 'MaxRows') ?? 100), most, mostRows)
    const page = Number(readChildText(request, 'Page') ?? 1)
    const members = found
      .slice((page - 1) * rows, page * rows)
      .map(({ wire, modified }) => ('DateModified' in wire ? { ...wire, DateModified: stamp(modified) } : wire))
    return returned(operation, { ...DONE, [name]: members, RecordCount: `${found.length}.0` })
  }

  const orderDetail = (request: XmlElement): FakeAnswer => {
    const order = store.get('orders', readChildText(request, 'OrderID') ?? '')
    if (!order?.detail) return refuse('GetOrderDetail', '404', 'The order was not found')
    return returned('GetOrderDetail', { ...DONE, Order: order.detail })
  }

  const admit = (call: FakeCall): void => {
    const read = readCall(call)
    if (!read) throw new FakeRefusal(xml(faultXml('Client', 'The request is no SOAP'), 500))
    const { operation, request } = read
    const security = findChild(request, 'Security') ?? {}
    const isKnown =
      readChildText(security, 'Username') === FAKE_SETTINGS.username &&
      readChildText(security, 'Password') === FAKE_SECRETS.password
    if (!isKnown) refuse(operation, '100', 'The username or password is wrong')
    if (forbidden.includes(operation)) refuse(operation, '101', 'Access denied to this web service')
  }

  const answer = (call: FakeCall): FakeAnswer => {
    const { operation = '', request = {} } = readCall(call) ?? {}
    if (operation === 'GetOrderDetail' && call.path === SEARCHES.SearchOrders?.path) return orderDetail(request)
    const found = Object.hasOwn(SEARCHES, operation) ? SEARCHES[operation] : undefined
    return found?.path === call.path ? search(operation, found, request) : NO_OPERATION
  }

  const around = async ({ at }: FakeCall, right: () => Promise<FakeAnswer>): Promise<FakeAnswer> => {
    if (limited === null) return right()
    if (at - spent.since >= limited.seconds * 1000) spent = { since: at, calls: 0 }
    spent.calls += 1
    const headers = {
      date: new Date(at).toUTCString(),
      'x-rate-limit-limit': String(limited.calls),
      'x-rate-limit-remaining': String(Math.max(0, limited.calls - spent.calls)),
      'x-rate-limit-reset': String(Math.ceil((spent.since + limited.seconds * 1000 - at) / 1000)),
    }
    if (spent.calls > limited.calls) return { status: 429, headers, body: 'Too many requests' }
    const answered = await right()
    return { ...answered, headers: { ...answered.headers, ...headers } }
  }

  const fake = await defineFake({
    now,
    port,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    around,
    admit,
    routes: Object.fromEntries(Object.values(SEARCHES).map(({ path }) => [`POST ${path}`, answer])),
    missing: NO_OPERATION,
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: (call) => isPageCall(call, 'SearchOrders'),
      format: {
        read: readAnswer,
        write: (page) =>
          Object.entries(page)
            .map(([name, root]) => wireXml(name, root))
            .join(''),
      },
      key: 'Envelope.Body.SearchOrdersResponse.SearchOrdersReturn.Orders',
      id: 'OrderID',
      corrupt: (order) => void delete order.OrderNumber,
      unknown: { values: { Type: 'Carrier Pigeon' }, column: 'channel' },
    },
    expected: rows,
    change: (at, count) => change(count, at),
  })
  return {
    ...fake,
    breakEnvelope: (body: string) => body.replaceAll('Orders>', 'Bestellungen>'),
    /** The number of calls accepted within that many seconds by the fake's clock; null: unlimited. */
    limit: (limit: Limit) => {
      limited = limit
    },
  }
}
