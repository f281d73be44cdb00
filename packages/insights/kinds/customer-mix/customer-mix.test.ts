import { expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import type { CustomerHistory } from '../../insight/inputs.ts'
import { customerMixInsight } from './customer-mix.insight.ts'

const TODAY = '2026-06-17'
const FROM = addDays(TODAY, -730)
const PERIOD = 28
const YEAR = 364
const SPENT = 9_000

/** Customers with an order in the period that ends `back` days before today; known ones have one half a year earlier, too. */
const buyers = (name: string, back: number, count: number, newShare: number): CustomerHistory[] =>
  Array.from({ length: count }, (_, at) => {
    const day = addDays(TODAY, -back - 1 - (at % PERIOD))
    const isNew = at < Math.round(count * newShare)
    const orders = [{ day, amount: SPENT }, ...(isNew ? [] : [{ day: addDays(day, -180), amount: SPENT }])]
    return { customerId: `${name} ${at}`, orders }
  })

const mixOf = (now: number, then: number, count = 300, from = FROM) =>
  customerMixInsight.detect(
    { customers: [...buyers('now', 0, count, now), ...buyers('then', YEAR, count, then)] },
    detectionContext({ from, until: TODAY }),
  )[0]

const figureIn = (insight: ReturnType<typeof mixOf>, id: string): number =>
  insight?.figures.find((figure) => figure.id === id)?.value ?? Number.NaN

test('reports a share of new buyers that differs from the same weeks a year before', () => {
  const fewer = mixOf(0.25, 0.5)
  expect([fewer?.direction, figureIn(fewer, 'newNow'), figureIn(fewer, 'buyersNow')]).toEqual(['down', 75, 300])
  expect([figureIn(fewer, 'share'), figureIn(fewer, 'shareBefore')]).toEqual([0.25, 0.5])
  // A quarter of 300 buyers, at 90.00 each.
  expect(fewer?.stake).toBe(75 * SPENT)
  expect(mixOf(0.5, 0.25)?.direction).toBe('up')
})

test.each([
  ['the share is the same', 0.4, 0.4, 300, FROM],
  ['it changed by less than ten points', 0.45, 0.4, 3000, FROM],
  ['there are few buyers', 0.2, 0.6, 50, FROM],
  ['the history does not tell new buyers of a year ago apart', 0.2, 0.6, 300, addDays(TODAY, -700)],
] as const)('says nothing where %s', (_why, now, then, count, from) => {
  expect(mixOf(now, then, count, from)).toBeUndefined()
})

test('says almost nothing about wineries whose mix varies by chance', () => {
  const random = createRandom(7)
  let found = 0
  for (let winery = 0; winery < 300; winery += 1) {
    const share = 0.2 + 0.5 * random.next()
    const chance = (): number =>
      Array.from({ length: 120 }, () => Number(random.next() < share)).reduce((a, b) => a + b, 0) / 120
    if (mixOf(chance(), chance(), 120) !== undefined) found += 1
  }
  expect(found).toBeLessThanOrEqual(3)
})

test('finds planted changes of 25 points among 200 buyers', () => {
  const random = createRandom(8)
  let found = 0
  for (let winery = 0; winery < 100; winery += 1) {
    const share = 0.3 + 0.2 * random.next()
    const noise = (): number => (random.next() - 0.5) * 0.02
    if (mixOf(share + 0.25 + noise(), share + noise(), 200)?.direction === 'up') found += 1
  }
  expect(found).toBeGreaterThanOrEqual(95)
})
