import { expect, test } from 'vitest'
import { accessEnd, beginningAt, isSessionOver, sessionEnd } from './session-life.ts'

const begin = Date.parse('2026-03-01T00:00:00Z')
const minute = (count: number) => begin + count * 60_000
const refreshedAfter = (minutes: number) => ({ ...beginningAt(begin), refreshedAt: new Date(minute(minutes)) })

test('security 18: a session is over 90 minutes after its last refresh', () => {
  expect(isSessionOver(refreshedAfter(30), minute(120) - 1)).toBe(false)
  expect(isSessionOver(refreshedAfter(30), minute(120))).toBe(true)
})

test('security 18: a session that is refreshed for ever is over after seven days', () => {
  const week = 7 * 24 * 60
  expect(sessionEnd(refreshedAfter(week - 10))).toBe(minute(week))
  expect(accessEnd(refreshedAfter(week - 10))).toBe(minute(week))
})

test('an access token lives 60 minutes from the refresh that made it', () => {
  expect(accessEnd(refreshedAfter(30))).toBe(minute(90))
})
