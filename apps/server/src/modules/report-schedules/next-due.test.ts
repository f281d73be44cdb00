import { expect, test } from 'vitest'
import { type Cadence, nextDue } from './next-due.ts'

const ZONE = 'America/Los_Angeles'
const daily: Cadence = { cadence: 'daily', weekday: 1, day: 1, hour: 7 }
const weekly: Cadence = { ...daily, cadence: 'weekly' }
const monthly: Cadence = { ...daily, cadence: 'monthly', day: 31 }

test.each([
  ['daily, later today', daily, '2026-06-17T13:59:00Z', '2026-06-17T14:00:00.000Z'],
  ['daily, never the same instant twice', daily, '2026-06-17T14:00:00Z', '2026-06-18T14:00:00.000Z'],
  ['daily, over the lost hour', { ...daily, hour: 2 }, '2026-03-07T20:00:00Z', '2026-03-08T10:00:00.000Z'],
  [
    'sends daily reports once in the hour that repeats',
    { ...daily, hour: 1 },
    '2026-11-01T08:00:00Z',
    '2026-11-02T09:00:00.000Z',
  ],
  ['weekly, on a Monday', weekly, '2026-06-17T00:00:00Z', '2026-06-22T14:00:00.000Z'],
  ['weekly, the local day decides', { ...weekly, hour: 0 }, '2026-06-22T06:59:00Z', '2026-06-22T07:00:00.000Z'],
  ['monthly, the last day of a short month', monthly, '2026-02-01T12:00:00Z', '2026-02-28T15:00:00.000Z'],
  ['monthly, the last day of a leap February', monthly, '2028-02-01T12:00:00Z', '2028-02-29T15:00:00.000Z'],
  ['monthly, back on the 31st', monthly, '2026-02-28T15:00:00Z', '2026-03-31T14:00:00.000Z'],
])('%s', (_rule, cadence, after, expected) => {
  expect(new Date(nextDue(cadence, Date.parse(after), ZONE)).toISOString()).toBe(expected)
})
