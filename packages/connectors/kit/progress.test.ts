import { expect, test } from 'vitest'
import { createPageGuard } from './page-guard.ts'
import { IdPosition, OffsetPosition, type Page } from './paging.ts'
import { MalformedResponse } from './platform-problems.ts'
import { highWater, readFrom, sinceLastRead, sinceLatestChange, whole, wholeList } from './progress.ts'

const page = <Position>(next: Position | null, ...records: unknown[]): Page<Position> => ({
  records,
  total: null,
  next,
})

const sinceRead = sinceLastRead({ now: () => 1000, overlapMs: 100, position: IdPosition })

test('a read of everything begins at the start, unless it resumes', () => {
  expect(whole.begin({ offset: 5, last: 'a' }).from).toBeNull()
  const list = wholeList(OffsetPosition)
  const { after } = list.begin(null)
  const saved = after(page({ after: null, offset: 99, last: 'a' }))
  expect(list.begin(saved).from).toEqual({ after: null, offset: 99, last: 'a' })
  expect(list.begin(after(page<OffsetPosition>(null))).from).toBeNull()
})

test('changes are read from the start of the last complete read, less the overlap', () => {
  const first = sinceRead.begin(null)
  expect([first.since(), first.from]).toEqual([null, null])
  const interrupted = sinceRead.begin(first.after(page({ after: 7 })))
  expect(interrupted.since()).toBeNull()
  expect(interrupted.from).toMatchObject({ after: 7 })
  const done = interrupted.after(page<IdPosition>(null))
  expect(done).toEqual({ since: 1000, reading: null })
  expect(sinceRead.begin(done).since()).toBe(900)
})

test.each([
  ['complete', { since: 5000, began: null, after: 0 }, 4900, null],
  ['interrupted', { since: 5000, began: 6000, after: 3 }, 4900, { began: 6000, after: 3 }],
  ['without a read in progress', { since: 5000 }, 4900, null],
  ['unreadable', { since: 'today' }, null, null],
])('a saved state of an earlier version, %s, goes on', (_what, state, since, from) => {
  const read = sinceRead.begin(state)
  expect(read.since()).toBe(since)
  expect(read.from).toEqual(from)
})

test('changes are read from the latest one that was read, and a state that can’t be read ends the run', () => {
  const updated = (record: unknown) => Number(record)
  const changes = sinceLatestChange({ now: () => 1000, overlapMs: 100, position: OffsetPosition, updated })
  const read = changes.begin(null)
  expect(read.after(page({ after: null, offset: 1, last: 'a' }, 300, 500))).toMatchObject({ mark: 500 })
  expect(read.since()).toBe(400)
  expect(read.after(page<OffsetPosition>(null, 700))).toEqual({ mark: 700, page: null })
  expect(changes.begin({ mark: 500, cursor: 'of an earlier version' }).since()).toBe(400)
  expect(() => changes.begin({ mark: 'today' })).toThrow(MalformedResponse)
})

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
