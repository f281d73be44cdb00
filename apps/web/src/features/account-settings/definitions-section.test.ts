import { expect, test } from 'vitest'
import { differenceText } from './definitions-section.tsx'

test.each([
  [110, 100, '+10%'],
  [97.9, 100, '-2.1%'],
  [100, 100, ''],
  [100, 0, ''],
  [-90, -100, '+10%'],
  [null, 100, ''],
  [100, null, ''],
])('%s instead of %s is %j', (value, inForce, text) => {
  expect(differenceText(value, inForce)).toBe(text)
})
