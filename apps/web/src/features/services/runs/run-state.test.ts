import { expect, test } from 'vitest'
import type { Run } from '#contract/services.ts'
import { isActive, type RunStatus, runShare, streamLabel, tableCounts } from './run-state.ts'

const aRun = (part: Partial<Run>): Run => ({
  id: 'r1',
  status: 'running',
  stream: null,
  done: 0,
  total: null,
  counts: {},
  errors: [],
  fileName: null,
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
])('a %s run is going on: %s', (status, active) => {
  expect(isActive(aRun({ status }))).toBe(active)
})

test.each([
  [0, null, null],
  [5, 0, null],
  [5, 20, 0.25],
  [30, 20, 1],
])('%i done of %j is a share of %j', (done, total, share) => {
  expect(runShare(aRun({ done, total }))).toBe(share)
})

test('the counts of the file are no table', () => {
  const counts = { read: 9, accepted: 8, rejected: 1, orders: 3, order_lines: 8 }
  expect(tableCounts(aRun({ counts }))).toEqual([
    ['orders', 3],
    ['order_lines', 8],
  ])
})

test('a table is called by its words', () => expect(streamLabel('order_lines')).toBe('Order lines'))
