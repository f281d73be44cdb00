import { describe, expect, test } from 'vitest'
import { atTheEnd, onTheWay, parseCursors, type StreamCursor, startOf } from './stream-cursor.ts'

async function* noPages() {}
const shape = { name: 'orders', title: 'Orders', tables: ['orders'], read: noPages } as const
const changes = { ...shape, reads: 'changes', removals: 'fullRead' } as const
const whole = { ...shape, reads: 'whole', removals: 'fullRead' } as const

const cursor = (given: Partial<StreamCursor>): StreamCursor => ({
  state: { since: 5 },
  doneIn: null,
  wholeIn: null,
  removalsDue: false,
  ...given,
})

describe('where a run begins to read', () => {
  test.each([
    ['a stream never read is read whole', changes, undefined, { state: null, isWhole: true }],
    ['changes go on from the cursor', changes, cursor({ doneIn: 'before' }), { state: { since: 5 }, isWhole: false }],
    ['a whole stream begins again each time', whole, cursor({ doneIn: 'before' }), { state: null, isWhole: true }],
    ['a stream that this run has read is left alone', changes, cursor({ doneIn: 'now' }), null],
    ['so is a whole one', whole, cursor({ doneIn: 'now' }), null],
    [
      'a read of everything is taken up where it was left',
      changes,
      cursor({ wholeIn: 'now' }),
      { state: { since: 5 }, isWhole: false },
    ],
    ['a whole stream that was left begins again', whole, cursor({ wholeIn: 'now' }), { state: null, isWhole: true }],
    [
      'what has removals due is read whole',
      changes,
      cursor({ doneIn: 'before', removalsDue: true }),
      { state: null, isWhole: true },
    ],
  ])('%s', (_rule, stream, before, start) => {
    expect(startOf(stream, before, 'now')).toEqual(start)
  })
})

test.each([
  ['read in one go', changes, { isWhole: true, wholeIn: 'now' }, false],
  ['taken up by the same run', changes, { isWhole: false, wholeIn: 'now' }, true],
  ['gone on with by the next run', changes, { isWhole: false, wholeIn: 'before' }, false],
  [
    'of which the platform tells what is gone',
    { ...changes, removals: 'told' } as const,
    { isWhole: false, wholeIn: 'now' },
    false,
  ],
])('a stream that is %s: removals are due is %#', (_rule, stream, { isWhole, wholeIn }, removalsDue) => {
  const reached = { runId: 'now', isWhole, state: { since: 9 } }
  expect(atTheEnd(stream, cursor({ wholeIn }), reached)).toEqual({
    state: { since: 9 },
    doneIn: 'now',
    wholeIn: null,
    removalsDue,
  })
})

test('a read of everything is known as such until its end', () => {
  const first = onTheWay(undefined, { runId: 'now', isWhole: true, state: { since: 1 } })
  expect(first).toEqual({ state: { since: 1 }, doneIn: null, wholeIn: 'now', removalsDue: false })
  expect(onTheWay(first, { runId: 'now', isWhole: false, state: { since: 2 } }).wholeIn).toBe('now')
})

test('cursors that cannot be read are none', () => {
  expect(parseCursors({ orders: { state: 7 } }).size).toBe(0)
  expect(parseCursors({ orders: cursor({}) }).get('orders')).toEqual(cursor({}))
})
