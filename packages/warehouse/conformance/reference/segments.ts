import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { segmentColumn } from '#domain/segments.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { SegmentUpdate } from '#warehouse/engine.ts'
import type { Books } from './books.ts'
import { personKey } from './people.ts'
import type { Placed } from './winery.ts'

type CustomerColumn = 'city' | 'email' | 'state' | 'postal_code' | 'name'

/** Segments of customers with a value in a column, another one on each day. */
const SEGMENTS: Readonly<Record<string, Readonly<Record<string, CustomerColumn>>>> = {
  a1: { '2025-11-10': 'city', '2026-01-15': 'email', '2026-02-20': 'state' },
  b2: { '2026-01-15': 'postal_code', '2026-02-20': 'name' },
}

export const SEGMENT_COLUMNS = Object.keys(SEGMENTS).map((id) => segmentColumn({ id, name: `Segment ${id}` }))

const DAYS = [...new Set(Object.values(SEGMENTS).flatMap((days) => Object.keys(days)))].toSorted()

/** The updates that make the segments, in order. */
export const SEGMENT_UPDATES: readonly SegmentUpdate[] = DAYS.map((day) => ({
  day,
  segments: Object.entries(SEGMENTS).flatMap(([id, days]) => {
    const column = days[day]
    if (column === undefined) return []
    const members = (dialect: Dialect) => ({
      sql: `SELECT service_id, source_id AS person_id FROM ${dialect.table('customers')} AS c WHERE customer_service_id = service_id AND customer_id = source_id AND ${column} <> ''`,
      params: [],
    })
    return [{ id, members, isNew: Object.keys(days)[0] === day }]
  }),
}))

/** Somebody's time in a segment. */
export interface ReferenceStay {
  readonly segment: string
  readonly customer: Placed<'customers'>
  readonly since: string
  readonly until: string | null
  readonly isFromStart: boolean
}

const isIn = (row: CanonicalRecord<'customers'>, column: CustomerColumn): boolean => Boolean(row[column])

const staysOf = (segment: string, customer: Placed<'customers'>): ReferenceStay[] => {
  const stays: ReferenceStay[] = []
  const days = Object.entries(SEGMENTS[segment] ?? {})
  for (const [index, [day, column]] of days.entries()) {
    const last = stays.at(-1)
    const isOpen = last !== undefined && last.until === null
    if (isIn(customer, column) && !isOpen)
      stays.push({ segment, customer, since: day, until: null, isFromStart: index === 0 })
    if (!isIn(customer, column) && isOpen) stays[stays.length - 1] = { ...last, until: day }
  }
  return stays
}

export const referenceStays = (books: Books): ReferenceStay[] =>
  books
    .tableRows('customers')
    .filter(({ service, source_id }) => {
      const person = books.findPerson(service, source_id)
      return person?.service === service && person.id === source_id
    })
    .flatMap((customer) => Object.keys(SEGMENTS).flatMap((segment) => staysOf(segment, customer)))

/** Keys of the people who are in a segment. */
export const membersNow = (books: Books, segment: string): ReadonlySet<string> =>
  new Set(
    referenceStays(books)
      .filter((stay) => stay.segment === segment && stay.until === null)
      .map(({ customer }) => personKey({ service: customer.service, id: customer.source_id })),
  )
