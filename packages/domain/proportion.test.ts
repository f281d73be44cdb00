import { expect, test } from 'vitest'
import { differenceInterval, wilson } from './proportion.ts'

// Newcombe, Statistics in Medicine 17 (1998), table I, method 3; the last two by hand.
test.each([
  [81, 263, '0.2553', '0.3662'],
  [15, 148, '0.0624', '0.1605'],
  [0, 20, '0.0000', '0.1611'],
  [1, 29, '0.0061', '0.1718'],
  [10, 100, '0.0552', '0.1744'],
  [30, 30, '0.8865', '1.0000'],
])('%i of %i is a rate between %s and %s', (hits, of, from, until) => {
  const { low, high } = wilson({ hits, of })
  expect([low.toFixed(4), high.toFixed(4)]).toEqual([from, until])
})

test('nothing counted leaves every rate possible', () => {
  expect(wilson({ hits: 0, of: 0 })).toEqual({ low: 0, high: 1 })
})

// Newcombe, Statistics in Medicine 17 (1998), 873–890, table II, method 10.
test.each([
  [56, 70, 48, 80, '0.0524', '0.3339'],
  [9, 10, 3, 10, '0.1705', '0.8090'],
  [6, 7, 2, 7, '0.0582', '0.8062'],
  [5, 56, 0, 29, '-0.0381', '0.1926'],
  [0, 10, 0, 20, '-0.1611', '0.2775'],
  [10, 10, 0, 20, '0.6791', '1.0000'],
])('%i of %i less %i of %i is between %s and %s', (hits, of, otherHits, otherOf, from, until) => {
  const { low, high } = differenceInterval({ hits, of }, { hits: otherHits, of: otherOf })
  expect([low.toFixed(4), high.toFixed(4)]).toEqual([from, until])
})

test('without a side every difference is possible', () => {
  expect(differenceInterval({ hits: 5, of: 5 }, { hits: 0, of: 0 })).toEqual({ low: -1, high: 1 })
})
