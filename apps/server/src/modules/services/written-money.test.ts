import { expect, test } from 'vitest'
import { columnReader } from './read-column.fixture.ts'

const read = await columnReader()

/** Each row is a column, the value of its first cell, and the currency of the account where it matters. */
const AMOUNTS: readonly (readonly [values: readonly string[], first: number, currency?: string])[] = [
  [['1234.56'], 1234.56],
  [['1,234.56'], 1234.56],
  [['1,234,567'], 1_234_567],
  [['1.234,56'], 1234.56],
  [['1.234.567,8'], 1_234_567.8],
  [['1.234.567', '12,50'], 1_234_567],
  [['1.234', '0,50'], 1234],
  [['1.234', '0.50'], 1.234],
  [['12,5'], 12.5],
  [['1 234,56'], 1234.56],
  [['1\u00a0234,56'], 1234.56],
  [['1\u202f234.56'], 1234.56],
  [["1'234.56"], 1234.56],
  [['1’234.56'], 1234.56],
  [['1,23,456.78'], 123_456.78],
  [['$1,234.56'], 1234.56],
  [['$ 1,234.56'], 1234.56],
  [['1.234,56 €'], 1234.56, 'EUR'],
  [['€1.234,56'], 1234.56, 'EUR'],
  [['£8'], 8, 'GBP'],
  [['USD 1,234.56'], 1234.56],
  [['1,234.56 USD'], 1234.56],
  [['US$12'], 12],
  [['CA$12'], 12, 'CAD'],
  [['C$12.00'], 12, 'CAD'],
  [['¥1,200'], 1200, 'JPY'],
  [['R$ 1.234,56'], 1234.56, 'BRL'],
  [['CHF 12.–'], 12, 'CHF'],
  [['1 234,56 zł'], 1234.56, 'PLN'],
  [['-12.50'], -12.5],
  [['12.50-'], -12.5],
  [['−12.50'], -12.5],
  [['-$12.50'], -12.5],
  [['$-12.50'], -12.5],
  [['(12.50)'], -12.5],
  [['($1,234.56)'], -1234.56],
  [['$(12.50)'], -12.5],
  [['12.50 CR'], -12.5],
  [['12.50 DR'], 12.5],
  [['-'], 0],
  [['—'], 0],
  [[' $ -   '], 0],
  [['+12.50'], 12.5],
  [['.5'], 0.5],
  [['  3.10 '], 3.1],
]

const CASES = AMOUNTS.map(([values, first, currency = 'USD']) => [values, first, currency] as const)

test.each(CASES)('reads the amounts %j as %d %s', async (values, first, currency) => {
  const { problem, read: found } = await read({ field: 'tax', values, currency })
  expect({ problem, first: Number(found[0]) }).toEqual({ problem: null, first })
  expect(found).not.toContain(null)
})

test.each(['two', '5%', '--5', '(5', '5)', '1e3', 'NaN', '1,23', '1,2345', '12€50', '1.2.3', '€', 'EUR', '1 23'])(
  'never reads %s among amounts with a decimal point',
  async (value) => {
    const { read: found } = await read({ field: 'tax', values: ['1.50', '2.50', '3.50', value], currency: 'EUR' })
    expect(found[3]).toBe(null)
  },
)

test.each<[string[], string, string]>([
  [['1.234', '5.678'], ';', 'Choose how numbers are written, 1,234.56 or 1.234,56: 1.234 fits both'],
  [
    ['1.234', '1.50', '2,50'],
    ',',
    'Choose how numbers are written, 1,234.56 or 1.234,56: the column has 1.50 and 2,50',
  ],
  [['€12.00'], ',', 'These amounts are in €, and the account’s currency is USD. Choose the file’s currency'],
  [
    ['12.00', '14.00 GBP'],
    ',',
    'These amounts are in GBP, and the account’s currency is USD. Choose the file’s currency',
  ],
])('asks about the amounts %j between %s', async (values, delimiter, message) => {
  expect((await read({ field: 'tax', values, delimiter })).problem).toBe(message)
})

test.each(['R', '$', 'EUR'])('%s without a number is no amount in another currency', async (value) => {
  const { problem, read: found } = await read({ field: 'tax', values: ['1.50', value], currency: 'GBP' })
  expect([problem, found[1]]).toEqual([null, null])
})

test.each<[string[], string | undefined, number[]]>([
  [['10%', '12.5 %', '0%'], undefined, [0.1, 0.125, 0]],
  [['0.2', '0', '0.15'], 'fraction', [0.2, 0, 0.15]],
  [['20', '12.5'], 'percent', [0.2, 0.125]],
  [['0.2', '0.5'], 'amount', [0.2, 0.5]],
  [['2.50', '0.2'], undefined, [2.5, 0.2]],
])('reads the discounts %j with the format %s as %j', async (values, format, expected) => {
  const column = format === undefined ? { field: 'discount', values } : { field: 'discount', values, format }
  expect((await read(column)).read.map(Number)).toEqual(expected)
})

test('asks whether discounts of which none exceeds 1 are amounts', async () => {
  expect((await read({ field: 'discount', values: ['0', '0.2', '0.15'] })).problem).toBe(
    'Choose what the discounts are: amounts, or fractions of the price (0.2 is 20%)',
  )
})
