import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [2 * 86_400, '2 days ago'],
  [8 * 86_400, '1 week ago'],
  [65 * 86_400, '2 months ago'],
  [800 * 86_400, '2 years ago'],
])('%i seconds ago reads "%s"', (seconds, expected) => {
  expect(relativeTime(ago(seconds), NOW)).toBe(expected)
})

test('the words are those of the culture', () => {
  expect(relativeTime(ago(7200), NOW, 'de-DE')).toBe('vor 2 Stunden')
})
