import { addDays } from '#domain/ranges/local-day.ts'
import type { DuplicateCount } from '#insights/account/history.ts'
import { queryFor } from './history-queries.ts'
import type { HistoryReader } from './history-reader.ts'
import { inSlices } from './in-slices.ts'

/** Days back in which orders that came in twice are news. */
const RECENT_DAYS = 45

/** Orders a day that equal an earlier one in customer, time, number of things and total. */
export const readDuplicates = async ({ session, range, daysASlice }: HistoryReader): Promise<DuplicateCount[]> => {
  const query = queryFor({
    reportType: 'Orders',
    columns: ['orderDate', 'customerId', 'itemCount', 'total'],
    days: { from: addDays(range.until, -RECENT_DAYS), until: range.until, of: 'orderDate' },
    withoutClubOrders: true,
  })
  const seen = new Set<string>()
  const byDay = new Map<string, number>()
  for (const row of await inSlices(session, query, daysASlice)) {
    const [date, customer] = row
    if (typeof date !== 'string' || customer === null) continue
    const key = JSON.stringify(row)
    const day = date.slice(0, 10)
    if (seen.has(key)) byDay.set(day, (byDay.get(day) ?? 0) + 1)
    seen.add(key)
  }
  return [...byDay].map(([day, orders]) => ({ day, orders }))
}
