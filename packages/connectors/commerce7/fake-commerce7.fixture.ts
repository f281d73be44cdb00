import { type FakeAnswer, type FakeCall, type FakeServer, startFakeServer } from '../kit/fake-server.fixture.ts'
import { SETTING, WEB_HOOK } from './documented-records.fixture.ts'
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

/** Persons of the tenant by the tokens that Commerce7 adds to the app's links: the page authenticate-app. */
const FAKE_ACCOUNT_TOKENS: Readonly<Record<string, string>> = {
  'token.of.owner': 'Admin Owner',
  'token.of.cashier': 'POS',
}

const accountUser = ({ authorization: token, tenant }: FakeCall['headers']): FakeAnswer => {
  const role = tenant === FAKE_SETTINGS.tenant ? FAKE_ACCOUNT_TOKENS[token ?? ''] : undefined
  if (role === undefined) return refusal(401, 'unauthorized', 'Unauthenticated User')
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

export interface FakeCommerce7 {
  readonly server: FakeServer
  /** as its page webhooks describes them */
  readonly webHooks: FakeWebHook[]
  /** The next page of this list repeats the records of the previous page. */
  duplicateNextPage(list: ListName): void
}

export interface FakeCommerce7Options {
  readonly store: WineryStore
  readonly now?: () => number
  readonly port?: number
}

/**
 * Commerce7's REST API as https://developer.commerce7.com/docs documents it: pages of 50, cursors that never repeat a record, day
 * filters, and the winery's values in the forms of its samples.
 */
export const startFakeCommerce7 = async ({ store, now, port }: FakeCommerce7Options): Promise<FakeCommerce7> => {
  let duplicated: ListName | null = null

  const cursorPage = (list: ListName, cursor: string, query: URLSearchParams): FakeAnswer => {
    const match = /^(start|after-(\d+))$/.exec(cursor)
    if (!match) return refusal(422, 'validationError', 'The cursor is not valid')
    const after = Number(match[2] ?? 0)
    const all = byDays(
      byDays(store.list(list), 'updatedAt', query.get('updatedAt')),
      'orderSubmittedDate',
      query.get('orderSubmittedDate'),
    )
    const left = all.filter(({ seq }) => seq > after)
    const page = left.slice(0, PAGE_SIZE)
    const isTwice = duplicated === list && after > 0
    const before = isTwice ? all.filter(({ seq }) => seq <= after).slice(-PAGE_SIZE) : []
    if (isTwice) duplicated = null
    const next = left.length > PAGE_SIZE ? `after-${page.at(-1)?.seq}` : null
    // After the last page the documentation shows no cursor at all.
    return { body: { [KEYS[list]]: [...before, ...page].map(({ wire }) => wire), ...(next ? { cursor: next } : {}) } }
  }

  const numberedPage = (list: ListName, query: URLSearchParams): FakeAnswer => {
    const limit = Math.min(PAGE_SIZE, Number(query.get('limit') ?? PAGE_SIZE))
    const skip = (Number(query.get('page') ?? 1) - 1) * limit
    const all = byDays(store.list(list), 'orderSubmittedDate', query.get('orderSubmittedDate'))
    return { body: { [KEYS[list]]: all.slice(skip, skip + limit).map(({ wire }) => wire), total: all.length } }
  }

  const one = (list: ListName, id: string): FakeAnswer => {
    const record = store.get(list, id)
    // A single record has `true` where the list writes 1.
    const counted = list === 'inventory' ? { hasInventory: record?.wire.hasInventory === 1 } : {}
    return record ? { body: { ...record.wire, ...counted } } : refusal(404, 'notFound', 'There is no such record')
  }

  const webHooks: FakeWebHook[] = []
  const answerWebHook = ({ method, path, body }: FakeCall): FakeAnswer => {
    if (method === 'DELETE') {
      const at = webHooks.findIndex(({ id }) => path === `/v1/web-hook/${id}`)
      if (at < 0) return refusal(404, 'notFound', 'There is no such web hook')
      webHooks.splice(at, 1)
      return { status: 204, body: '' }
    }
    if (method !== 'POST') return { body: { webHooks, total: webHooks.length } }
    const added: FakeWebHook = { ...WEB_HOOK, id: `hook-${webHooks.length + 1}`, ...JSON.parse(body) }
    webHooks.push(added)
    return { body: added }
  }

  const answer = (call: FakeCall): FakeAnswer => {
    const { path, query, headers } = call
    if (path === '/v1/account/user') return accountUser(headers)
    if (headers.authorization !== authorization || headers.tenant !== FAKE_SETTINGS.tenant) {
      return refusal(401, 'unauthorized', 'Unauthenticated User')
    }
    if (path === '/v1/setting') {
      return { body: { settings: [SETTING], total: 1 } }
    }
    if (path.startsWith('/v1/web-hook')) return answerWebHook(call)
    const titles = SEED_TITLES.get(path)
    if (titles) return { body: { [titles.key]: titles.records, total: titles.records.length } }
    const [, name, id] = /^\/v1\/([a-z-]+)\/([^/]+)$/.exec(path) ?? []
    const kind = LIST_NAMES.find((one) => one === name)
    if (kind && id !== undefined) return one(kind, decodeURIComponent(id))
    const list = LIST_NAMES.find((name) => path === `/v1/${name}`)
    if (!list) return refusal(404, 'notFound', 'There is no such endpoint')
    const cursor = query.get('cursor')
    if (cursor === null) return numberedPage(list, query)
    if (BY_NUMBER.includes(list)) return refusal(422, 'validationError', 'This endpoint has no cursor')
    return cursorPage(list, cursor, query)
  }

  const server = await startFakeServer({ answer, ...(now ? { now } : {}), ...(port ? { port } : {}) })
  return {
    server,
    webHooks,
    duplicateNextPage(list) {
      duplicated = list
    },
  }
}
