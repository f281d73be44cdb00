import type { ReservationStatus } from '#domain/commerce.ts'
import { CARRIED, goodsLines, sometimes, wineLines } from './baskets.ts'
import type { Product } from './catalog.ts'
import { type PlacedOrder, placeOrder } from './order.ts'
import type { DraftLine } from './order-draft.ts'
import { pickTeamMember } from './people.ts'
import { weighted } from './random.ts'
import { secondOfDay, TASTING_ROOM } from './seasons.ts'
import type { SampleRow } from './sink.ts'
import { newCustomer, type SampleDay, someCustomer, type Winery } from './winery.ts'

/** Parties with a tasting reservation, as a share of all orders. */
export const RESERVATION_SHARE = 0.285
/** Minimum for today, so that every status occurs. */
export const RESERVATIONS_TODAY = 6

const PARTY = weighted<number>([
  [1, 18],
  [2, 56],
  [3, 11],
  [4, 10],
  [5, 2],
  [6, 2],
  [8, 1],
])

const STATUS = weighted<ReservationStatus>([
  ['closed_out', 78],
  ['checked_in', 6],
  ['no_show', 6],
  ['cancelled', 10],
])

const STATUS_TODAY: readonly ReservationStatus[] = [
  'closed_out',
  'checked_in',
  'closed_out',
  'no_show',
  'cancelled',
  'checked_in',
]

const RAW_STATUS: Readonly<Record<ReservationStatus, string>> = {
  reserved: 'Reserved',
  checked_in: 'Checked In',
  closed_out: 'Closed Out',
  cancelled: 'Cancelled',
  no_show: 'No Show',
  other: 'Other',
}

/** Share of the parties that buy a bottle, that pay at the POS at all, and that pay on the reservation. */
const BUYS_BOTTLE = 0.56
const HAS_ORDER = 0.95
const IS_LINKED = 0.86
const IS_KNOWN = 0.9
const IS_TRADE = 0.025

interface Party {
  readonly customer: number | null
  readonly guests: number
  readonly experience: Product
  readonly teamMember: string
  readonly second: number
}

const tastingLines = (winery: Winery, day: SampleDay, party: Party): DraftLine[] => {
  const { random, catalog } = winery
  const isMember = party.customer !== null && winery.memberDiscounts.has(party.customer)
  const tasting = { product: party.experience, quantity: party.guests, discount: isMember ? 50 : 0 }
  const bottles = random.chance(BUYS_BOTTLE) ? wineLines(winery, day, party.customer, CARRIED) : []
  const food = random.chance(0.3) ? goodsLines(random, catalog.food, random.between(1, 2)) : []
  return [tasting, ...bottles, ...food, ...sometimes(random, 0.05, catalog.merchandise)]
}

const placeVisitOrder = (winery: Winery, day: SampleDay, party: Party): PlacedOrder =>
  placeOrder(winery, day, {
    channel: 'pos',
    type: 'regular',
    delivery: 'carry_out',
    second: Math.min(party.second + 2700, 86_399),
    customer: party.customer,
    teamMember: party.teamMember,
    lines: tastingLines(winery, day, party),
    tipRate: winery.random.chance(0.75) || day.age === 0 ? 0.08 + winery.random.next() * 0.07 : 0,
  })

const reservationRow = (
  winery: Winery,
  day: SampleDay,
  party: Party,
  booking: { readonly number: number; readonly status: ReservationStatus; readonly orderId: string | null },
): SampleRow<'reservations'> => ({
  source_id: `res-${booking.number}`,
  reserved: winery.calendar.timestamp(day.number, party.second),
  experience: party.experience.title,
  status: booking.status,
  status_raw: RAW_STATUS[booking.status],
  channel: winery.random.chance(0.8) ? 'web' : 'phone',
  guests: party.guests,
  trade_guests: winery.random.chance(IS_TRADE) ? party.guests : 0,
  customer_source_id: party.customer === null ? null : winery.customers.profile(party.customer).id,
  team_member: party.teamMember,
  order_source_id: booking.orderId,
  external_vendor: winery.random.chance(0.3) ? 'Tablewise' : null,
})

/** A visitor who may be offered a club membership. */
export interface Visitor {
  readonly customer: number
  readonly teamMember: string
  readonly second: number
}

export const createVisits = (winery: Winery) => {
  const { random } = winery
  let bookings = 0

  const party = (customer: number | null): Party => ({
    customer,
    guests: PARTY.at(random.next()),
    experience: winery.catalog.experiences.at(random.next()),
    teamMember: pickTeamMember(random),
    second: secondOfDay(TASTING_ROOM, random),
  })

  const book = (day: SampleDay, guests: Party, status: ReservationStatus, orderId: string | null): void => {
    bookings += 1
    winery.sink.push('reservations', reservationRow(winery, day, guests, { number: bookings, status, orderId }))
  }

  const visit = (day: SampleDay, guests: Party, status: ReservationStatus): PlacedOrder | null => {
    const hasOrder = random.chance(HAS_ORDER) || day.age === 0
    const order = hasOrder ? placeVisitOrder(winery, day, guests) : null
    const isLinked = guests.customer === null || random.chance(IS_LINKED)
    book(day, guests, status, order !== null && isLinked ? order.order.source_id : null)
    return order
  }

  /** The first visitor of today is new, so that a signup is possible. */
  const visitor = (day: SampleDay, index: number): number | null => {
    if (day.age === 0 && index === 0) return newCustomer(winery, day)
    return random.chance(IS_KNOWN) ? someCustomer(winery, day) : null
  }

  return {
    /** Generates `count` reservations of a day; passes each order to `placed` and returns the candidates for the club. */
    receive(day: SampleDay, count: number, placed: (order: PlacedOrder) => void): Visitor[] {
      const visitors: Visitor[] = []
      for (let index = 0; index < count; index += 1) {
        const guests = party(visitor(day, index))
        const status = (day.age === 0 ? STATUS_TODAY[index] : undefined) ?? STATUS.at(random.next())
        if (status === 'no_show' || status === 'cancelled') {
          book(day, guests, status, null)
          continue
        }
        const order = visit(day, guests, status)
        if (order !== null) placed(order)
        const { customer, teamMember, second } = guests
        if (customer !== null && !winery.memberDiscounts.has(customer)) visitors.push({ customer, teamMember, second })
      }
      return visitors
    },
    /** Generates reservations for future days. */
    expect(day: SampleDay, count: number): void {
      for (let index = 0; index < count; index += 1)
        book(day, party(winery.customers.pickKnown(random)), 'reserved', null)
    },
  }
}
