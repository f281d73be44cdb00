import { expect, test } from 'vitest'
import { addDays, toWeekday } from '#domain/ranges/local-day.ts'
import { ACCOUNT, type Subject } from '../../account/metric.ts'
import { countryHolidays } from '../../calendar/holidays.ts'
import { isOver } from '../../find-insights.ts'
import { findEvents } from '../../planted/find-events.fixture.ts'

// 2025-01-06 is a Monday.
const FROM = '2025-01-06'
const WEB: Subject = { kind: 'channel', value: 'web' }
const CALENDAR = { weekStart: 'monday', fiscalYearStartMonth: 1 } as const

/** Orders per weekday from Monday, with a small change from week to week. */
const ordersOn = (weekdays: readonly number[], days: number, silentFrom: number, silentUntil = days): Float64Array =>
  Float64Array.from({ length: days }, (_, at) => {
    const usual = weekdays[toWeekday(addDays(FROM, at)) - 1] ?? 0
    const isSilent = at >= silentFrom && at < silentUntil
    return isSilent || usual === 0 ? 0 : usual + (Math.floor(at / 7) % 3) - 1
  })

const EVERY_DAY = [9, 9, 9, 9, 12, 14, 12]
/** Newsletters go out on Mondays and Tuesdays; hardly anybody orders on other days. */
const MONDAYS = [30, 20, 0, 0, 0, 0, 0]

const makeHistory = (values: Float64Array, subject: Subject) => ({
  from: FROM,
  until: addDays(FROM, values.length),
  calendar: CALENDAR,
  holidays: countryHolidays(null),
  series: [
    { metric: 'orderCount', subject, days: { grain: 'day', from: FROM, values } },
    {
      metric: 'netSales',
      subject,
      days: { grain: 'day', from: FROM, values: values.map((orders) => orders * 10_000) },
    },
  ] as const,
  duplicates: [],
  stock: null,
  memberYearlyValue: 0,
})

const problemsIn = (values: Float64Array, subject: Subject) => {
  const history = makeHistory(values, subject)
  const testRange = { from: addDays(history.until, -7), until: history.until }
  return findEvents({ history, testRange, sensitivity: 'balanced' }).filter(({ kind }) => kind === 'dataProblem')
}

const WEEKS = 7 * 40

test.each([
  ['all orders stopped on a Thursday', EVERY_DAY, ACCOUNT, 'daysMissing'],
  ['web orders stopped on a Thursday', EVERY_DAY, WEB, 'sourceQuiet'],
] as const)('%s: reported once the weekdays make it improbable', (_, weekdays, subject, problem) => {
  const silentFrom = WEEKS - 4
  const [found] = problemsIn(ordersOn(weekdays, WEEKS, silentFrom), subject)
  expect(found).toMatchObject({ problem, period: { from: addDays(FROM, silentFrom) } })
  // Thursday to Sunday usually bring 47 orders.
  const expected = found?.figures.find(({ id }) => id === 'expected')?.value ?? 0
  expect(expected).toBeGreaterThan(30)
  expect(expected).toBeLessThanOrEqual(48)
})

// The last week is known up to Sunday, or up to Friday.
test.each([
  ['days that never bring orders', MONDAYS, WEEKS, WEEKS - 5],
  ['weekdays of a shop that opens on weekends', [0, 0, 0, 0, 0, 40, 40], WEEKS - 2, WEEKS - 7],
])('%s are not missed', (_, weekdays, days, silentFrom) => {
  expect(problemsIn(ordersOn(weekdays, days, silentFrom), ACCOUNT)).toEqual([])
})

test('the days that bring the orders are missed', () => {
  const found = problemsIn(ordersOn(MONDAYS, WEEKS - 5, WEEKS - 7), ACCOUNT)
  expect(found).toMatchObject([{ problem: 'daysMissing' }])
})

test('is withdrawn when orders return, and not before', () => {
  const silentFrom = WEEKS - 4
  const silent = ordersOn(EVERY_DAY, WEEKS, silentFrom)
  const [found] = problemsIn(silent, WEB)
  if (found === undefined) throw new Error('The stop is found')
  expect(isOver(found, makeHistory(silent, WEB))).toBe(false)
  const returned = ordersOn(EVERY_DAY, WEEKS + 1, silentFrom, WEEKS)
  expect(isOver(found, makeHistory(returned, WEB))).toBe(true)
  const filledLate = ordersOn(EVERY_DAY, WEEKS, WEEKS)
  expect(isOver(found, makeHistory(filledLate, WEB))).toBe(true)
})

test.each([
  ['three weeks', 21],
  ['five weeks', 35],
])('a history of %s does not know its weekdays', (_, days) => {
  expect(problemsIn(ordersOn(EVERY_DAY, days, days - 4), ACCOUNT)).toEqual([])
})
