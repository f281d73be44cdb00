import { expect, test } from 'vitest'
import { nameFromFile } from './chosen-files.ts'

test.each([
  ['wine_orders-2026.csv.gz', 'Wine orders 2026'],
  ['Till.xlsx', 'Till'],
  ['.csv', 'CSV files'],
  ['Q1 v2.0 members.csv', 'Q1 v2 0 members'],
])('a service for %s is called %s', (file, name) => {
  expect(nameFromFile(file, 'CSV files')).toBe(name)
})
