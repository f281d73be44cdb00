import { expect, test } from 'vitest'
import { createPageGuard } from './page-guard.ts'
import { MalformedResponse } from './platform-problems.ts'
import { highWater, readFrom } from './progress.ts'

test.each([
  ['null before the first record', null, [], 100, null],
  ['unchanged without new records', 50, [], 100, 50],
  ['the latest source timestamp', 50, [60, 90, null, 70], 100, 90],
  ['never lower than before', 80, [60], 100, 80],
  ['F16: never later than now', 50, [60, 250], 100, 100],
  ['F16: reset to now when it was in the future', 250, [], 100, 100],
])('the watermark is %s', (_name, before, seen, now, expected) => {
  expect(highWater(before, seen, now)).toBe(expected)
})

test('reads a stream from the watermark minus its overlap, and from the beginning without a watermark', () => {
  expect(readFrom(1000, 300)).toBe(700)
  expect(readFrom(100, 300)).toBe(0)
  expect(readFrom(null, 300)).toBeNull()
})

test('F15: a repeated page ends the read', () => {
  const guard = createPageGuard('orders')
  guard.enter('start')
  guard.enter('b')
  expect(guard.number).toBe(2)
  expect(() => guard.enter('start')).toThrow(
    new MalformedResponse('The list of orders doesn’t end: page 3 was already read'),
  )
})

test('F15: more pages than the limit end the read', () => {
  const guard = createPageGuard('orders', 2)
  guard.enter('a')
  guard.enter('b')
  expect(() => guard.enter('c')).toThrow(MalformedResponse)
})
