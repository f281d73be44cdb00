import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discoveryLimit } from './false-discovery.ts'
import { median, medianDeviation, quantile } from './location.ts'
import { differenceByChance, newcombe } from './proportion.ts'
import { countBelow, normalScore, normalTails, studentTails } from './tails.ts'

// Reference values from the published tables of each distribution.
test.each([
  [1.959_963_985, 0.05],
  [2.575_829_304, 0.01],
  [5, 5.733e-7],
])('two-tailed p of z = %f is %f', (score, tails) => {
  expect(normalTails(score) / tails).toBeCloseTo(1, 3)
  expect(normalScore(tails)).toBeCloseTo(score, 3)
})

test.each([
  [2.228, 10, 0.05],
  [4.587, 10, 0.001],
  [2.776, 4, 0.05],
])('two-tailed p of t = %f with %i degrees of freedom is %f', (score, freedom, tails) => {
  expect(studentTails(score, freedom) / tails).toBeCloseTo(1, 2)
})

test('with one degree of freedom, p of t = 1 is exactly one half', () => {
  expect(studentTails(1, 1)).toBeCloseTo(0.5, 12)
})

test.each([
  // The incomplete beta function: I(1, 1) of 0.3, I(2, 3) of 0.4, and I(2, 9) of 0.2, a sum of binomials
  [0.5, { mean: 7 / 3, spread: 1 }, 0.3],
  [2.5, { mean: 3, spread: 0.5 }, 0.5248],
  [8.5, { mean: 8, spread: 0.5 }, 1 - 0.8 ** 10 - 10 * 0.2 * 0.8 ** 9],
])('the share of counts below %f by %j is %f', (count, law, share) => {
  expect(countBelow(count, law)).toBeCloseTo(share, 12)
})

test('a count without overdispersion is Poisson', () => {
  // P(K ≤ 3) for a mean of 5 is 0.2650
  expect(countBelow(3.5, { mean: 5, spread: 0 })).toBeCloseTo(0.265, 3)
  expect(countBelow(0, { mean: 5, spread: 0 })).toBeLessThan(0.012)
})

test('overdispersion makes extreme counts more likely', () => {
  const far = (spread: number) => 1 - countBelow(40, { mean: 20, spread })
  expect(far(0.1)).toBeGreaterThan(20 * far(0))
})

test('the cumulative distribution of counts is monotonic and within 0 and 1', () => {
  const law = fc.record({
    mean: fc.double({ min: 0.1, max: 500, noNaN: true }),
    spread: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(law, fc.integer({ min: 0, max: 1000 }), (of, count) => {
      const [here, next] = [countBelow(count, of), countBelow(count + 1, of)]
      expect(here).toBeGreaterThanOrEqual(0)
      expect(next).toBeLessThanOrEqual(1 + 1e-9)
      expect(next).toBeGreaterThanOrEqual(here - 1e-9)
    }),
    { seed: 6, numRuns: 200 },
  )
})

const WITH_OUTLIERS = [9, 10, 11, 10, 9, 11, 10, 1000, -500]

test('the median is robust to outliers', () => {
  expect(median(WITH_OUTLIERS)).toBeGreaterThan(8.9)
  expect(median(WITH_OUTLIERS)).toBeLessThan(11.1)
})

test('the median deviation equals the standard deviation of a normal sample', () => {
  expect(medianDeviation([-0.6745, 0.6745, -0.6745, 0.6745], 0)).toBeCloseTo(1, 3)
})

test('quantiles interpolate between neighbors, skip NaN and are NaN for an empty sample', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
  expect(quantile([Number.NaN, 7], 1)).toBe(7)
  expect(quantile([], 0.5)).toBeNaN()
})

test('matches the example of Benjamini and Hochberg (1995): four of fifteen are rejected', () => {
  const probabilities = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ]
  expect(discoveryLimit(probabilities, 0.05)).toBe(0.0095)
})

test('counts tests without findings in the false discovery rate', () => {
  expect(discoveryLimit([0.01], 0.05)).toBe(0.01)
  expect(discoveryLimit([0.01], 0.05, 100)).toBe(0)
})

test('matches the published interval of Newcombe (56/70 and 48/80)', () => {
  const difference = newcombe({ hits: 48, of: 80 }, { hits: 56, of: 70 })
  expect([difference.low, difference.high].map((value) => value.toFixed(4))).toEqual(['0.0524', '0.3339'])
})

test('p is one for equal proportions and small for very different ones', () => {
  expect(differenceByChance({ hits: 50, of: 100 }, { hits: 100, of: 200 })).toBeCloseTo(1, 6)
  expect(differenceByChance({ hits: 50, of: 100 }, { hits: 20, of: 100 })).toBeLessThan(1e-4)
  expect(differenceByChance({ hits: 0, of: 10 }, { hits: 0, of: 10 })).toBe(1)
})
