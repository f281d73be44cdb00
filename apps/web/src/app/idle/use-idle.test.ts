import { expect, test } from 'vitest'
import { IDLE_LIMIT, idleState } from './use-idle.ts'

const LAST = Date.parse('2026-03-01T12:00:00Z')
const MINUTE = 60_000

test('the limit is thirty minutes', () => expect(IDLE_LIMIT).toBe(1_800_000))

test.each([
  [0, { kind: 'active' }],
  [28 * MINUTE - 1, { kind: 'active' }],
  [28 * MINUTE, { kind: 'warning', secondsLeft: 120 }],
  [29 * MINUTE + 30_500, { kind: 'warning', secondsLeft: 30 }],
  [30 * MINUTE - 1, { kind: 'warning', secondsLeft: 1 }],
  [30 * MINUTE, { kind: 'over' }],
  [300 * MINUTE, { kind: 'over' }],
])('%i ms after the last activity the user is %j', (elapsed, expected) => {
  expect(idleState(LAST, LAST + elapsed)).toEqual(expected)
})
