import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { deriveMemberships, type NaiveMembership } from './derived-members.ts'
import { deriveLines, deriveOrders, type NaiveLine, type NaiveOrder } from './derived-orders.ts'
import { deriveReservations, type NaiveReservation } from './derived-visits.ts'
import type { NaiveWinery, Placed, ServiceRows } from './winery.ts'

/** Everything that is known of a winery, derived columns worked out anew. */
export interface Books {
  readonly orders: readonly NaiveOrder[]
  readonly lines: readonly NaiveLine[]
  readonly memberships: readonly NaiveMembership[]
  readonly reservations: readonly NaiveReservation[]
  /** rows as they were given, with their service */
  rowsOf<T extends CanonicalTable>(table: T): readonly Placed<T>[]
}

const placed = <T extends CanonicalTable>(winery: NaiveWinery, table: T): Placed<T>[] =>
  [...winery].flatMap(([service, rows]: [string, ServiceRows]) => {
    const own: ServiceRows[T] = rows[table]
    return (own ?? []).map((row) => ({ ...row, service }))
  })

/** `timeZone` is the account's: the local side of every moment depends on it. */
export const keepBooks = (winery: NaiveWinery, timeZone: string): Books => {
  const services = [...winery].map(([service, rows]) => {
    const orders = deriveOrders(service, rows, timeZone)
    const lines = deriveLines(service, rows, orders)
    const memberships = deriveMemberships(service, rows, timeZone)
    const reservations = deriveReservations(service, rows, { orders, lines, memberships }, timeZone)
    return { orders, lines, memberships, reservations }
  })
  return {
    orders: services.flatMap(({ orders }) => orders),
    lines: services.flatMap(({ lines }) => lines),
    memberships: services.flatMap(({ memberships }) => memberships),
    reservations: services.flatMap(({ reservations }) => reservations),
    rowsOf: (table) => placed(winery, table),
  }
}
