import { expect, test } from 'vitest'
import { fileNameIn } from './download.ts'

const NAMES: readonly (readonly [string | null, string])[] = [
  [`attachment; filename="orders.csv"; filename*=UTF-8''Orders%20%E2%80%93%20May.csv`, 'Orders – May.csv'],
  ['attachment; filename="orders.csv"', 'orders.csv'],
  ['attachment; filename=orders.csv', 'orders.csv'],
  [`attachment; filename="orders.csv"; filename*=UTF-8''%E0%A4%A`, 'orders.csv'],
  ['attachment', 'report.csv'],
  [null, 'report.csv'],
]

test.each(NAMES)('takes the file name from the response: %s', (disposition, name) => {
  expect(fileNameIn(disposition, 'report.csv')).toBe(name)
})
