import { expect, test } from 'vitest'
import { refreshTimeText } from './refresh-time.ts'

test.each([[null], ['never'], ['']])('a refresh time of %j is unknown', (instant) => {
  expect(refreshTimeText(instant)).toBe('Unknown')
})

test.each([
  ['UTC', 'Mar 5, 09:07 AM'],
  ['America/Los_Angeles', 'Mar 5, 01:07 AM'],
])('month in short, day, and hour and minute in two digits, in %s', (timeZone, text) => {
  expect(refreshTimeText('2026-03-05T09:07:00Z', timeZone)).toBe(text)
})
