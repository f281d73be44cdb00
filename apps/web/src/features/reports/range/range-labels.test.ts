import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { REPORT_RANGES } from '#domain/ranges/relative-range.ts'
import { calendarOf, namedRanges } from './range-labels.ts'

const account = { timeZone: 'America/Los_Angeles', weekStart: 'monday', fiscalYearStartMonth: 7 } as const

test("uses the account's today and shows the days of every range", () => {
  // 03:00 UTC on the 21st is still the 20th at the winery.
  const calendar = calendarOf(account, Date.parse('2026-11-21T03:00:00Z'))
  expect(calendar.today).toBe('2026-11-20')
  const ranges = namedRanges(calendar, createFormats({ culture: 'en-US', currency: 'USD' }))
  expect(ranges.map(({ range }) => range)).toEqual([...REPORT_RANGES])
  const days = (range: string) => ranges.find((one) => one.range === range)?.days.replaceAll('\u2009', ' ')
  expect(days('None')).toBe('')
  expect(days('Today')).toBe('Nov 20, 2026')
  expect(days('LastMonth')).toBe('Oct 1 – 31, 2026')
  expect(days('ThisYear')).toBe('Jul 1, 2026 – Jun 30, 2027')
})
