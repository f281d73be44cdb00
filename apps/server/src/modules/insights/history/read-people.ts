import { setImmediate } from 'node:timers/promises'
import type { ReleaseMemberStatus } from '#domain/commerce.ts'
import { addDays, addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomerHistory, MemberHistory } from '#insights/insight/inputs.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { Cell } from '#server/modules/analytics/index.ts'
import { type HistoryReader, historyQuery, readInSlices } from './history-reader.ts'

/** Days of orders used for a customer's purchase interval and a member's spending. */
const PURCHASE_DAYS = 760
const MEMBERS_A_SLICE = 6_000

export interface PeopleHistory {
  readonly members: readonly MemberHistory[]
  readonly customers: readonly CustomerHistory[]
  /** customer by membership */
  readonly customerOf: ReadonlyMap<string, string>
  /** net sales of the last 365 complete days by customer, club orders included; minor units */
  readonly yearlySales: ReadonlyMap<string, number>
  /** customers who are or were members and have a record */
  readonly customersOnRecord: ReadonlySet<string>
}

const readLocalDay = (cell: Cell | undefined): LocalDay | null => (typeof cell === 'string' ? cell.slice(0, 10) : null)

/** Rows processed before yielding to the event loop: a large account has hundreds of thousands. */
const ROWS_A_TURN = 10_000

const grouped = async <T>(
  rows: readonly (readonly Cell[])[],
  read: (row: readonly Cell[]) => T | null,
): Promise<Map<string, T[]>> => {
  const groups = new Map<string, T[]>()
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate()
    const value = typeof row[0] === 'string' ? read(row) : null
    if (value === null) continue
    const key = String(row[0])
    const known = groups.get(key)
    if (known) known.push(value)
    else groups.set(key, [value])
  }
  return groups
}

const purchasesOf = async ({ session, range, minorUnits, daysASlice }: HistoryReader) => {
  const query = historyQuery({
    reportType: 'Orders',
    columns: ['customerId', 'orderDay', 'netSales'],
    groupBy: ['customerId', 'orderDay'],
    days: { from: addDays(range.until, -PURCHASE_DAYS), until: range.until, of: 'orderDate' },
    withoutClubOrders: true,
  })
  return grouped(await readInSlices(session, query, daysASlice), ([, day, sales]) => ({
    day: String(day),
    amount: Math.round(Number(sales ?? 0) * minorUnits),
  }))
}

const YEAR_DAYS = 365

const yearlySalesOf = async ({ session, range, minorUnits }: HistoryReader): Promise<Map<string, number>> => {
  const query = historyQuery({
    reportType: 'Orders',
    columns: ['customerId', 'netSales'],
    groupBy: ['customerId'],
    days: { from: addDays(range.until, -YEAR_DAYS), until: range.until, of: 'orderDate' },
  })
  const sales = new Map<string, number>()
  for (const [index, [customer, amount]] of (await session.rows(query)).entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate()
    if (typeof customer === 'string') sales.set(customer, Math.round(Number(amount ?? 0) * minorUnits))
  }
  return sales
}

const customersOnRecordOf = async ({ session }: HistoryReader): Promise<Set<string>> => {
  const filter = { columnId: 'segment', comparison: 'NotEqual' as const, value: 'never' }
  const rows = await session.rows(historyQuery({ reportType: 'Customers', columns: ['customerId'], filter }))
  return new Set(rows.map(([id]) => String(id)))
}

const visitsOf = async ({ session, range, daysASlice }: HistoryReader): Promise<Map<string, LocalDay[]>> => {
  const query = historyQuery({
    reportType: 'Reservations',
    columns: ['customerId', 'reservationDay', 'guests'],
    groupBy: ['customerId', 'reservationDay'],
    days: { ...range, of: 'reservationDate' },
  })
  return grouped(await readInSlices(session, query, daysASlice), ([, day, guests]) =>
    Number(guests ?? 0) > 0 ? readLocalDay(day) : null,
  )
}

const holdsOf = async ({ session }: HistoryReader): Promise<Map<string, LocalDay[]>> => {
  const query = historyQuery({ reportType: 'MembershipHolds', columns: ['membershipId', 'holdStart'] })
  return grouped(await session.rows(query), ([, start]) => readLocalDay(start))
}

/** Days of the releases with one of the outcomes, per member. */
const releasesOf = async (
  { session, range }: HistoryReader,
  outcomes: readonly ReleaseMemberStatus[],
): Promise<Map<string, LocalDay[]>> => {
  const query = historyQuery({
    reportType: 'ReleaseMembers',
    columns: ['membershipId', 'releaseDate'],
    days: { ...range, of: 'releaseDate' },
    filter: { or: outcomes.map((value) => ({ columnId: 'outcome', comparison: 'Equal' as const, value })) },
  })
  return grouped(await session.rows(query), ([, date]) => readLocalDay(date))
}

/** Ranges of signup days with about this many memberships each. */
const signupRanges = async ({ session }: HistoryReader): Promise<DayRange[]> => {
  const query = historyQuery({
    reportType: 'Memberships',
    columns: ['signupMonth', 'memberCount'],
    groupBy: ['signupMonth'],
  })
  const months = (await session.rows(query))
    .flatMap(([month, count]) => (typeof month === 'string' ? [{ from: `${month}-01`, count: Number(count) }] : []))
    .toSorted((a, b) => a.from.localeCompare(b.from))
  const ranges: DayRange[] = []
  let size = MEMBERS_A_SLICE
  for (const { from, count } of months) {
    const last = size < MEMBERS_A_SLICE ? ranges.pop() : undefined
    size = last === undefined ? count : size + count
    ranges.push({ from: last?.from ?? from, until: addMonths(from, 1) })
  }
  return ranges
}

/** Memberships with a known signup day. */
const membershipRows = async (reader: HistoryReader): Promise<Cell[][]> => {
  const columns = ['membershipId', 'clubName', 'customerId', 'status', 'signupDate', 'cancelledDate']
  const slices: Cell[][][] = []
  for (const range of await signupRanges(reader)) {
    const days = { ...range, of: 'signupDate' }
    slices.push(await reader.session.rows(historyQuery({ reportType: 'Memberships', columns, days })))
  }
  return slices.flat()
}

/** Every membership with its risk factors, every customer's non-club orders, and their sales of a year. */
export const readPeople = async (reader: HistoryReader): Promise<PeopleHistory> => {
  const [rows, purchases, yearlySales, customersOnRecord, visits, holds, skipped, declined] = await Promise.all([
    membershipRows(reader),
    purchasesOf(reader),
    yearlySalesOf(reader),
    customersOnRecordOf(reader),
    visitsOf(reader),
    holdsOf(reader),
    releasesOf(reader, ['skipped']),
    releasesOf(reader, ['declined']),
  ])
  const customerOf = new Map<string, string>()
  const members = rows.flatMap(([id, club, customer, status, signupDate, cancelledDate]): MemberHistory[] => {
    const [signup, cancelled] = [readLocalDay(signupDate), readLocalDay(cancelledDate)]
    if (typeof id !== 'string' || signup === null || (status === 'cancelled' && cancelled === null)) return []
    const customerId = typeof customer === 'string' ? customer : ''
    if (customerId !== '') customerOf.set(id, customerId)
    return [
      {
        membershipId: id,
        club: typeof club === 'string' ? club : '',
        signup,
        cancelled,
        skips: [...(holds.get(id) ?? []), ...(skipped.get(id) ?? [])].toSorted(),
        declines: declined.get(id) ?? [],
        visits: visits.get(customerId) ?? [],
        purchases: purchases.get(customerId) ?? [],
      },
    ]
  })
  const customers = [...purchases].map(([customerId, orders]) => ({ customerId, orders }))
  return { members, customers, customerOf, yearlySales, customersOnRecord }
}
