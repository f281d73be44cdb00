import { expect, test } from 'vitest'
import { accessEnd, isSessionOver, sessionEnd } from './session-life.ts'

const minutes = (count: number) => count * 60_000
const created = new Date('2026-03-01T00:00:00Z')
const at = (afterMinutes: number) => created.getTime() + minutes(afterMinutes)

test('security 18: a session is over 90 minutes after its last refresh', () => {
  const session = { createdAt: created, refreshedAt: new Date(at(30)) }
  expect(isSessionOver(session, at(120) - 1)).toBe(false)
  expect(isSessionOver(session, at(120))).toBe(true)
})

test('security 18: a session that is refreshed for ever is over after seven days', () => {
  const week = 7 * 24 * 60
  const session = { createdAt: created, refreshedAt: new Date(at(week - 10)) }
  expect(sessionEnd(session)).toBe(at(week))
  expect(accessEnd(session)).toBe(at(week))
})

test('an access token lives 60 minutes from the refresh that made it', () => {
  expect(accessEnd({ createdAt: created, refreshedAt: new Date(at(30)) })).toBe(at(90))
})
