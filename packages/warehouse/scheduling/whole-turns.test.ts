import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallSlots } from './call-slots.ts'

const A = 1
const B = 2
const C = 3
const limits = { maxCalls: 4, maxPerAccount: 1, maxWaitingPerAccount: 200, maxWaitMs: 1_000, maxAccounts: 1 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs calls of some milliseconds each and notes the order in which they begin, or that they were refused. */
const callers = (slots: CallSlots, ms = 5) => {
  const log: string[] = []
  const call = async (account: number, name: string, signal?: AbortSignal): Promise<void> => {
    try {
      const giveBack = await slots.acquire(account, signal)
      log.push(name)
      await new Promise((resolve) => setTimeout(resolve, ms))
      giveBack()
    } catch {
      log.push(`not ${name}`)
    }
  }
  return { call, log }
}

test('one account after another gets all that it asked for, and the calls that follow from it', async () => {
  const { call, log } = callers(new CallSlots(limits))
  const tile = async (account: number, name: string) => {
    await call(account, `${name}1`)
    await call(account, `${name}2`)
  }
  for (const [account, name] of [
    [A, 'a'],
    [B, 'b'],
    [C, 'c'],
    [A, 'A'],
    [B, 'B'],
  ] as const)
    void tile(account, name)
  await vi.advanceTimersByTimeAsync(200)
  expect(log).toEqual(['a1', 'A1', 'a2', 'A2', 'b1', 'B1', 'b2', 'B2', 'c1', 'c2'])
})

test('as many accounts as have a place are served side by side', async () => {
  const { call, log } = callers(new CallSlots({ ...limits, maxAccounts: 2 }))
  for (const name of ['a1', 'a2', 'a3']) void call(A, name)
  for (const name of ['b1', 'b2', 'b3']) void call(B, name)
  await vi.advanceTimersByTimeAsync(12)
  expect(log).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
})

test('an account that asks for ever more gives its place to the next after two seconds', async () => {
  const { call, log } = callers(new CallSlots({ ...limits, maxWaitMs: 10_000 }), 100)
  for (let number = 1; number <= 30; number += 1) void call(A, `a${number}`)
  void call(B, 'b1')
  void call(B, 'b2')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(log.indexOf('b1')).toBe(20)
  // both of the waiting account's calls, and then the first again
  expect(log.slice(20, 25).filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2'])
  expect(log.at(-1)).toBe('a30')
})

test('a call waits as long as others begin', async () => {
  const { call, log } = callers(new CallSlots({ ...limits, longestWaitMs: 60_000 }), 300)
  for (let number = 1; number <= 6; number += 1) void call(A, `a${number}`)
  void call(B, 'b')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(log.at(-1)).toBe('b')
})

test('a call is refused once none has begun for the time that it may wait, and at last in any case', async () => {
  const slots = new CallSlots({ ...limits, longestWaitMs: 4_000 })
  const { call, log } = callers(slots, 3_000)
  void call(A, 'a')
  await vi.advanceTimersByTimeAsync(500)
  void call(A, 'late')
  await vi.advanceTimersByTimeAsync(999)
  expect(log).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(2)
  expect(log).toEqual(['a', 'not late'])

  await vi.advanceTimersByTimeAsync(3_000)
  const { call: callLong, log: long } = callers(slots, 900)
  for (let number = 1; number <= 6; number += 1) void callLong(A, `a${number}`)
  await vi.advanceTimersByTimeAsync(4_001)
  expect(long).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'not a6'])
})

test('who leaves while waiting for a turn gives it to the next', async () => {
  const { call, log } = callers(new CallSlots(limits), 50)
  const left = new AbortController()
  void call(A, 'a')
  void call(B, 'b', left.signal)
  void call(C, 'c')
  left.abort()
  await vi.advanceTimersByTimeAsync(200)
  expect(log).toEqual(['a', 'not b', 'c'])
})
