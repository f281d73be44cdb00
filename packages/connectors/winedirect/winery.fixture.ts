import { at } from '../kit/winery.fixture.ts'
import { type FakeProduct, fakeProduct, storedProduct, storedStock } from './winery-goods.fixture.ts'
import { storedOrder } from './winery-orders.fixture.ts'
import {
  type FakeContact,
  type FakeMembership,
  fakeContact,
  storedClub,
  storedContact,
  storedMembership,
} from './winery-people.fixture.ts'
import type { OrderSpec } from './winery-sales.fixture.ts'
import { makeRefund, makeSale } from './winery-sales.fixture.ts'
import { createStore, type WineryStore } from './winery-store.fixture.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const PRODUCTS = 24
const CLUBS = [
  { id: 'CLUB-1', name: 'Estate Club' },
  { id: 'CLUB-2', name: 'Réserve & Friends' },
] as const

export interface WineryOptions {
  readonly orders: number
  /** epoch milliseconds */
  readonly now: () => number
  /** period over which its orders are spread, up to now; default: 150 */
  readonly days?: number
}

interface Workings {
  readonly store: WineryStore
  readonly specs: OrderSpec[]
  readonly contacts: FakeContact[]
  readonly products: readonly FakeProduct[]
  readonly members: FakeMembership[]
  /** of changes; by the platform's clock, whole seconds */
  stamp: number
  nextOrder: number
  changes: number
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000

const addSale = (winery: Workings, ordered: number, modified: number): void => {
  const index = winery.nextOrder++
  const contact = at(winery.contacts, index * 3)
  const spec = makeSale({ index, ordered, contact, club: at(CLUBS, index), products: winery.products })
  winery.specs.push(spec)
  winery.store.put('orders', storedOrder(spec, Math.max(modified, spec.returned ?? 0)))
}

/** Refunds an order that is a sale; `isFlagged`: the order itself is marked as refunded too. */
const addRefund = (winery: Workings, ordered: number, isFlagged: boolean): void => {
  const last = winery.specs.findLastIndex(
    (spec) =>
      !spec.isRefund && spec.payment_status === 'paid' && spec.paymentStatus === 'Paid' && spec.lines.length > 1,
  )
  const sale = winery.specs[last]
  if (!sale) return
  const index = winery.nextOrder++
  const marked: OrderSpec = { ...sale, paymentStatus: 'Refunded' }
  winery.specs[last] = marked
  if (isFlagged) winery.store.put('orders', storedOrder(marked, ordered))
  const spec = makeRefund(sale, { index, ordered })
  winery.specs.push(spec)
  winery.store.put('orders', storedOrder(spec, ordered))
}

const changeOrder = (winery: Workings, change: (spec: OrderSpec) => OrderSpec | null): void => {
  for (const [index, spec] of winery.specs.entries()) {
    const changed = change(spec)
    if (changed === null) continue
    winery.specs[index] = changed
    winery.store.put('orders', storedOrder(changed, winery.stamp))
    return
  }
}

const pickUp = (spec: OrderSpec): OrderSpec | null =>
  spec.isPendingPickup
    ? { ...spec, isPendingPickup: false, shippingStatus: 'PickedUp', fulfillment_status: 'fulfilled' }
    : null

const complete = (spec: OrderSpec): OrderSpec | null =>
  spec.paymentStatus === 'Declined'
    ? { ...spec, isCompleted: true, orderStatus: 'Completed', paymentStatus: 'Paid', payment_status: 'paid' }
    : null

const changeMember = (winery: Workings, to: Partial<FakeMembership>): void => {
  const active = winery.members.findIndex(({ status }) => status === 'active')
  const member = winery.members[active]
  if (!member) return
  const changed = { ...member, ...to }
  winery.members[active] = changed
  winery.store.put('memberships', storedMembership(changed, winery.stamp))
}

const CHANGES: readonly ((winery: Workings) => void)[] = [
  (winery) => addSale(winery, winery.stamp, winery.stamp),
  (winery) => changeOrder(winery, pickUp),
  (winery) => addRefund(winery, winery.stamp, false),
  (winery) => addRefund(winery, winery.stamp, true),
  (winery) => changeOrder(winery, complete),
  (winery) =>
    changeOrder(winery, (spec) =>
      spec.order_type === 'regular' && spec.channel === 'web' && spec.paymentStatus === 'Paid'
        ? { ...spec, paymentStatus: 'Refunded', returned: winery.stamp }
        : null,
    ),
  (winery) => changeMember(winery, { status: 'cancelled', cancelled: winery.stamp }),
  (winery) => changeMember(winery, { status: 'cancelled', cancelled: null }),
  (winery) => changeMember(winery, { status: 'on_hold' }),
  (winery) => {
    const contact = fakeContact(winery.contacts.length, winery.stamp)
    winery.contacts.push(contact)
    winery.store.put('contacts', storedContact(contact, winery.stamp))
  },
  (winery) => winery.store.put('stock', storedStock(at(winery.products, 0), 'Web', winery.changes)),
  // Adds a product without sales and deletes another one.
  (winery) => {
    winery.store.remove('products', fakeProduct(1000 + winery.changes - CHANGES.length).id)
    winery.store.put('products', storedProduct(fakeProduct(1000 + winery.changes), winery.stamp))
  },
]

const seed = (winery: Workings, { orders, now, days = 150 }: WineryOptions): void => {
  const { store } = winery
  const end = wholeSecond(now()) - 2 * DAY_MS
  const begin = end - days * DAY_MS
  for (const product of winery.products) {
    store.put('products', storedProduct(product, begin))
    if (product.kind === 'gift_card') continue
    store.put('stock', storedStock(product, 'Web', 120))
    store.put('stock', storedStock(product, 'Tasting Room', 0))
  }
  for (const club of CLUBS) store.put('clubs', storedClub(club, begin))
  const people = Math.max(8, Math.round(orders / 4))
  for (let index = 0; index < people; index += 1) {
    const contact = fakeContact(index, wholeSecond(begin + (index * days * DAY_MS) / people))
    winery.contacts.push(contact)
    store.put('contacts', storedContact(contact, contact.since + HOUR_MS))
    if (index % 4 !== 0) continue
    const signup = contact.since + HOUR_MS
    const member: FakeMembership = {
      id: `MEMBER-${index}`,
      club: at(CLUBS, index / 4),
      contact,
      status: 'active',
      signup,
      cancelled: null,
    }
    winery.members.push(member)
    store.put('memberships', storedMembership(member, signup))
  }
  const gap = (end - begin) / orders
  for (let index = 0; index < orders; index += 1) {
    const ordered = wholeSecond(begin + gap * index)
    if (index % 50 === 31) addRefund(winery, ordered, index % 100 === 31)
    else addSale(winery, ordered, ordered + HOUR_MS)
  }
}

/** A made-up winery on WineDirect: the platform's records and the expected rows. */
export const createWinery = (options: WineryOptions) => {
  const store = createStore()
  const winery: Workings = {
    store,
    specs: [],
    contacts: [],
    members: [],
    products: Array.from({ length: PRODUCTS }, (_, index) => fakeProduct(index)),
    stamp: 0,
    nextOrder: 0,
    changes: 0,
  }
  if (options.orders > 0) seed(winery, options)
  return {
    store,
    rows: store.rows,
    /** `count`: of changes of all kinds, in turn; default: one of each. `at`: now, by the platform's clock; default: by ours */
    change(count = CHANGES.length, at = options.now()): void {
      winery.stamp = wholeSecond(at)
      // The first records of an account without any.
      if (winery.contacts.length === 0) winery.contacts.push(fakeContact(0, winery.stamp))
      for (const contact of winery.contacts.slice(0, 1)) {
        if (!store.get('contacts', contact.id)) store.put('contacts', storedContact(contact, winery.stamp))
      }
      if (store.list('products').length === 0) {
        for (const product of winery.products) store.put('products', storedProduct(product, winery.stamp))
      }
      for (let time = 0; time < count; time += 1) {
        CHANGES[winery.changes % CHANGES.length]?.(winery)
        winery.changes += 1
      }
    },
  }
}

export type Winery = ReturnType<typeof createWinery>
