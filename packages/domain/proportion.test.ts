import { expect, test } from 'vitest'
import { wilson } from './proportion.ts'

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
