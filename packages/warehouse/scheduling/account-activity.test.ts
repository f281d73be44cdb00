import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountActivity } from './account-activity.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('F28 calls of one account, however many, do not share the machine', () => {
  const activity = new AccountActivity()
  const ends = Array.from({ length: 5 }, () => activity.begin(1))
  expect(activity.isShared).toBe(false)
  for (const end of ends) end()
  expect(activity.isShared).toBe(false)
})

test('F28 a call of another account shares it until it has been silent for a second', () => {
  const activity = new AccountActivity()
  activity.begin(1)
  activity.begin(2)()
  vi.advanceTimersByTime(900)
  expect(activity.isShared).toBe(true)
  activity.begin(2)()
  vi.advanceTimersByTime(900)
  expect(activity.isShared).toBe(true)
  vi.advanceTimersByTime(200)
  expect(activity.isShared).toBe(false)
})

test('F28 calls that go on for longer than a second still count, and one that is ended twice has ended once', () => {
  const activity = new AccountActivity()
  const end = activity.begin(1)
  activity.begin(1)
  activity.begin(2)
  vi.advanceTimersByTime(60_000)
  expect(activity.isShared).toBe(true)
  end()
  end()
  vi.advanceTimersByTime(60_000)
  expect(activity.isShared).toBe(true)
})
