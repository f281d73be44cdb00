import { expect, test } from 'vitest'
import { createPageGuard, highWater, readFrom } from './page-guard.ts'
import { MalformedResponse } from './platform-problems.ts'

test.each([
  ['nothing seen yet', null, [], 100, null],
  ['nothing new', 50, [], 100, 50],
  ['the latest of what was seen', 50, [60, 90, null, 70], 100, 90],
  ['nothing older than before', 80, [60], 100, 80],
  ['F16: never beyond now', 50, [60, 250], 100, 100],
  ['F16: a mark of before beyond now comes back', 250, [], 100, 100],
])('the mark is %s', (_name, before, seen, now, expected) => {
  expect(highWater(before, seen, now)).toBe(expected)
})

test('a stream is read again from its overlap on, and from the beginning when it never was', () => {
  expect(readFrom(1000, 300)).toBe(700)
  expect(readFrom(100, 300)).toBe(0)
  expect(readFrom(null, 300)).toBeNull()
})

test('F15: a page that was there before ends the read', () => {
  const guard = createPageGuard('orders')
  guard.enter('start')
  guard.enter('b')
  expect(guard.number).toBe(2)
  expect(() => guard.enter('start')).toThrow(
    new MalformedResponse('The list of orders has no end: page 3 is one that was there before'),
  )
})

test('F15: more pages than there can be end the read', () => {
  const guard = createPageGuard('orders', 2)
  guard.enter('a')
  guard.enter('b')
  expect(() => guard.enter('c')).toThrow(MalformedResponse)
})
