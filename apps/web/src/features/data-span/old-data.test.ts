import { expect, test } from 'vitest'
import { isOldData, isOutside, rangeOfData } from './old-data-notice.tsx'

const retail = { first: '2010-12-01', last: '2011-12-09' }

test.each([
  ['2011-12-09', false],
  ['2012-01-23', false],
  ['2012-01-24', true],
  ['2026-11-22', true],
])('on %s, data that ends on 2011-12-09 is old: %s', (today, isOld) => {
  expect(isOldData(retail, today)).toBe(isOld)
})

test('the range of the data includes its last day', () => {
  expect(rangeOfData(retail)).toEqual({ from: '2010-12-01', until: '2011-12-10' })
})

test.each([
  ['2011-12-10', '2012-01-01', true],
  ['2011-12-09', '2012-01-01', false],
  ['2010-11-01', '2010-12-01', true],
  ['2010-11-01', '2010-12-02', false],
])('the range from %s until %s is outside the data: %s', (from, until, outside) => {
  expect(isOutside({ from, until }, retail)).toBe(outside)
})
