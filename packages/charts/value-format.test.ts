import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormats } from './value-format.ts'

const us = createFormats({ culture: 'en-US', currency: 'USD' })
const german = createFormats({ culture: 'de-DE', currency: 'EUR' })

describe('numbers', () => {
  test.each([
    [us.value(57515, 'currency'), '$57,515.00'],
    [us.figure(57515.4, 'currency'), '$57,515'],
    [us.figure(84.12, 'currency'), '$84.12'],
    [us.compact(12_345, 'currency'), '$12.3K'],
    [us.value(0.1234, 'percent'), '12.3%'],
    [us.value(1.23456, 'number'), '1.23'],
    [us.value(59, 'days'), '59 days'],
    [us.value(335, 'days'), '11 months'],
    [us.value(366, 'days'), '1.0 years'],
    [us.figure(1273, 'days'), '3.5 years'],
    [german.value(1273, 'days'), '3,5 Jahre'],
    [us.value(-0, 'integer'), '0'],
    [us.value(-0.0001, 'percent'), '0.0%'],
    [us.value(-57515, 'currency'), '−$57,515.00'],
    [us.compact(-12_345, 'currency'), '−$12.3K'],
    [us.column([-3, 1.5], 'number')(-3), '−3.0'],
    [german.value(-0.5, 'percent').replace(/\s/g, ' '), '−50,0 %'],
    [german.value(57515, 'currency').replace(/\s/g, ' '), '57.515,00 €'],
    [createFormats({ culture: 'en-US', currency: 'JPY' }).value(1200, 'currency'), '¥1,200'],
  ])('%s', (written, expected) => expect(written).toBe(expected))

  test('formats missing and invalid numbers as a dash in every format and culture', () => {
    const impossible = fc.constantFrom(null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
    const format = fc.constantFrom('currency', 'percent', 'integer', 'number', 'days', 'somethingElse')
    fc.assert(
      fc.property(impossible, format, fc.constantFrom(us, german), (value, name, formats) => {
        expect([formats.value(value, name), formats.figure(value, name), formats.compact(value, name)]).toEqual([
          '—',
          '—',
          '—',
        ])
      }),
    )
  })

  test('figures in one column have minor units all or none', () => {
    const write = us.column([2315.4, 188.7], 'currency')
    expect([write(2315.4), write(188.7), write(null)]).toEqual(['$2,315', '$189', '—'])
    expect(us.column([88.5, 12], 'currency')(12)).toBe('$12.00')
  })

  test.each([
    [
      [0.66, 10.5, 12],
      ['0.66', '10.50', '12.00'],
    ],
    [
      [689.5, 639],
      ['689.5', '639.0'],
    ],
    [
      [1350, 6],
      ['1,350', '6'],
    ],
  ])('numbers in one column have the same decimals: %j', (values, written) =>
    expect(values.map(us.column(values, 'number'))).toEqual(written),
  )

  test('falls back to en-US and USD for an unknown culture or currency', () => {
    expect(createFormats({ culture: 'not a culture', currency: '??' }).value(1, 'currency')).toBe('$1.00')
  })
})

describe('dates', () => {
  test('formats a range with its last day in every machine time zone', () => {
    expect(us.range('2026-11-01', '2026-11-21')).toBe('Nov 1–20, 2026')
    expect(us.range('2026-11-20', '2026-11-21')).toBe('Nov 20, 2026')
    expect(us.range('2026-11-01', '2026-11-21', 'short')).toBe('Nov 1–20')
    expect(us.range('2026-01-01', '2026-11-21').replace(/\s/g, ' ')).toBe('Jan 1 – Nov 20, 2026')
  })

  test('the time of a record at midnight is its day', () => {
    const pacific = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'America/Los_Angeles' })
    expect(pacific.recordTime('2026-11-10T08:00:00Z')).toBe('Nov 10, 2026')
    expect(pacific.recordTime('2026-11-10T08:01:00Z').replace(/\s/g, ' ')).toBe('Nov 10, 2026, 12:01 AM')
    expect(pacific.recordTime('2026-11-10T09:00:00Z').replace(/\s/g, ' ')).toBe('Nov 10, 2026, 1:00 AM')
    expect(pacific.recordTime('')).toBe('—')
  })

  test('formats days and months independent of the time zone', () => {
    expect([us.day('2026-03-01', 'full'), us.month('2026-03'), us.month('2026-03', 'full')]).toEqual([
      'Mar 1, 2026',
      'Mar',
      'Mar 2026',
    ])
  })

  test("formats an instant in the account's time zone", () => {
    const napa = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'America/Los_Angeles' })
    expect(napa.instant('2026-11-21T08:05:00Z').replace(/\s/g, ' ')).toBe('Nov 21, 12:05 AM')
  })

  test('leaves an invalid date unchanged', () => {
    expect([us.day('soon'), us.instant('soon'), us.range('a', 'b')]).toEqual(['soon', '—', '—'])
  })
})
