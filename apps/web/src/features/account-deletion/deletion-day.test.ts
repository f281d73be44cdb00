import { expect, test } from 'vitest'
import { deletionDay, timeLeft } from './deletion-day.ts'

const NOW = Date.parse('2026-11-21T18:00:00Z')

test('the day is that of the account’s zone', () => {
  expect(deletionDay('2026-12-21T03:00:00Z', 'America/Los_Angeles')).toBe('December 20, 2026')
  expect(deletionDay('2026-12-21T03:00:00Z', 'Europe/Paris')).toBe('December 21, 2026')
})

test.each([
  ['2026-12-21T18:00:00Z', 'in 30 days'],
  ['2026-11-22T19:00:00Z', 'tomorrow'],
  ['2026-11-22T17:00:00Z', 'today'],
  ['2026-11-20T17:00:00Z', 'today'],
])('an account that goes on %s goes %s', (due, text) => {
  expect(timeLeft(due, NOW)).toBe(text)
})
