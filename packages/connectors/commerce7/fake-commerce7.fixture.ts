import { defineFake, type FakeOptions, FakeRefusal } from '../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { SETTING, WEB_HOOK } from './samples.fixture.ts'
import type { Winery } from './winery.fixture.ts'
import { SEED_TITLES } from './winery-catalog.fixture.ts'
import { LIST_NAMES, type ListName, type StoredRecord, type WineryStore } from './winery-store.fixture.ts'

export const FAKE_SETTINGS = { tenant: 'estate-cellars', appId: 'cuvee-app' } as const
export const FAKE_SECRETS = { appSecret: 'x9-very-secret-key' } as const

const PAGE_SIZE = 50

const KEYS: Readonly<Record<ListName, string>> = {
  club: 'clubs',
  product: 'products',
  inventory: 'inventories',
  customer: 'customers',
  'club-membership': 'clubMemberships',
  order: 'orders',
  reservation: 'reservations',
  trash: 'trash',
}

const BY_NUMBER: readonly ListName[] = ['club', 'inventory']

const authorization = `Basic ${Buffer.from(`${FAKE_SETTINGS.appId}:${FAKE_SECRETS.appSecret}`).toString('base64')}`

const refusal = (status: number, type: string, message: string): FakeAnswer => ({
  status,
  body: { statusCode: status, type, message, errors: [] },
})

const refuse = (status: number, type: string, message: string): never => {
  throw new FakeRefusal(refusal(status, type, message))
}

/** Persons of the tenant by the tokens that Commerce7 adds to the app's links: the page authenticate-app. */
const FAKE_ACCOUNT_TOKENS: Readonly<Record<string, string>> = {
  'token.of.owner': 'Admin Owner',
  'token.of.cashier': 'POS',
}

const accountUser = ({ authorization: token, tenant }: FakeCall['headers']): FakeAnswer => {
  const role = tenant === FAKE_SETTINGS.tenant ? FAKE_ACCOUNT_TOKENS[token ?? ''] : undefined
  if (role === undefined) return refuse(401, 'unauthorized', 'Unauthenticated User')
  return { body: { id: 'user-1', firstName: 'Jason', lastName: 'Vale', email: 'jason@example.com', role } }
}

/** Keeps records whose date matches the day filter, such as `gte:2026-06-14` or `btw:2026-06-01|2026-06-30`. */
const byDays = (records: readonly StoredRecord[], field: string, filter: string | null): readonly StoredRecord[] => {
  if (filter === null) return records
  const [operator = '', days = ''] = filter.split(':')
  const [from = '', until = '9999'] = days.split('|')
  if (!['gte', 'btw'].includes(operator) || !/^\d{4}-\d\d-\d\d$/.test(from)) return []
  return records.filter(({ wire }) => {
    const day = String(wire[field]).slice(0, 10)
    return day >= from && day <= until
  })
}

type FakeWebHook = typeof WEB_HOOK

/** Without a winery, what the store holds doesn't change. */
interface FakeCommerce7Options extends FakeOptions, Partial<Winery> {
  readonly store: WineryStore
}

const cursorPage = (list: ListName, store: WineryStore, query: URLSearchParams): FakeAnswer => {
  const match = /^(start|after-(\d+))$/.exec(query.get('cursor') ?? '')
  if (BY_NUMBER.includes(list)) refuse(422, 'validationError', 'This endpoint has no cursor')
  if (!match) return refuse(422, 'validationError', 'The cursor is not valid')
  const updated = byDays(store.list(list), 'updatedAt', query.get('updatedAt'))
  const all = byDays(updated, 'orderSubmittedDate', query.get('orderSubmittedDate'))
  const left = all.filter(({ seq }) => seq > Number(match[2] ?? 0))
  const page = left.slice(0, PAGE_SIZE)
  // After the last page the documentation shows no cursor at all.
  const next = left.length > PAGE_SIZE ? { cursor: `after-${page.at(-1)?.seq}` } : {}
  return { body: { [KEYS[list]]: page.map(({ wire }) => wire), ...next } }
}

const numberedPage = (list: ListName, store: WineryStore, query: URLSearchParams): FakeAnswer => {
  const limit = Math.min(PAGE_SIZE, Number(query.get('limit') ?? PAGE_SIZE))
  const skip = (Number(query.get('page') ?? 1) - 1) * limit
  const all = byDays(store.list(list), 'orderSubmittedDate', query.get('orderSubmittedDate'))
  return { body: { [KEYS[list]]: all.slice(skip, skip + limit).map(({ wire }) => wire), total: all.length } }
}

const createLists = (store: WineryStore) =>
  Object.fromEntries(
    LIST_NAMES.flatMap((list) => [
      [`GET /${list}`, ({ query }: FakeCall) => (query.has('cursor') ? cursorPage : numberedPage)(list, store, query)],
      [
        `GET /${list}/*`,
        (_call: FakeCall, [id = '']: readonly string[]): FakeAnswer => {
          const record = store.get(list, id)
          // A single record has `true` where the list writes 1.
          const counted = list === 'inventory' ? { hasInventory: record?.wire.hasInventory === 1 } : {}
          if (!record) return refuse(404, 'notFound', 'There is no such record')
          return { body: { ...record.wire, ...counted } }
        },
      ],
    ]),
  )

const createWebHooks = (webHooks: FakeWebHook[]) => ({
  'GET /web-hook': () => ({ body: { webHooks, total: webHooks.length } }),
  'POST /web-hook': ({ body }: FakeCall) => {
    const added: FakeWebHook = { ...WEB_HOOK, id: `hook-${webHooks.length + 1}`, ...JSON.parse(body) }
    webHooks.push(added)
    return { body: added }
  },
  'DELETE /web-hook/*': (_call: FakeCall, [id]: readonly string[]) => {
    const index = webHooks.findIndex((one) => one.id === id)
    if (index < 0) refuse(404, 'notFound', 'There is no such web hook')
    webHooks.splice(index, 1)
    return { status: 204, body: '' }
  },
})

/**
 * Commerce7's REST API as https://developer.commerce7.com/docs documents it: pages of 50, cursors that never repeat a record, day
 * filters, and the winery's values in the forms of its samples.
 */
export const startFakeCommerce7 = async (options: FakeCommerce7Options) => {
  const { store, now, port, rows = store.rows, change = () => {} } = options
  /** as its page webhooks describes them */
  const webHooks: FakeWebHook[] = []
  const titles = SEED_TITLES.map(([path, key, records]) => [
    `GET ${path}`,
    () => ({ body: { [key]: records, total: records.length } }),
  ])
  const fake = await defineFake({
    now,
    port,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    root: '/v1',
    open: { 'GET /v1/account/user': ({ headers }) => accountUser(headers) },
    admit({ headers }) {
      if (headers.authorization !== authorization || headers.tenant !== FAKE_SETTINGS.tenant)
        refuse(401, 'unauthorized', 'Unauthenticated User')
    },
    routes: {
      'GET /setting': () => ({ body: { settings: [SETTING], total: 1 } }),
      ...Object.fromEntries(titles),
      ...createWebHooks(webHooks),
      ...createLists(store),
    },
    missing: refusal(404, 'notFound', 'There is no such endpoint'),
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: ({ path }) => path === '/v1/order',
      key: 'orders',
      corrupt: (order) => void delete order.subTotal,
      unknown: { values: { channel: 'Carrier Pigeon' }, column: 'channel' },
    },
    expected: rows,
    change: (at, times) => change(times, at),
  })
  return { ...fake, basePath: '/v1', webHooks }
}
