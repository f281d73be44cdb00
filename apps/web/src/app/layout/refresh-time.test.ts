import { expect, test } from 'vitest'
import { refreshTimeText } from './refresh-time.ts'

test.each([[null], ['never'], ['']])('a refresh time of %j is unknown', (instant) => {
  expect(refreshTimeText(instant)).toBe('Unknown')
})

test('month in short, day, and hour and minute in two digits', () => {
  expect(refreshTimeText('2026-03-05T09:07:00Z')).toMatch(/^Mar \d, \d{2}:\d{2} [AP]M$/)
})
