import { expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { addDays, toWeekday } from '#domain/ranges/local-day.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { recompute } from '../../insight/figure.ts'
import { goalPaceInsight } from './goal-pace.insight.ts'

const FROM = '2025-01-01'
/** Up to and including March 15, 2026. */
const DAYS = 439

const days = (() => {
  const random = createRandom(9)
  return {
    grain: 'day',
    from: FROM,
    values: Float64Array.from({ length: DAYS }, (_, at) => random.poisson(toWeekday(addDays(FROM, at)) > 5 ? 40 : 20)),
  } as const
})()

const MARCH = { from: '2026-03-01', until: '2026-04-01' }
const pace = (amount: number, goal = MARCH) =>
  goalPaceInsight.detect(
    { series: [], signups: [], goals: [{ metric: 'orderCount', ...goal, amount }] },
    detectionContext({ series: [{ metric: 'orderCount', subject: ACCOUNT, days }] }),
  )[0]

test('a goal far below the expected value is likely, one far above it is not', () => {
  expect(pace(500)?.chance).toBeGreaterThan(0.98)
  expect(pace(1200)?.chance).toBeLessThan(0.02)
})

test('a goal equal to the expected value has a chance of about 50 %', () => {
  const expected = pace(800)?.figures.find(({ id }) => id === 'expected')?.value ?? 0
  const chance = pace(expected)?.chance ?? 0
  expect(chance).toBeGreaterThan(0.4)
  expect(chance).toBeLessThan(0.6)
  expect(expected).toBeGreaterThan(700)
  expect(expected).toBeLessThan(900)
})

test('the chance decreases as the goal increases', () => {
  const chances = [600, 700, 750, 800, 850, 900].map((amount) => pace(amount)?.chance ?? 0)
  expect([...chances].sort((a, b) => b - a)).toEqual(chances)
})

test('outcomes are the actual value plus the forecast', () => {
  const figures = pace(800)?.figures ?? []
  expect(figures.length).toBeGreaterThan(0)
  for (const figure of figures) expect(recompute(figure, figures) ?? figure.value).toBe(figure.value)
})

test('says nothing about a goal period that is over or has not started', () => {
  expect(pace(800, { from: '2026-04-01', until: '2026-05-01' })).toBeUndefined()
  expect(pace(800, { from: '2026-02-01', until: '2026-03-01' })).toBeUndefined()
})
