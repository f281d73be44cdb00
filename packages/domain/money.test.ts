import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyExponent, decimalToScaled, parseMinor, roundHalfAway, toMajor, toMinor } from './money.ts'

test.each([
  ['USD', 2],
  ['GBP', 2],
  ['JPY', 0],
  ['KWD', 3],
])('%s has %i decimal places', (currency, exponent) => {
  expect(currencyExponent(currency)).toBe(exponent)
})

test.each([
  ['12.5', 'USD', 1250],
  ['-12.5', 'USD', -1250],
  ['1.005', 'USD', 101],
  ['-1.005', 'USD', -101],
  ['1.0049999', 'USD', 100],
  ['.5', 'USD', 50],
  ['5.', 'USD', 500],
  ['-0.001', 'USD', 0],
  ['999.5', 'JPY', 1000],
  ['1.2345', 'KWD', 1235],
  [' 7 ', 'USD', 700],
  ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
])('parses %j in %s to %i minor units', (text, currency, minor) => {
  expect(parseMinor(text, currency)).toBe(minor)
})

test.each(['', '.', '-', 'abc', '1,000.00', '1e3', '$5', '1.2.3', '90071992547409.92', 'NaN'])(
  'returns null for %j',
  (text) => {
    expect(parseMinor(text, 'USD')).toBeNull()
  },
)

test.each([
  [1.005, 101],
  [0.1 + 0.2, 30],
  [-2.675, -268],
  [1e-9, 0],
])('converts %d dollars to %i cents', (major, minor) => {
  expect(toMinor(major, 'USD')).toBe(minor)
})

test('a number is the minor units of its shortest decimal form', () => {
  const decimals = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 }))
  const majors = fc.oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((major) => Math.abs(major) >= 1e-6),
    decimals.map(([whole, places]) => whole / 10 ** places).filter((major) => Math.abs(major) >= 1e-6),
  )
  fc.assert(
    fc.property(majors, fc.constantFrom('USD', 'JPY', 'KWD'), (major, currency) => {
      expect(toMinor(major, currency)).toBe(parseMinor(String(major), currency))
    }),
    { numRuns: 1_000 },
  )
})

test('throws RangeError for an amount outside the safe integers', () => {
  for (const major of [Number.NaN, Number.POSITIVE_INFINITY, 1e20, 1e300]) {
    expect(() => toMinor(major, 'USD')).toThrow(RangeError)
  }
})

test('fault F32: minor units survive conversion to major units and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
      expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
    }),
  )
})

test('fault F32: decimals equal integer arithmetic on their digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 9999 }), (whole, tenThousandths) => {
      const text = `${whole}.${String(tenThousandths).padStart(4, '0')}`
      const exact = BigInt(whole) * 10_000n + BigInt(tenThousandths)
      expect(decimalToScaled(text, 2)).toBe(Number((exact + 50n) / 100n))
      expect(decimalToScaled(`-${text}`, 2)).toBe(-Number((exact + 50n) / 100n) || 0)
    }),
  )
})

test.each([
  [2.5, 3],
  [-2.5, -3],
  [2.4, 2],
  [-0.4, 0],
])('%d rounds to %i', (value, rounded) => {
  expect(roundHalfAway(value)).toBe(rounded)
})
