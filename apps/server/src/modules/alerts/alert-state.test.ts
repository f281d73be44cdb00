import { describe, expect, test } from 'vitest'
import { describeRange } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { advanceState, formatAlertPeriod, isReached, type OpenState } from './check-alerts.ts'

/** period, keys that meet the condition, keys to notify of */
type Check = readonly [period: string, keys: readonly string[], expected: readonly string[]]

const HISTORIES: readonly (readonly [name: string, checks: readonly Check[]])[] = [
  [
    'fires once while the condition holds',
    [
      ['', ['x'], ['x']],
      ['', ['x'], []],
      ['', ['x'], []],
    ],
  ],
  [
    'fires again after it recovered',
    [
      ['', ['x'], ['x']],
      ['', [], []],
      ['', ['x'], ['x']],
    ],
  ],
  [
    'fires again in a new period',
    [
      ['2026-05-01', ['x'], ['x']],
      ['2026-05-02', ['x'], ['x']],
    ],
  ],
  [
    'does not fire for a new period that is fine',
    [
      ['2026-05-01', ['x'], ['x']],
      ['2026-05-02', [], []],
    ],
  ],
  [
    'fires for each row on its own',
    [
      ['', ['a'], ['a']],
      ['', ['a', 'b'], ['b']],
      ['', ['b'], []],
      ['', ['a', 'b'], ['a']],
    ],
  ],
]

test.each(HISTORIES)('%s', (_name, checks) => {
  let open: OpenState = { period: '', keys: [] }
  for (const [period, keys, expected] of checks) {
    const next = advanceState(open, { period, keys })
    expect(next.fired).toEqual(expected)
    open = next.open
  }
})

test.each([
  ['Yesterday', '2026-05-01'],
  ['ThisMonth', '2026-05-01'],
  ['mtd', '2026-05-01'],
  ['Last7Days', ''],
  ['None', ''],
  ['', ''],
])('the period of %s is "%s"', (range, period) => {
  expect(formatAlertPeriod(range, { from: '2026-05-01' })).toBe(period)
})

describe('data reaches a range', () => {
  const yesterday = describeRange('2026-03-07', '2026-03-08', '2026-03-08')
  const week = describeRange('2026-03-02', '2026-03-09', '2026-03-08')

  test.each([
    // Clocks in Los Angeles skip from 2:00 to 3:00 on March 8, 2026; its midnight is 8:00 UTC.
    ['one minute before midnight', Date.UTC(2026, 2, 8, 7, 59), false],
    ['at midnight', Date.UTC(2026, 2, 8, 8), true],
    ['after the clock change', Date.UTC(2026, 2, 8, 10), true],
  ])('that ended yesterday when it was loaded %s of the account’s time zone', (_when, loadedAt, isAnswered) => {
    expect(isReached(yesterday, localDayOf(loadedAt, 'America/Los_Angeles'), '2026-03-08')).toBe(isAnswered)
  })

  test('that includes today when it was loaded today', () => {
    expect(isReached(week, '2026-03-07', '2026-03-08')).toBe(false)
    expect(isReached(week, '2026-03-08', '2026-03-08')).toBe(true)
  })
})
