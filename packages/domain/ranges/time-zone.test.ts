import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayNumber, dayOfNumber } from './local-day.ts'
import { isTimeZone, localDayOf, localDayStartUtc, timeZoneName, toLocalTime } from './time-zone.ts'

const ZONES = [
  'Etc/GMT+12',
  'Pacific/Pago_Pago',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

const FROM = Date.parse('1995-01-01T00:00:00Z')
const UNTIL = Date.parse('2035-01-01T00:00:00Z')

const zone = fc.constantFrom(...ZONES)
const instant = fc.integer({ min: FROM, max: UNTIL })
const day = fc
  .integer({ min: dayNumber('1995-01-02'), max: dayNumber('2034-12-30') })
  .map((number) => dayOfNumber(number))

const shownBy = (epochMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(epochMs)

test('local day and time match the wall clock of the time zone', () => {
  fc.assert(
    fc.property(instant, zone, (epochMs, timeZone) => {
      const shown = shownBy(epochMs, timeZone)
      expect(toLocalTime(epochMs, timeZone)).toBe(shown)
      expect(localDayOf(epochMs, timeZone)).toBe(shown.slice(0, 10))
    }),
    { numRuns: 300 },
  )
})

test('fault F30: a day starts at its first instant, and the instant before belongs to an earlier day', () => {
  fc.assert(
    fc.property(day, zone, (localDay, timeZone) => {
      const start = localDayStartUtc(localDay, timeZone)
      expect(localDayOf(start, timeZone) >= localDay).toBe(true)
      expect(localDayOf(start - 1, timeZone) < localDay).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['2026-03-08', 'America/Los_Angeles', 23],
  ['2026-11-01', 'America/Los_Angeles', 25],
  ['2026-03-29', 'Europe/London', 23],
  ['2026-10-25', 'Europe/London', 25],
  ['2026-10-04', 'Australia/Lord_Howe', 23.5],
  ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ['2026-07-01', 'Asia/Kolkata', 24],
])('%s in %s has %d hours', (localDay, timeZone, hours) => {
  const length = localDayStartUtc(addDays(localDay, 1), timeZone) - localDayStartUtc(localDay, timeZone)
  expect(length / 3_600_000).toBe(hours)
})

describe('unusual days', () => {
  test('the day that Apia skipped has no length', () => {
    expect(localDayStartUtc('2011-12-30', 'Pacific/Apia')).toBe(localDayStartUtc('2011-12-31', 'Pacific/Apia'))
    expect(localDayOf(localDayStartUtc('2011-12-31', 'Pacific/Apia') - 1, 'Pacific/Apia')).toBe('2011-12-29')
  })

  test('a day whose midnight is skipped by a clock change starts at 1:00', () => {
    const start = localDayStartUtc('2018-11-04', 'America/Sao_Paulo')
    expect(toLocalTime(start, 'America/Sao_Paulo')).toBe('2018-11-04 01:00:00')
  })

  test('the outermost time zones can be two days apart', () => {
    const noon = Date.parse('2026-06-15T11:00:00Z')
    expect(localDayOf(noon, 'Etc/GMT+12')).toBe('2026-06-14')
    expect(localDayOf(noon, 'Pacific/Kiritimati')).toBe('2026-06-16')
  })
})

test.each(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'])(
  'accepts the time zone %s',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', 'Mars/Olympus', '+02:00', 'Europe/London; drop', 'local'])('rejects the time zone %j', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

test.each([
  ['America/Los_Angeles', 'Pacific Time'],
  ['America/New_York', 'Eastern Time'],
  ['Asia/Kathmandu', 'Nepal Time'],
])('%s is called %s', (timeZone, name) => expect(timeZoneName(timeZone)).toBe(name))
