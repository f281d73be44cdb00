import { expect, test } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { releaseResultInsight } from './release-result.insight.ts'

const EACH = 10_000
const MEMBERS = 200
const DAY = '2026-03-01'

const release = (day: string, each: number, members = MEMBERS) => ({
  releaseId: day,
  day,
  members,
  processed: members,
  netSales: members * each,
})

const PAST = ['2025-03-01', '2025-06-01', '2025-09-01', '2025-12-01'].map((day) => release(day, EACH))

const resultOf = (each: number, days = 10, past = PAST, members = MEMBERS) =>
  releaseResultInsight.detect(
    { finishedReleases: [{ club: 'Estate', releases: [...past, release(DAY, each, members)] }] },
    detectionContext({ until: addDays(DAY, days) }),
  )[0]

const figureIn = (insight: ReturnType<typeof resultOf>, id: string): number =>
  insight?.figures.find((figure) => figure.id === id)?.value ?? Number.NaN

test.each([
  [0.6, 'below'],
  [0.95, 'usual'],
  [1, 'usual'],
  [1.05, 'usual'],
  [1.4, 'above'],
] as const)('a release at %d of the usual sales per member is %s', (share, result) => {
  const insight = resultOf(EACH * share)
  expect(insight?.result).toBe(result)
  // All earlier releases brought 100.00 a member, so 200 members are expected to bring 20,000.00.
  expect(figureIn(insight, 'expected')).toBe(2_000_000)
  expect(figureIn(insight, 'difference')).toBeCloseTo(2_000_000 * (share - 1), 6)
  expect(insight?.stake).toBe(result === 'usual' ? 0 : Math.round(2_000_000 * Math.abs(share - 1)))
})

test('says nothing in the first week, after five weeks, and with fewer than three earlier releases', () => {
  expect([6, 7, 35, 36].map((days) => resultOf(EACH, days) !== undefined)).toEqual([false, true, true, false])
  expect(resultOf(EACH, 10, PAST.slice(2))).toBeUndefined()
})

test('expects more of more members, and nothing of a release without any', () => {
  const twice = resultOf(EACH, 10, PAST, 400)
  expect([twice?.result, figureIn(twice, 'expected')]).toEqual(['usual', 4_000_000])
  expect(resultOf(EACH, 10, PAST, 0)).toBeUndefined()
})
