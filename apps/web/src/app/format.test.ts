import { expect, test } from 'vitest'
import {
  formatDaysLeft,
  formatDuration,
  formatLongDay,
  formatRefreshTime,
  formatRelativeTime,
  formatTimeUntil,
} from './format.ts'

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
  expect(formatRelativeTime(ago(seconds), NOW)).toBe(expected)
})

test('uses the language of the culture', () => {
  expect(formatRelativeTime(ago(7200), NOW, 'de-DE')).toBe('vor 2 Stunden')
})

const NOON = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:00Z', 'shortly'],
  ['2026-03-01T12:00:59Z', 'shortly'],
  ['2026-03-01T12:12:30Z', 'in 12 minutes'],
  ['2026-03-02T13:00:00Z', 'in 1 day'],
  // Just after an invitation was sent.
  ['2026-03-08T11:59:58Z', 'in 7 days'],
  ['2026-03-07T13:00:00Z', 'in 6 days'],
])('%s is, at noon, %s', (instant, text) => expect(formatTimeUntil(instant, NOON, 'en-US')).toBe(text))

test.each([
  [0, '0 s'],
  [48_400, '48 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('%i milliseconds are %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text))

test.each([[null], ['never'], ['']])('a refresh time of %j is shown as unknown', (instant) => {
  expect(formatRefreshTime(instant)).toBe('Unknown')
})

test.each([
  ['UTC', 'Mar 5, 09:07 AM'],
  ['America/Los_Angeles', 'Mar 5, 01:07 AM'],
])('formats month, day, hour and minute in %s', (timeZone, text) => {
  expect(formatRefreshTime('2026-03-05T09:07:00Z', timeZone)).toBe(text)
})

const TODAY = Date.parse('2026-11-21T18:00:00Z')

test('formats the day in the account’s time zone', () => {
  expect(formatLongDay('2026-12-21T03:00:00Z', 'America/Los_Angeles')).toBe('December 20, 2026')
  expect(formatLongDay('2026-12-21T03:00:00Z', 'Europe/Paris')).toBe('December 21, 2026')
})

test.each([
  ['2026-12-21T18:00:00Z', 'in 30 days'],
  ['2026-11-22T19:00:00Z', 'tomorrow'],
  ['2026-11-22T17:00:00Z', 'today'],
  ['2026-11-20T17:00:00Z', 'today'],
])('a deletion due on %s is %s', (due, text) => {
  expect(formatDaysLeft(due, TODAY)).toBe(text)
})
