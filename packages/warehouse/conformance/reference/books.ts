import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { deriveMemberships, type ReferenceMembership } from './derived-members.ts'
import { deriveLines, deriveOrders, type ReferenceLine, type ReferenceOrder } from './derived-orders.ts'
import { deriveReservations, type ReferenceReservation } from './derived-visits.ts'
import { computeHistory } from './order-history.ts'
import { type FindPerson, joinPeople, personKey } from './people.ts'
import type { Placed, ReferenceWinery, ServiceRows } from './winery.ts'

/** All rows of a winery, with derived columns recomputed. */
export interface Books {
  readonly orders: readonly ReferenceOrder[]
  readonly lines: readonly ReferenceLine[]
  readonly memberships: readonly ReferenceMembership[]
  readonly reservations: readonly ReferenceReservation[]
  readonly findPerson: FindPerson
  /** the same as one text */
  readonly personKey: (service: string, customerId: string | null) => string | null
  /** rows as loaded, with their service */
  tableRows<T extends CanonicalTable>(table: T): readonly Placed<T>[]
}

const placed = <T extends CanonicalTable>(winery: ReferenceWinery, table: T): Placed<T>[] =>
  [...winery].flatMap(([service, rows]: [string, ServiceRows]) => {
    const own: ServiceRows[T] = rows[table]
    return (own ?? []).map((row) => ({ ...row, service }))
  })

/** `timeZone` is the account's: the local side of every timestamp depends on it. */
export const deriveBooks = (winery: ReferenceWinery, timeZone: string): Books => {
  const findPerson = joinPeople(winery)
  const withoutHistory = [...winery].map(([service, rows]) => deriveOrders(service, rows, { timeZone, findPerson }))
  const services = [...winery].map(([service, rows], index) => {
    const orders = (withoutHistory[index] ?? []).map((order) => ({
      ...order,
      history: computeHistory(order, withoutHistory.flat()),
    }))
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
    findPerson,
    personKey: (service, customerId) => {
      const person = findPerson(service, customerId)
      return person && personKey(person)
    },
    tableRows: (table) => placed(winery, table),
  }
}
