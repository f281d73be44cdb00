import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, diffDays, type LocalDay } from './local-day.ts'
import { bucketsIn, WEEK_STARTS } from './period.ts'
import { PERIOD_GRAINS, type PeriodGrain, RELATIVE_RANGES, type RelativeRange } from './relative-range.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from './resolve-range.ts'
import { localDayOf } from './time-zone.ts'

const ZONES = [
  'Etc/GMT+12',
  'America/Los_Angeles',
  'America/St_Johns',
  'UTC',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

const BOUNDED = RELATIVE_RANGES.filter((range): range is Exclude<RelativeRange, 'None'> => range !== 'None')

const resolved = (range: RelativeRange, calendar: RangeCalendar): ResolvedRange => {
  const result = resolveRange(range, calendar)
  if (result === null) throw new Error(`${range} has no days`)
  return result
}

/** Names the period of a day by stepping through the platform calendar: the reference implementation. */
const periodName = (day: LocalDay, grain: PeriodGrain, calendar: RangeCalendar): string => {
  const date = new Date(`${day}T12:00:00Z`)
  if (grain === 'day') return day
  if (grain === 'week') {
    const first = { sunday: 0, monday: 1, saturday: 6 }[calendar.weekStart]
    while (date.getUTCDay() !== first) date.setUTCDate(date.getUTCDate() - 1)
    return date.toISOString()
  }
  if (grain === 'month') return day.slice(0, 7)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() - (calendar.fiscalYearStartMonth - 1)
  return String(Math.floor(months / (grain === 'quarter' ? 3 : 12)))
}

/** Returns the first day of the period of `day`, found by stepping back one day at a time. */
const walkToStart = (day: LocalDay, grain: PeriodGrain, calendar: RangeCalendar): LocalDay => {
  let first = day
  while (periodName(addDays(first, -1), grain, calendar) === periodName(day, grain, calendar))
    first = addDays(first, -1)
  return first
}

const walkToEnd = (day: LocalDay, grain: PeriodGrain, calendar: RangeCalendar): LocalDay => {
  let next = addDays(day, 1)
  while (periodName(next, grain, calendar) === periodName(day, grain, calendar)) next = addDays(next, 1)
  return next
}

const secondsOfDay = [0, 1, 43_200, 86_398, 86_399]

/** Instants within seconds of local midnight, including both clock changes and leap days. */
const calendar: fc.Arbitrary<RangeCalendar> = fc
  .record({
    epochDay: fc.oneof(
      fc.integer({ min: Date.parse('1999-01-01') / 864e5, max: Date.parse('2035-01-01') / 864e5 }),
      fc.constantFrom(
        ...['2024-02-29', '2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2011-12-30', '2027-01-01'].map(
          (day) => Date.parse(day) / 864e5,
        ),
      ),
    ),
    second: fc.constantFrom(...secondsOfDay),
    hourOfZone: fc.integer({ min: -14, max: 12 }),
    timeZone: fc.constantFrom(...ZONES),
    weekStart: fc.constantFrom(...WEEK_STARTS),
    fiscalYearStartMonth: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ epochDay, second, hourOfZone, timeZone, weekStart, fiscalYearStartMonth }) => ({
    today: localDayOf(epochDay * 864e5 + (second + hourOfZone * 3600) * 1000, timeZone),
    weekStart,
    fiscalYearStartMonth,
  }))

const GRAIN_OF: readonly [PeriodGrain, RelativeRange, RelativeRange][] = [
  ['day', 'Today', 'Yesterday'],
  ['week', 'ThisWeek', 'LastWeek'],
  ['month', 'ThisMonth', 'LastMonth'],
  ['quarter', 'ThisQuarter', 'LastQuarter'],
  ['year', 'ThisYear', 'LastYear'],
]

describe.each(GRAIN_OF)('by %s', (grain, current, last) => {
  test(`${current} is the whole period that contains today`, () => {
    fc.assert(
      fc.property(calendar, (at) => {
        const { from, until, partial } = resolved(current, at)
        expect([from, until]).toEqual([walkToStart(at.today, grain, at), walkToEnd(at.today, grain, at)])
        expect(partial).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test(`${last} is the whole period before ${current}`, () => {
    fc.assert(
      fc.property(calendar, (at) => {
        const { from, until, partial } = resolved(last, at)
        expect(until).toBe(resolved(current, at).from)
        expect(from).toBe(walkToStart(addDays(until, -1), grain, at))
        expect(partial).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

test.each<[RelativeRange, RelativeRange]>([
  ['wtd', 'ThisWeek'],
  ['mtd', 'ThisMonth'],
  ['qtd', 'ThisQuarter'],
  ['ytd', 'ThisYear'],
])('%s starts with %s and ends today', (toDate, current) => {
  fc.assert(
    fc.property(calendar, (at) => {
      const range = resolved(toDate, at)
      expect(range.from).toBe(resolved(current, at).from)
      expect(range.until).toBe(addDays(at.today, 1))
      expect(range.partial).toBe(true)
    }),
  )
})

test.each([7, 30, 90, 180, 365] as const)('Last%iDays has that many local days including today', (count) => {
  fc.assert(
    fc.property(calendar, (at) => {
      const range = resolved(`Last${count}Days`, at)
      expect(range.until).toBe(addDays(at.today, 1))
      expect(diffDays(range.from, range.until)).toBe(count)
      expect(range.partial).toBe(true)
    }),
  )
})

test('fault F31: no range is empty, and a range is partial when it extends past yesterday', () => {
  fc.assert(
    fc.property(calendar, fc.constantFrom(...BOUNDED), (at, name) => {
      const range = resolved(name, at)
      expect(range.from < range.until).toBe(true)
      expect(range.partial).toBe(range.until > at.today)
    }),
  )
})

test('returns null for None', () => {
  expect(resolveRange('None', { today: '2026-03-31', weekStart: 'monday', fiscalYearStartMonth: 1 })).toBeNull()
})

test('a custom range keeps its days; an empty one throws RangeError', () => {
  const at: RangeCalendar = { today: '2026-03-31', weekStart: 'monday', fiscalYearStartMonth: 1 }
  expect(resolveRange({ from: '2026-01-01', until: '2026-03-31' }, at)).toEqual({
    from: '2026-01-01',
    until: '2026-03-31',
    label: 'Jan 1 – Mar 30, 2026',
    partial: false,
  })
  expect(resolveRange({ from: '2026-01-01', until: '2026-04-01' }, at)?.partial).toBe(true)
  expect(() => resolveRange({ from: '2026-01-02', until: '2026-01-02' }, at)).toThrow(RangeError)
})

test.each<[RelativeRange, string]>([
  ['Today', 'Mar 31, 2026'],
  ['ThisQuarter', 'Jan 1 – Mar 31, 2026'],
  ['Last180Days', 'Oct 3, 2025 – Mar 31, 2026'],
])('%s has the label %s', (range, label) => {
  expect(resolved(range, { today: '2026-03-31', weekStart: 'monday', fiscalYearStartMonth: 1 }).label).toBe(label)
})

test('fault F30: buckets cover a range without gaps, each named by the first day of its period', () => {
  fc.assert(
    fc.property(calendar, fc.constantFrom(...BOUNDED), fc.constantFrom(...PERIOD_GRAINS), (at, name, grain) => {
      const range = resolved(name, at)
      const walked = new Set<LocalDay>()
      let previous = ''
      for (let day = range.from; day < range.until; day = addDays(day, 1)) {
        const period = periodName(day, grain, at)
        if (period !== previous) walked.add(walkToStart(day, grain, at))
        previous = period
      }
      expect(bucketsIn(range, grain, at)).toEqual([...walked])
    }),
    { numRuns: 100 },
  )
})
