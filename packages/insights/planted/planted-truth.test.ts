import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { scoreWinery, type WineryScore } from './score-winery.fixture.ts'
import { tallyOf } from './tally.fixture.ts'

/** A tenth of what `bench/insights-truth.ts` judges: 20 wineries with events and 20 without. */
const WINERIES = volume({ normal: 5, full: 20 })

const judgeMany = (first: number, hasEvents: boolean): WineryScore[] =>
  Array.from({ length: WINERIES }, (_, at) => scoreWinery(first + at, hasEvents))

test('nine of ten planted events above the stated size are found, with at most one false insight an account and month', {
  timeout: 120_000,
}, () => {
  const { recall, falseAMonth } = tallyOf(judgeMany(1, true))
  expect(recall).toBeGreaterThanOrEqual(0.9)
  expect(falseAMonth).toBeLessThanOrEqual(1)
})

test('where nothing happens, hardly anything is told', { timeout: 120_000 }, () => {
  expect(tallyOf(judgeMany(201, false)).falseAMonth).toBeLessThanOrEqual(0.3)
})
