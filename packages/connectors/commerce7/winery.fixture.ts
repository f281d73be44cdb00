import type { CanonicalRow } from '../kit/connector.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import { at } from '../kit/winery.fixture.ts'
import { makeClub, makeProduct, makeStock, SEED_CLUBS, SEED_PRODUCTS } from './winery-catalog.fixture.ts'
import { makeOrder } from './winery-orders.fixture.ts'
import {
  MEMBERSHIP_STATES,
  makeCustomer,
  makeMembership,
  makeReservation,
  type SeedCustomer,
  type SeedMembership,
  type SeedReservation,
  seedCustomer,
  seedMembership,
  seedReservation,
} from './winery-people.fixture.ts'
import { BOOKED_SALE, placeSale, refundOrder, SALES, type SeedOrder } from './winery-sales.fixture.ts'
import { createStore } from './winery-store.fixture.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

export interface WineryOptions {
  /** 0: an account without records */
  readonly orders: number
  /** epoch milliseconds by our clock */
  readonly now: () => number
}

/** A Commerce7 tenant with a history, and its expected rows. */
export const createWinery = ({ orders, now }: WineryOptions) => {
  const store = createStore()
  const customers: SeedCustomer[] = []
  const memberships: SeedMembership[] = []
  const reservations: SeedReservation[] = []
  const placed = new Map<string, SeedOrder>()
  const releases = new Map<string, CanonicalRow>()
  let count = 0
  const start = now()

  const addCustomer = (since: number, updated: number): SeedCustomer => {
    const number = customers.length + 1
    const customer = seedCustomer(number, since)
    customers.push(customer)
    store.put('customer', makeCustomer(customer, updated), updated)
    return customer
  }

  const noteRelease = ({ release, refundOf, at: released }: SeedOrder): void => {
    if (release === null || refundOf !== null || releases.has(release.id)) return
    const club = { club_source_id: release.clubId, club_name: release.clubTitle }
    const row = { source_id: release.id, name: release.title, ...club, released }
    releases.set(release.id, expectedRow('club_releases', row))
  }

  const putOrder = (order: SeedOrder, updated: number): void => {
    placed.set(order.id, order)
    noteRelease(order)
    store.put('order', makeOrder(order, updated), updated)
  }

  const putReservation = (reservation: SeedReservation, updated: number): void =>
    store.put('reservation', makeReservation(reservation, updated), updated)

  const book = (order: SeedOrder, customer: SeedCustomer, updated: number): void => {
    const number = reservations.length + 1
    const reservation = seedReservation(number, order, customer)
    reservations.push(reservation)
    putReservation(reservation, updated)
  }

  const putMembership = (membership: SeedMembership, updated: number): void =>
    store.put('club-membership', makeMembership(membership, updated), updated)

  const join = (customer: SeedCustomer, signup: number, updated: number): void => {
    const number = memberships.length + 1
    const membership = seedMembership(number, at(SEED_CLUBS, number), customer, signup)
    memberships.push(membership)
    putMembership(membership, updated)
  }

  const addSale = (at: number, updated: number): void => {
    count += 1
    const place = count % SALES.length
    const sale = SALES[place]
    const customer =
      count % 4 === 1 ? addCustomer(at, updated) : (customers[count % customers.length] ?? addCustomer(at, updated))
    if (!sale) return
    const order = placeSale(sale, { number: count, at, customer })
    putOrder(order, updated)
    if (place === BOOKED_SALE) book(order, customer, updated)
    if (count % 9 === 0) join(customer, at, updated)
  }

  const addRefund = (order: SeedOrder, at: number, updated: number): void => {
    count += 1
    putOrder(refundOrder(order, count, at), updated)
  }

  const stock = (updated: number): void => {
    for (const [place, { sku, title }] of SEED_PRODUCTS.flatMap(({ variants, title }) =>
      variants.map(({ sku }) => ({ sku, title })),
    ).entries()) {
      const counts = { available: 10 * place, reserved: place, allocated: place % 3 }
      store.put('inventory', makeStock(sku, title, place % 5 !== 4, counts), updated)
    }
  }

  const open = (updated: number): void => {
    for (const club of SEED_CLUBS) store.put('club', makeClub(club, updated), updated)
    for (const product of SEED_PRODUCTS) store.put('product', makeProduct(product, updated), updated)
    stock(updated)
  }

  const refundable = (): SeedOrder | undefined => {
    const candidates = [...placed.values()].slice(-20)
    return candidates.find(
      ({ refundOf, payment, id }) => refundOf === null && payment[0] === 'Paid' && store.get('order', id),
    )
  }

  const grow = (): void => {
    open(start - YEAR_MS)
    while (count < orders) {
      const at = start - YEAR_MS + Math.floor((count / orders) * (YEAR_MS - DAY_MS))
      const before = count % 15 === 14 ? refundable() : undefined
      if (before) addRefund(before, at, at)
      else addSale(at, at)
    }
  }

  // Club orders are never deleted: a release begins with the first of its orders.
  const deletable = (): SeedOrder | undefined =>
    [...placed.values()].reverse().find(({ id, release }) => release === null && store.get('order', id))

  const amend = (stamp: number): void => {
    const orderToShip = [...placed.values()].find(
      ({ fulfillment, id }) => fulfillment[0] === 'Not Fulfilled' && store.get('order', id),
    )
    if (orderToShip) putOrder({ ...orderToShip, fulfillment: ['Fulfilled', 'fulfilled'] }, stamp)
    const long = [...placed.values()].find(
      ({ lines, refundOf, id }) => lines.length > 1 && !refundOf && store.get('order', id),
    )
    if (long) putOrder({ ...long, lines: long.lines.slice(0, 1) }, stamp)
    const gone = deletable()
    if (gone) store.remove('order', gone.id, stamp)
    const back = refundable()
    if (back) addRefund(back, now(), stamp)
  }

  const amendPeople = (stamp: number): void => {
    const [customer] = customers
    if (customer) {
      customers[0] = { ...customer, last: `${customer.last} Jr.` }
      store.put('customer', makeCustomer(customers[0], stamp), stamp)
    }
    const lastCustomer = customers.at(-1)
    if (lastCustomer) store.remove('customer', lastCustomer.id, stamp)
    const member = memberships.findIndex(({ id, holds }) => holds.length > 0 && store.get('club-membership', id))
    const held = memberships[member]
    if (held) {
      const ended = { ...held, status: at(MEMBERSHIP_STATES, 2), cancelled: now(), reason: 'Other', holds: [] }
      memberships[member] = ended
      putMembership(ended, stamp)
    }
    const left = memberships.find(({ id }) => store.get('club-membership', id))
    if (left) store.remove('club-membership', left.id, stamp)
    const [visit] = reservations.filter(({ id }) => store.get('reservation', id)).slice(-1)
    if (visit) putReservation({ ...visit, status: ['Closed Out', 'closed_out'], guests: visit.guests + 1 }, stamp)
    const noShow = reservations.find(({ id }) => store.get('reservation', id))
    if (noShow && noShow !== visit) store.remove('reservation', noShow.id, stamp)
  }

  if (orders > 0) grow()
  return {
    store,
    rows: (): readonly CanonicalRow[] => [...store.rows(), ...releases.values()],
    /** Creates, changes, refunds and deletes records of every kind. `stamp`: now, by the platform's clock; default: by ours */
    change(times = 1, stamp = now()): void {
      if (store.list('product').length === 0) open(stamp)
      for (let time = 0; time < times; time += 1) {
        for (let sale = 0; sale < 5; sale += 1) addSale(now(), stamp)
        amend(stamp)
        amendPeople(stamp)
      }
      const [shelf] = store.list('inventory')
      if (shelf) store.remove('inventory', shelf.id, stamp)
    },
  }
}

export type Winery = ReturnType<typeof createWinery>
