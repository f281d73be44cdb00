import { expect, test } from 'vitest'
import { nextSending, type Timing } from './schedule-timing.ts'

const timing = (cadence: Timing['cadence'], rest: Partial<Timing> = {}): Timing => ({
  cadence,
  weekday: 1,
  day: 1,
  hour: 7,
  ...rest,
})

// 2026-03-11 is a Wednesday.
test.each<[string, Timing, string, number, string]>([
  ['daily, before its hour', timing('daily'), '2026-03-11', 6, '2026-03-11'],
  ['daily, at its hour', timing('daily'), '2026-03-11', 7, '2026-03-12'],
  ['weekly, later this week', timing('weekly', { weekday: 5 }), '2026-03-11', 12, '2026-03-13'],
  ['weekly, today before its hour', timing('weekly', { weekday: 3 }), '2026-03-11', 6, '2026-03-11'],
  ['weekly, today after its hour', timing('weekly', { weekday: 3 }), '2026-03-11', 8, '2026-03-18'],
  ['monthly, later this month', timing('monthly', { day: 20 }), '2026-03-11', 12, '2026-03-20'],
  ['monthly, past this month', timing('monthly', { day: 5 }), '2026-03-11', 12, '2026-04-05'],
  ['monthly, in a short month', timing('monthly', { day: 31 }), '2026-04-02', 12, '2026-04-30'],
  ['monthly, after the last day of a short month', timing('monthly', { day: 31 }), '2026-04-30', 12, '2026-05-31'],
  ['monthly, over the year', timing('monthly', { day: 1 }), '2026-12-31', 23, '2027-01-01'],
])('%s', (_, when, today, hour, expected) => expect(nextSending(when, { today, hour })).toBe(expected))
