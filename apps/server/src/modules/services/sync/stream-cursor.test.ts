import { describe, expect, test } from 'vitest'
import { cursorAfterRead, cursorDuringRead, parseCursors, planRead, type StreamCursor } from './stream-cursor.ts'

const HOUR = 3_600_000
const NOW = 100 * HOUR

async function* noPages() {}
const shape = { name: 'orders', title: 'Orders', tables: ['orders'], read: noPages } as const
const changes = { ...shape, reads: 'changes', removals: 'fullRead' } as const
const reported = { ...changes, removals: 'reported' } as const
const whole = { ...shape, reads: 'whole', removals: 'fullRead' } as const

const cursor = (given: Partial<StreamCursor>): StreamCursor => ({
  state: { page: 5 },
  settled: { since: 1 },
  at: NOW - HOUR,
  doneIn: null,
  wholeIn: null,
  removalsDue: false,
  ...given,
})

const everything = { state: null, isFullRead: true, isResumed: false }
const goesOn = { state: { page: 5 }, isFullRead: false, isResumed: false }

describe('determines where a run starts reading', () => {
  test.each([
    ['a stream never read is read whole', changes, undefined, everything],
    ['changes go on from the cursor', changes, cursor({ doneIn: 'before' }), goesOn],
    ['a whole stream begins again each time', whole, cursor({ doneIn: 'before' }), everything],
    ['a stream that this run has read is left alone', changes, cursor({ doneIn: 'now' }), null],
    ['so is a whole one', whole, cursor({ doneIn: 'now' }), null],
    ['a read is taken up where it was left', changes, cursor({ wholeIn: 'now' }), { ...goesOn, isResumed: true }],
    ['a whole stream that was left begins again', whole, cursor({ wholeIn: 'now' }), everything],
    ['what has removals due is read whole', changes, cursor({ doneIn: 'before', removalsDue: true }), everything],
    ['a read left too long ago begins again', changes, cursor({ at: 0 }), { ...goesOn, state: { since: 1 } }],
    ['so does a first one', changes, cursor({ at: 0, settled: null }), everything],
    ['what is done is never too old', changes, cursor({ at: 0, doneIn: 'before' }), goesOn],
  ])('%s', (_rule, stream, before, start) => {
    expect(planRead(stream, before, { runId: 'now', now: NOW })).toEqual(start)
  })
})

test.each([
  ['read in one go', changes, true, { wholeIn: 'now', removalsDue: true }, false],
  ['taken up by the same run', changes, false, { wholeIn: 'now' }, true],
  ['gone on with by the next run', changes, false, { wholeIn: 'before' }, false],
  ['due already, and read from a cursor', changes, false, { removalsDue: true }, true],
  ['one of which the platform tells what is gone', reported, false, { wholeIn: 'now' }, false],
])(
  'decides whether deletion checks are due for a stream that is %s',
  (_rule, stream, isFullRead, before, removalsDue) => {
    const reached = { runId: 'now', now: NOW, isFullRead, state: { since: 9 } }
    expect(cursorAfterRead(stream, cursor(before), reached)).toEqual({
      state: { since: 9 },
      settled: { since: 9 },
      at: NOW,
      doneIn: 'now',
      wholeIn: null,
      removalsDue,
    })
  },
)

test('marks a full read until it is complete', () => {
  const first = cursorDuringRead(undefined, { runId: 'now', now: NOW, isFullRead: true, state: { page: 1 } })
  expect(first).toEqual({
    state: { page: 1 },
    settled: null,
    at: NOW,
    doneIn: null,
    wholeIn: 'now',
    removalsDue: false,
  })
  expect(cursorDuringRead(first, { runId: 'now', now: NOW, isFullRead: false, state: { page: 2 } }).wholeIn).toBe('now')
})

test('ignores invalid cursors', () => {
  expect(parseCursors({ orders: { state: 7 } }).size).toBe(0)
  expect(parseCursors({ orders: cursor({}) }).get('orders')).toEqual(cursor({}))
})
