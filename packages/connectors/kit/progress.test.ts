import { expect, test } from 'vitest'
import { IdPosition, OffsetPosition, type Page } from './paging.ts'
import { MalformedResponse } from './platform-problems.ts'
import { sinceLastRead, sinceLatestChange, whole, wholeList } from './progress.ts'

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
