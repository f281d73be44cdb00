import { setImmediate as settle } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { createHashQueue, hashesAtOnce } from './hash-queue.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

test('computes at most two hashes at once, in order, and rejects what exceeds the queue', async () => {
  const runHash = createHashQueue({ maxRunning: 2, maxWaiting: 2 })
  const started: number[] = []
  const finish: (() => void)[] = []
  const hashes = [0, 1, 2, 3, 4].map((number) =>
    runHash(() => {
      started.push(number)
      return new Promise<void>((resolve) => finish.push(resolve))
    }),
  )
  await expect(hashes[4]).rejects.toMatchObject({ code: 'request.too_many', status: 429, retryAfter: 2 })
  expect(started).toEqual([0, 1])
  finish[1]?.()
  await hashes[1]
  await settle()
  expect(started).toEqual([0, 1, 2])
  finish[0]?.()
  await hashes[0]
  await settle()
  expect(started).toEqual([0, 1, 2, 3])
})

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])('F28 hashes leave one of %d cores to requests: %d at once', (cores, expected) => {
  expect(hashesAtOnce(cores)).toBe(expected)
})

test('F28 pauses between hashes for twice as long as each took while more than eight wait', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const runHash = createHashQueue({ maxRunning: 1, maxWaiting: 64 })
  const starts: number[] = []
  const first = performance.now()
  const hashes = Array.from({ length: 13 }, () =>
    runHash(() => {
      starts.push(performance.now() - first)
      return new Promise((resolve) => setTimeout(resolve, 10))
    }),
  )
  // Not all timers: other parts of the process may set some again and again.
  await vi.advanceTimersByTimeAsync(250)
  await Promise.all(hashes)
  expect(starts).toEqual([0, 30, 60, 90, 120, 130, 140, 150, 160, 170, 180, 190, 200])
})

test('continues after a hash that fails', async () => {
  const runHash = createHashQueue({ maxRunning: 1, maxWaiting: 1 })
  const failing = runHash(() => Promise.reject(new Error('no memory')))
  const next = runHash(async () => 'done')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('done')
})

test('a burst of sign-ins gets 429 with Retry-After instead of a long wait', async () => {
  const responses = await Promise.all(
    Array.from({ length: 120 }, (_, number) =>
      t.app.inject({
        method: 'POST',
        url: '/api/token',
        payload: {
          grant_type: 'password',
          username: `burst-${number}@winery.example`,
          password: `Wrong&Stave${number}`,
        },
      }),
    ),
  )
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(responses.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('2')
})
