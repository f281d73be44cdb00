import { expect, test } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import { historyQuery } from './history-queries.ts'
import { readInSlices } from './history-reader.ts'

const YEAR = { from: '2025-01-01', until: '2026-01-01' }
const query = historyQuery({
  reportType: 'Orders',
  columns: ['orderDay'],
  groupBy: ['orderDay'],
  days: { ...YEAR, of: 'orderDate' },
})

/** Answers with the days of the range that it is asked for. */
const askedDays = () => {
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
  'in slices of %i days every day of the range is asked for once, in order',
  async (days) => {
    const { session, lengths } = askedDays()
    const rows = await readInSlices(session, query, days)
    expect(rows).toEqual(await askedDays().session.rows(query))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(days)
  },
)

test('what has no range is asked for in one go', async () => {
  const { session, lengths } = askedDays()
  await readInSlices(session, { ...query, range: null }, 30)
  expect(lengths).toHaveLength(1)
})
