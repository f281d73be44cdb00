import { expect, test } from 'vitest'
import { parseAmount, parseExpectedTotals } from './expected-totals.ts'

test.each([
  ['9747747.93', 9_747_747.93],
  ['$9,747,747.93', 9_747_747.93],
  [' 1 204 ', 1204],
  ['-43', -43],
  ['', null],
  ['about 12', null],
  ['1,5', null],
])('reads %j as %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test('leaves out what was not typed or is no number', () => {
  expect(parseExpectedTotals({ orders: '19,960', netSales: '', total: 'n/a' })).toEqual({ orders: 19_960 })
  expect(parseExpectedTotals({ orders: '1.5', netSales: '', total: '' })).toBe(undefined)
})
