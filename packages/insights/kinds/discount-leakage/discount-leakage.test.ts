import { expect, test } from 'vitest'
import { createRandom, type Random } from '#connectors/sample/random.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { discountLeakage } from './discount-leakage.insight.ts'

const FIRST = '2026-01-05'
const GROSS = 1_000_000

/** Twenty weeks with 10,000.00 of gross sales each, and these shares of it as discounts. */
const weeksOf = (shareIn: (week: number) => number, gross = GROSS) =>
  Array.from({ length: 20 }, (_, week) => ({
    from: addDays(FIRST, 7 * week),
    gross,
    discount: Math.round(gross * shareIn(week)),
  }))

const leaksOf = (shareIn: (week: number) => number, gross = GROSS) =>
  discountLeakage.detect({ discounts: [{ channel: 'pos', weeks: weeksOf(shareIn, gross) }] }, detectionContext())

test('reports discounts that took more of the last four weeks', () => {
  const [leak, ...others] = leaksOf((week) => (week >= 16 ? 0.15 : 0.05))
  expect(others).toEqual([])
  const values = Object.fromEntries(leak?.figures.map(({ id, value }) => [id, value]) ?? [])
  expect(values).toMatchObject({ discount: 600_000, gross: 4_000_000, share: 0.15, shareBefore: 0.05 })
  expect(leak).toMatchObject({
    subject: { kind: 'channel', value: 'pos' },
    period: { from: '2026-04-27', until: '2026-05-25' },
    stake: 400_000,
  })
})

test.each([
  ['the share is the same', () => 0.1, GROSS],
  ['it fell', (week: number) => (week >= 16 ? 0.02 : 0.1), GROSS],
  ['it rose by two points', (week: number) => (week >= 16 ? 0.12 : 0.1), GROSS],
  ['one week of four is high', (week: number) => (week === 18 ? 0.5 : 0.1), GROSS],
  ['little money is at stake', (week: number) => (week >= 16 ? 0.15 : 0.05), 10_000],
  ['weeks always differ as much', (week: number) => (week % 4 === 0 ? 0.02 : 0.02 + (week % 5) * 0.05), GROSS],
] as const)('says nothing where %s', (_why, shareIn, gross) => {
  expect(leaksOf(shareIn, gross)).toEqual([])
})

/** A share that varies by a quarter from week to week. */
const varied = (random: Random, share: number): number => share * (0.75 + 0.5 * random.next())

test('finds planted rises, and almost nothing without one', () => {
  const random = createRandom(3)
  let [found, wrong] = [0, 0]
  for (let winery = 0; winery < 200; winery += 1) {
    const share = 0.03 + 0.09 * random.next()
    found += leaksOf((week) => varied(random, week >= 16 ? share + 0.1 : share)).length
    wrong += leaksOf(() => varied(random, share)).length
  }
  expect(found).toBeGreaterThanOrEqual(190)
  expect(wrong).toBeLessThanOrEqual(2)
})
