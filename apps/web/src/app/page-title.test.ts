import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test.each([
  [['Reports', 'Orders by Brand'], 'Cuvee | Orders by Brand'],
  [['Reports', undefined], 'Cuvee | Reports'],
  [[undefined, undefined], 'Cuvee | Sign in'],
  [[], 'Cuvee | Sign in'],
])('matched routes titled %j give %s', (titles, expected) => {
  expect(pageTitle(titles, 'Cuvee | Sign in')).toBe(expected)
})
