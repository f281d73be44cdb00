import { z } from 'zod'
import type { ListedRecord, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { isGuest } from '../kit/guest-id.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { removedOf } from '../kit/removals.ts'
import { customerRows, isCustomer, WooCustomer } from './customers.ts'
import { GUEST_FIELDS, GuestOrder, guestRows } from './guests.ts'
import { firstPosition, ListPosition, listPages, PAGE_SIZE, readRecordId, wholeList } from './list-pages.ts'
import { ModifiedState, modifiedRecords, UNREAD } from './modified-records.ts'
import type { WooStore } from './store.ts'

/** WooCommerce can't list changed customers: all are read once a day, and new ones each time. */
const WHOLE_EVERY_MS = 86_400_000

const State = z.object({
  accounts: z.object({
    /** when all were last read, epoch milliseconds; null: never */
    wholeAt: z.number().nullable(),
    /** while all are read: when that began, and the position in the list */
    reading: z.object({ began: z.number(), at: ListPosition }).nullable(),
    /** the highest ID that was read */
    newest: z.int(),
  }),
  guests: ModifiedState,
})
type State = z.infer<typeof State>

const UNREAD_CUSTOMERS: State = { accounts: { wholeAt: null, reading: null, newest: 0 }, guests: UNREAD }

const readState = (state: StreamState | null): State => {
  if (state === null) return UNREAD_CUSTOMERS
  const { data } = State.safeParse(state)
  if (!data) throw new MalformedResponse('The saved sync state can’t be read. Run a full sync.')
  return data
}

const ACCOUNTS = { name: 'customers', path: 'customers', orderby: 'id', query: { role: 'all' } } as const

const GUESTS = {
  name: 'customers of orders',
  path: 'orders',
  orderby: 'modified',
  query: { status: 'any', _fields: GUEST_FIELDS },
} as const

const accountRows = (records: readonly unknown[]) => readRecords(records, { schema: WooCustomer, rows: customerRows })

const newestOf = (newest: number, records: readonly unknown[]): number =>
  Math.max(newest, ...records.map((record) => Number(readRecordId(record) ?? 0)))

const accountPage = (records: readonly unknown[], total: number | null, next: State): SyncPage => {
  const { rows, quarantined } = accountRows(records)
  return { read: records.length, rows, removed: [], quarantined, total, next }
}

async function* allAccounts({ api, now }: WooStore, state: State): AsyncGenerator<SyncPage, State> {
  const { reading } = state.accounts
  const began = reading?.began ?? now()
  let { newest } = state.accounts
  let reached = state
  for await (const page of listPages(api, ACCOUNTS, reading?.at ?? firstPosition(), firstPosition)) {
    newest = newestOf(newest, page.records)
    const accounts =
      page.next === null
        ? { wholeAt: began, reading: null, newest }
        : { ...state.accounts, reading: { began, at: page.next }, newest }
    reached = { ...state, accounts }
    yield accountPage(page.records, page.total, reached)
  }
  return reached
}

async function* newAccounts({ api }: WooStore, state: State): AsyncGenerator<SyncPage, State> {
  const { newest } = state.accounts
  const found: unknown[] = []
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const query = { ...ACCOUNTS.query, orderby: 'id', order: 'desc', per_page: PAGE_SIZE, offset }
    const { records } = await api.list(ACCOUNTS.path, query, 'New customers')
    const added = records.filter((record) => Number(readRecordId(record) ?? 0) > newest)
    found.push(...added)
    if (added.length < PAGE_SIZE) break
  }
  const reached = { ...state, accounts: { ...state.accounts, newest: newestOf(newest, found) } }
  if (found.length > 0) yield accountPage(found, null, reached)
  return reached
}

async function* guestsOf({ api, now }: WooStore, state: State): AsyncGenerator<SyncPage> {
  for await (const { records, next } of modifiedRecords(api, GUESTS, state.guests, now)) {
    // An order that can't be read is reported with the orders.
    const { rows } = readRecords(records, { schema: GuestOrder, rows: guestRows })
    yield { read: rows.length, rows, removed: [], quarantined: [], total: null, next: { ...state, guests: next } }
  }
}

const isDue = ({ wholeAt, reading }: State['accounts'], now: number): boolean =>
  reading !== null || wholeAt === null || now - wholeAt >= WHOLE_EVERY_MS

const Listed = WooCustomer.pick({
  id: true,
  date_modified_gmt: true,
  date_created_gmt: true,
  role: true,
  is_paying_customer: true,
})

const listedCustomer = (record: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(record)
  if (!data) {
    const id = readRecordId(record)
    return id === null ? [] : [{ sourceId: id, ordered: null, updated: null }]
  }
  const updated = data.date_modified_gmt ?? data.date_created_gmt
  return isCustomer(data) ? [{ sourceId: data.id, ordered: null, updated }] : []
}

async function* listCustomers({ api }: WooStore): AsyncGenerator<readonly ListedRecord[]> {
  const query = { ...ACCOUNTS.query, _fields: Object.keys(Listed.shape).join(',') }
  for await (const records of wholeList(api, { ...ACCOUNTS, query })) yield records.flatMap(listedCustomer)
}

/** Accounts of the site, and guests by the email addresses of their orders. */
export const customersStream = (store: WooStore): SyncStream => ({
  name: 'customers',
  title: 'Customers',
  tables: ['customers'],
  reads: 'changes',
  removals: 'fullRead',
  async *read(state) {
    const known = readState(state)
    const read = isDue(known.accounts, store.now()) ? allAccounts : newAccounts
    const reached = yield* read(store, known)
    yield* guestsOf(store, reached)
  },
  async fetch(ids, state) {
    const accounts = ids.filter((id) => !isGuest(id))
    if (accounts.length === 0)
      return { read: 0, rows: [], removed: [], quarantined: [], total: null, next: { ...state } }
    const query = { ...ACCOUNTS.query, include: accounts.join(','), per_page: PAGE_SIZE }
    const { records } = await store.api.list(ACCOUNTS.path, query, 'Customers of a list of IDs')
    const found = new Set(records.map(readRecordId))
    const { next: _, ...page } = accountPage(records, null, UNREAD_CUSTOMERS)
    return { ...page, removed: removedOf('customers', accounts, found), next: { ...state } }
  },
  listing: { table: 'customers', isListed: (id) => !isGuest(id), list: () => listCustomers(store) },
})
