import { expect, test } from 'vitest'
import { readWall, writeWall } from './wall-address.ts'

test('an address holds the dashboards in order and the seconds of each screen', () => {
  const choice = { slugs: ['sales', 'club'], seconds: 60 }
  expect(writeWall(choice)).toEqual({ show: 'sales,club', every: '60' })
  expect(readWall(writeWall(choice))).toEqual(choice)
})

test.each([
  [{}, ['default'], 30],
  [{ show: 'a,,a,b', every: 'soon' }, ['a', 'b'], 30],
  [{ show: ['a'], every: '1' }, ['default'], 30],
  [{ show: 'a', every: '86400' }, ['a'], 30],
])('%j falls back where it cannot be used', (search, slugs, seconds) => {
  expect(readWall(search)).toEqual({ slugs, seconds })
})
