import { expect, test } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import { historyQuery, readInSlices } from './history-reader.ts'

const YEAR = { from: '2025-01-01', until: '2026-01-01' }
const query = historyQuery({
  reportType: 'Orders',
  columns: ['orderDay'],
  groupBy: ['orderDay'],
  days: { ...YEAR, of: 'orderDate' },
})

/** Records and returns the days of the requested range. */
const recordRequestedDays = () => {
  const lengths: number[] = []
  const session = {
    rows: async ({ range }: typeof query) => {
      const days: string[][] = []
      for (let day = range?.from ?? ''; range !== null && day < range.until; day = addDays(day, 1)) days.push([day])
      lengths.push(days.length)
      return days
    },
  }
  return { session, lengths }
}

test.each([1, 30, 365, 1000])(
  'queries every day of the range once and in order, in slices of %i days',
  async (days) => {
    const { session, lengths } = recordRequestedDays()
    const rows = await readInSlices(session, query, days)
    expect(rows).toEqual(await recordRequestedDays().session.rows(query))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(days)
  },
)

test('runs a single query without a range', async () => {
  const { session, lengths } = recordRequestedDays()
  await readInSlices(session, { ...query, range: null }, 30)
  expect(lengths).toHaveLength(1)
})
