import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { scoreWinery, type WineryScore } from './score-winery.fixture.ts'
import { tallyOf } from './tally.fixture.ts'

/** A tenth of the wineries that `bench/insights-truth.ts` scores: 20 with events and 20 without. */
const WINERIES = volume({ normal: 5, full: 20 })

const scoreMany = (first: number, hasEvents: boolean): WineryScore[] =>
  Array.from({ length: WINERIES }, (_, at) => scoreWinery(first + at, hasEvents))

test('finds 90 % of planted events above the stated size, with at most one false insight per account and month', {
  timeout: 120_000,
}, () => {
  const { recall, falseAMonth } = tallyOf(scoreMany(1, true))
  expect(recall).toBeGreaterThanOrEqual(0.9)
  expect(falseAMonth).toBeLessThanOrEqual(1)
})

test('reports almost nothing for wineries without events', { timeout: 120_000 }, () => {
  expect(tallyOf(scoreMany(201, false)).falseAMonth).toBeLessThanOrEqual(0.3)
})
