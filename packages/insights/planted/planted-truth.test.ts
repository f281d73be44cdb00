import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { scoreWinery, type WineryScore } from './score-winery.fixture.ts'
import { tallyVerdicts } from './tally.fixture.ts'

/** A tenth of the wineries that `bench/insights-truth.ts` scores: 20 with events and 20 without. */
const WINERIES = volume({ normal: 5, full: 20 })

const scoreMany = (first: number, hasEvents: boolean): WineryScore[] =>
  Array.from({ length: WINERIES }, (_, at) => scoreWinery(first + at, hasEvents))

/** Few wineries have few events: one more or less is several percent. */
const LEAST_RECALL = volume({ normal: 0.9, full: 0.95 })
const LEAST_PRECISION = volume({ normal: 0.85, full: 0.9 })

test('finds planted events above the stated size, each once: echoes of them count as false', {
  timeout: 120_000,
}, () => {
  const { recall, falseAMonth, reported } = tallyVerdicts(scoreMany(1, true))
  expect(recall).toBeGreaterThanOrEqual(LEAST_RECALL)
  expect(falseAMonth).toBeLessThanOrEqual(0.1)
  const unclear = reported.filter((kind) => kind.right < LEAST_PRECISION * kind.reported)
  expect(unclear).toEqual([])
})

test('reports almost nothing for wineries without events', () => {
  expect(tallyVerdicts(scoreMany(201, false)).falseAMonth).toBeLessThanOrEqual(0.1)
})
