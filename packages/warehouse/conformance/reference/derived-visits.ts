import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { ReferenceMembership } from './derived-members.ts'
import type { ReferenceLine, ReferenceOrder } from './derived-orders.ts'
import { compareKeys, exactSum } from './value.ts'
import { toTimestamp } from './wall-clock.ts'
import type { ServiceRows, Timestamp } from './winery.ts'

export interface ReferenceReservation {
  readonly service: string
  readonly given: CanonicalRecord<'reservations'>
  readonly reserved: Timestamp
  readonly isVisit: boolean
  readonly tasters: number
  readonly bottleGuests: number
  readonly signups: number
  /** minor units of `currency` */
  readonly revenue: number
  readonly currency: string | null
}

/** A reservation that took place. */
interface Visit {
  readonly id: string
  readonly customer: string | null
  readonly reserved: Timestamp
  /** the order it names, where the service has it */
  readonly order: ReferenceOrder | null
  /** guests without the trade */
  readonly party: number
}

/** Rows of a service from which its visits are derived. */
interface ServiceRecords {
  readonly orders: readonly ReferenceOrder[]
  readonly lines: readonly ReferenceLine[]
  readonly memberships: readonly ReferenceMembership[]
  readonly visits: readonly Visit[]
}

const isVisit = ({ status }: CanonicalRecord<'reservations'>): boolean =>
  status === 'checked_in' || status === 'closed_out'

const visitOf = (
  given: CanonicalRecord<'reservations'>,
  orders: readonly ReferenceOrder[],
  timeZone: string,
): Visit => ({
  id: given.source_id,
  customer: given.customer_source_id,
  reserved: toTimestamp(given.reserved, given.time_basis, timeZone),
  order: orders.find((order) => order.given.source_id === given.order_source_id) ?? null,
  party: Math.max(given.guests - (given.trade_guests ?? 0), 0),
})

const sameDay =
  (visit: Visit) =>
  (other: Visit): boolean =>
    visit.customer !== null && other.customer === visit.customer && other.reserved.day === visit.reserved.day

/** Whether no earlier visit matches: what is attributed once goes to the earliest visit. */
const isEarliest = (visit: Visit, visits: readonly Visit[], fits: (other: Visit) => boolean): boolean => {
  const visitSortKey = ({ reserved, id }: Visit) => [reserved.local, id]
  return visits.filter(fits).every((other) => compareKeys(visitSortKey(visit), visitSortKey(other)) <= 0)
}

/** An existing member: signed up before the day, and not canceled by it. */
const isMembersParty = ({ customer, reserved }: Visit, { memberships }: ServiceRecords): boolean =>
  memberships.some(({ given, signup, cancelled }) => {
    if (customer === null || given.customer_source_id !== customer || signup.day >= reserved.day) return false
    return cancelled === null ? given.status !== 'cancelled' : cancelled.day > reserved.day
  })

const ordersOfDay = ({ customer, reserved }: Visit, { orders }: ServiceRecords): ReferenceOrder[] =>
  orders.filter(
    (order) => customer !== null && order.given.customer_source_id === customer && order.ordered.day === reserved.day,
  )

const holdsBottle = (order: ReferenceOrder, { lines }: ServiceRecords): boolean =>
  !order.given.is_refund &&
  lines.some((line) => line.order === order && line.given.item_kind === 'wine' && line.quantity > 0)

const hasBought = (visit: Visit, known: ServiceRecords): boolean =>
  [...(visit.order ? [visit.order] : []), ...ordersOfDay(visit, known)].some((order) => holdsBottle(order, known))

const signupsOf = (visit: Visit, { memberships, visits }: ServiceRecords): number => {
  if (visit.customer === null || !isEarliest(visit, visits, sameDay(visit))) return 0
  return memberships.filter(
    ({ given, signup }) => given.customer_source_id === visit.customer && signup.day === visit.reserved.day,
  ).length
}

interface Revenue {
  readonly revenue: number
  readonly currency: string | null
}

const NOTHING: Revenue = { revenue: 0, currency: null }

/** The customer's tasting-room orders of the day that no visit names; of several currencies the larger sum. */
const revenueOfDay = (visit: Visit, known: ServiceRecords): Revenue => {
  const own = ordersOfDay(visit, known).filter(
    (order) => order.given.channel === 'pos' && known.visits.every((other) => other.order !== order),
  )
  const sums = [...new Set(own.map(({ given }) => given.currency))].map((currency) => ({
    currency,
    revenue: exactSum(own.filter(({ given }) => given.currency === currency).map(({ net }) => net)),
  }))
  return sums.toSorted((a, b) => b.revenue - a.revenue)[0] ?? NOTHING
}

const revenueOf = (visit: Visit, known: ServiceRecords): Revenue => {
  const { order } = visit
  if (order !== null) {
    const isFirst = isEarliest(visit, known.visits, (other) => other.order === order)
    return isFirst ? { revenue: order.net, currency: order.given.currency } : NOTHING
  }
  const isFirst = isEarliest(visit, known.visits, (other) => sameDay(visit)(other) && other.order === null)
  return isFirst ? revenueOfDay(visit, known) : NOTHING
}

const NO_VISIT = { isVisit: false, tasters: 0, bottleGuests: 0, signups: 0, ...NOTHING }

const derive = (visit: Visit, known: ServiceRecords) => ({
  isVisit: true,
  tasters: isMembersParty(visit, known) ? 0 : visit.party,
  bottleGuests: hasBought(visit, known) ? visit.party : 0,
  signups: signupsOf(visit, known),
  ...revenueOf(visit, known),
})

/** The reservations of one service; orders, lines and memberships are that service's too. */
export const deriveReservations = (
  service: string,
  rows: ServiceRows,
  known: Omit<ServiceRecords, 'visits'>,
  timeZone: string,
): ReferenceReservation[] => {
  const given = rows.reservations ?? []
  const visits = given.filter(isVisit).map((one) => visitOf(one, known.orders, timeZone))
  return given.map((one) => {
    const visit = visits.find(({ id }) => id === one.source_id)
    return {
      service,
      given: one,
      reserved: toTimestamp(one.reserved, one.time_basis, timeZone),
      ...(visit ? derive(visit, { ...known, visits }) : NO_VISIT),
    }
  })
}
