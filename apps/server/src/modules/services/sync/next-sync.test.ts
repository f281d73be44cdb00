import { expect, test } from 'vitest'
import { nextRetryAt, nextSyncAt } from './queue-syncs.ts'

const MINUTE = 60_000

test.each([
  [0, 54],
  [0.5, 60],
  [1, 66],
])('spreads services with the same interval (random %d)', (random, minutes) => {
  expect(nextSyncAt(0, 60, () => random)).toEqual(new Date(minutes * MINUTE))
})

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [6, 32],
  [7, 60],
  [40, 60],
])('after %d consecutive failures, waits %d minutes, at most the interval', (failures, minutes) => {
  expect(nextRetryAt(0, { minutes: 60, failures }, () => 0.5)).toEqual(new Date(minutes * MINUTE))
})

test('does not schedule a service that is synced manually', () => {
  expect([nextSyncAt(0, null), nextRetryAt(0, { minutes: null, failures: 1 })]).toEqual([null, null])
})
