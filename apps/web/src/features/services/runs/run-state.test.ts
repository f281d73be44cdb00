import { expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import {
  failureText,
  isActive,
  outcomeText,
  type RunStatus,
  resultCounts,
  rowsWritten,
  runDuration,
  runKind,
  runShare,
  runTitle,
  streamLabel,
  tableCounts,
} from './run-state.ts'

const aRun = (part: Partial<Run>): Run => ({
  id: 'r1',
  status: 'running',
  stream: null,
  done: 0,
  total: null,
  counts: {},
  controlTotals: null,
  storedTotals: null,
  files: null,
  expected: null,
  errors: [],
  fileName: null,
  kind: 'import',
  isFull: true,
  startedUtc: null,
  finishedUtc: null,
  createdUtc: '2026-03-01T12:00:00Z',
  ...part,
})

test.each<[RunStatus, boolean]>([
  ['queued', true],
  ['running', true],
  ['succeeded', false],
  ['failed', false],
  ['cancelled', false],
])('a %s run is active: %s', (status, active) => {
  expect(isActive(aRun({ status }))).toBe(active)
})

test.each([
  [0, null, null],
  [5, 0, null],
  [5, 20, 0.25],
  [30, 20, 1],
])('%i of %j done is a share of %j', (done, total, share) => {
  expect(runShare(aRun({ done, total }))).toBe(share)
})

test('excludes read counts from table counts', () => {
  const counts = { read: 9, accepted: 8, rejected: 1, orders: 3, order_lines: 8 }
  expect(tableCounts(aRun({ counts }))).toEqual([
    ['orders', 3],
    ['order_lines', 8],
  ])
})

test('formats a table name', () => expect(streamLabel('order_lines')).toBe('Order lines'))

const BAD_CELL = { line: 3, column: 'Quantity', value: 'two', message: 'This isn’t a number' }
const FILE_GONE = {
  line: null,
  column: null,
  value: null,
  message: 'The uploaded file is no longer exists. Upload it again',
}

test.each([
  ['succeeded', [], 'Your dashboards and reports now include the new data.'],
  ['failed', [BAD_CELL], 'No data was changed. Fix the problems below and try again.'],
  ['failed', [FILE_GONE], `No data was changed. ${FILE_GONE.message}.`],
  ['cancelled', [], 'No data was changed.'],
] as const)('describes the outcome of a %s run with the problems %j', (status, errors, text) => {
  expect(outcomeText(aRun({ status, errors: [...errors] }))).toBe(text)
})

test.each([
  ['failed', [BAD_CELL], {}, 'Line 3, Quantity: This isn’t a number'],
  ['failed', [BAD_CELL], { rejected: 1201 }, 'Line 3, Quantity: This isn’t a number (and 1,200 more)'],
  ['failed', [FILE_GONE], {}, FILE_GONE.message],
  ['failed', [], {}, null],
  ['succeeded', [BAD_CELL], {}, null],
] as const)('a %s run with the problems %j and counts %j has the failure reason %s', (status, errors, counts, text) => {
  expect(failureText(aRun({ status, errors: [...errors], counts }))).toBe(text)
})

test('a run that stored nothing shows no accepted rows', () => {
  const counts = { read: 3, accepted: 2, rejected: 1 }
  expect(resultCounts(aRun({ status: 'succeeded', counts: { ...counts, orders: 2 } }))).toEqual([
    ['Rows read', 3],
    ['Accepted', 2],
    ['Rejected', 1],
    ['Orders and refunds', 2],
  ])
  expect(resultCounts(aRun({ status: 'failed', counts }))).toEqual([
    ['Rows read', 3],
    ['Rows with problems', 1],
  ])
  expect(resultCounts(aRun({ status: 'cancelled' }))).toEqual([])
})

test('a failed sync shows its stored rows', () => {
  const counts = { read: 9, accepted: 8, outdated: 3, rejected: 1, removed: 2, orders: 8 }
  const run = aRun({ kind: 'sync', status: 'failed', counts, errors: [FILE_GONE] })
  expect(resultCounts(run)).toEqual([
    ['Records read', 9],
    ['Accepted', 8],
    ['Outdated', 3],
    ['Skipped', 1],
    ['Removed', 2],
    ['Orders and refunds', 8],
  ])
  expect(rowsWritten(run)).toBe(8)
  expect(outcomeText(run)).toBe(
    `${FILE_GONE.message}. Data fetched earlier is kept, and the next sync picks up where this one stopped.`,
  )
})

test.each([
  ['sync', false, 'succeeded', 'Sync', 'Sync finished'],
  ['sync', true, 'failed', 'Full sync', 'Sync failed'],
  ['import', true, 'cancelled', 'Import', 'Import canceled'],
] as const)('a %s (full: %s) with status %s is a %s titled %s', (kind, isFull, status, name, title) => {
  const run = aRun({ kind, isFull, status })
  expect([runKind(run), runTitle(run)]).toEqual([name, title])
})

test('an active run has no duration', () => {
  const startedUtc = '2026-03-01T12:00:00Z'
  expect(runDuration(aRun({ startedUtc }))).toBeNull()
  expect(runDuration(aRun({ startedUtc, finishedUtc: '2026-03-01T12:01:30Z' }))).toBe(90_000)
})
