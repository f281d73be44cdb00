import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  dayNumber,
  dayOfNumber,
  diffDays,
  isLocalDay,
  type LocalDay,
  parseLocalDay,
  startOfMonth,
  toWeekday,
} from './local-day.ts'
import { localHourUtc } from './time-zone.ts'

const LAST_DAY_NUMBER = 3_652_058
const dayNumbers = fc.integer({ min: 0, max: LAST_DAY_NUMBER })

const dateOf = (day: LocalDay): Date => new Date(`${day}T00:00:00Z`)

test('day numbers agree with the platform calendar from year 1 to 9999', () => {
  const first = Date.parse('0001-01-01T00:00:00Z')
  fc.assert(
    fc.property(dayNumbers, (number) => {
      const expected = new Date(first + number * 86_400_000).toISOString().slice(0, 10)
      expect(dayOfNumber(number)).toBe(expected)
      expect(dayNumber(expected)).toBe(number)
    }),
    { numRuns: 2000 },
  )
})

test('day numbers increase by one per day over 400 years', () => {
  let day: LocalDay = '1800-01-01'
  const start = dayNumber(day)
  for (let step = 1; step <= 146_097; step += 1) {
    day = dayOfNumber(start + step)
    if (dayNumber(day) !== start + step) throw new Error(`${day} has the wrong number`)
  }
  expect(day).toBe('2200-01-01')
})

test('weekdays run from Monday 1 to Sunday 7', () => {
  fc.assert(
    fc.property(dayNumbers, (number) => {
      const day = dayOfNumber(number)
      expect(toWeekday(day)).toBe(dateOf(day).getUTCDay() || 7)
    }),
  )
})

test('addDays and diffDays are inverse', () => {
  fc.assert(
    fc.property(dayNumbers, dayNumbers, (a, b) => {
      expect(addDays(dayOfNumber(a), b - a)).toBe(dayOfNumber(b))
      expect(diffDays(dayOfNumber(a), dayOfNumber(b))).toBe(b - a)
    }),
  )
})

test.each<[LocalDay, number, LocalDay]>([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-05-05', 0, '2026-05-05'],
  ['2026-05-05', -24, '2024-05-05'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected)
})

test('addYears moves February 29 to February 28 in common years', () => {
  expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
  expect(addYears('2024-02-29', -1)).toBe('2023-02-28')
  expect(addYears('2024-02-29', 4)).toBe('2028-02-29')
})

test('returns the parts and the month start of a day', () => {
  expect(parseLocalDay('2026-03-09')).toEqual({ year: 2026, month: 3, day: 9 })
  expect(startOfMonth('2026-03-09')).toBe('2026-03-01')
})

test.each(['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '0000-01-01', '2026-1-1', 'x', ''])(
  'rejects %j',
  (text) => {
    expect(isLocalDay(text)).toBe(false)
  },
)

test.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])('accepts %s', (text) => {
  expect(isLocalDay(text)).toBe(true)
})

test.each([
  ['2026-01-15', 7, 'America/Los_Angeles', '2026-01-15T15:00:00.000Z'],
  ['2026-07-15', 7, 'America/Los_Angeles', '2026-07-15T14:00:00.000Z'],
  // A day of 23 hours has no 2 o'clock.
  ['2026-03-08', 1, 'America/Los_Angeles', '2026-03-08T09:00:00.000Z'],
  ['2026-03-08', 2, 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
  ['2026-03-08', 3, 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
  // A day of 25 hours has 1 o'clock twice.
  ['2026-11-01', 1, 'America/Los_Angeles', '2026-11-01T08:00:00.000Z'],
  ['2026-11-01', 2, 'America/Los_Angeles', '2026-11-01T10:00:00.000Z'],
  ['2026-10-04', 2, 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ['2026-06-01', 23, 'Asia/Kathmandu', '2026-06-01T17:15:00.000Z'],
  ['2026-06-01', 0, 'UTC', '2026-06-01T00:00:00.000Z'],
])("%s at %d o'clock in %s is %s", (day, hour, zone, expected) => {
  expect(new Date(localHourUtc(day, hour, zone)).toISOString()).toBe(expected)
})
