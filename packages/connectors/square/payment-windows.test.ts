import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { paymentWindows } from './order-reads.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 2, 1)

const at = (day: number, locationId = 'LOC1') => ({
  id: `${locationId}-${day}`,
  locationId,
  created: START + day * DAY_MS,
})

test('groups payments of consecutive days into one window', () => {
  expect(paymentWindows([at(2), at(0), at(1)])).toEqual([
    { locationId: 'LOC1', from: START - MINUTE, until: START + 2 * DAY_MS + MINUTE },
  ])
})

test('a gap of more than three days ends a window', () => {
  expect(paymentWindows([at(0), at(1), at(2), at(6), at(7), at(8)])).toHaveLength(2)
})

test('groups payments per location', () => {
  const wanted = [0, 1, 2].flatMap((day) => [at(day), at(day, 'LOC2')])
  expect(paymentWindows(wanted).map(({ locationId }) => locationId)).toEqual(['LOC1', 'LOC2'])
})

test.each([
  ['two payments', [at(0), at(1)]],
  ['payments without a timestamp', [0, 1, 2].map((day) => ({ ...at(day), created: null }))],
  ['no payment', []],
])('%s make no window', (_name, wanted) => {
  expect(paymentWindows(wanted)).toEqual([])
})
