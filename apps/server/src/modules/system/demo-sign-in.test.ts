import { expect, test } from 'vitest'
import { hasDemo } from './demo-sign-in.ts'

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])('with DEMO %s and production %s there is a demo: %s', (DEMO, isProduction, expected) => {
  expect(hasDemo({ DEMO, isProduction })).toBe(expected)
})
