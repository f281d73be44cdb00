import { describe, expect, test } from 'vitest'
import { cursorAfterRead, cursorDuringRead, parseCursors, planRead, type StreamCursor } from './stream-cursor.ts'

const HOUR = 3_600_000
const NOW = 100 * HOUR

async function* noPages() {}
const shape = { name: 'orders', title: 'Orders', tables: ['orders'], read: noPages } as const
const changes = { ...shape, reads: 'changes', removals: 'fullRead' } as const
const reported = { ...changes, removals: 'reported' } as const
const fullReadStream = { ...shape, reads: 'whole', removals: 'fullRead' } as const

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
const continued = { state: { page: 5 }, isFullRead: false, isResumed: false }

describe('the start of a read', () => {
  test.each([
    ['reads a new stream from the beginning', changes, undefined, everything],
    ['changes go on from the cursor', changes, cursor({ doneIn: 'before' }), continued],
    ['restarts a full-read stream on each run', fullReadStream, cursor({ doneIn: 'before' }), everything],
    ['skips a stream that this run has completed', changes, cursor({ doneIn: 'now' }), null],
    ['skips a full-read stream that this run has completed', fullReadStream, cursor({ doneIn: 'now' }), null],
    ['resumes an unfinished read', changes, cursor({ wholeIn: 'now' }), { ...continued, isResumed: true }],
    ['restarts an unfinished full-read stream', fullReadStream, cursor({ wholeIn: 'now' }), everything],
    [
      'starts a full read when deletion checks are due',
      changes,
      cursor({ doneIn: 'before', removalsDue: true }),
      everything,
    ],
    [
      'restarts a read that was interrupted too long ago',
      changes,
      cursor({ at: 0 }),
      { ...continued, state: { since: 1 } },
    ],
    ['restarts a first read that was interrupted too long ago', changes, cursor({ at: 0, settled: null }), everything],
    ['continues after a completed read of any age', changes, cursor({ at: 0, doneIn: 'before' }), continued],
  ])('%s', (_rule, stream, before, start) => {
    expect(planRead(stream, before, { runId: 'now', now: NOW })).toEqual(start)
  })
})

test.each([
  ['read without interruption', changes, true, { wholeIn: 'now', removalsDue: true }, false],
  ['resumed by the same run', changes, false, { wholeIn: 'now' }, true],
  ['continued by the next run', changes, false, { wholeIn: 'before' }, false],
  ['due already, and read from a cursor', changes, false, { removalsDue: true }, true],
  ['reporting its own deletions', reported, false, { wholeIn: 'now' }, false],
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
