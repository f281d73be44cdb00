import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSyncThrottle } from '../platform/platform-access.ts'

const { signal } = new AbortController()

/** Takes the event loop for itself, as a server does that is busy. */
const keepBusy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; ) Math.sqrt(end)
}

/** How long a page and what follows a commit of 40 ms have to wait on a busy server, in milliseconds. */
const waits = async (lastAskedAt: () => number) => {
  const throttle = createSyncThrottle(lastAskedAt)
  keepBusy(150)
  await delay(1)
  keepBusy(150)
  const start = performance.now()
  await throttle.beforePage(signal)
  const page = performance.now() - start
  await throttle.runCommit(() => delay(40))
  const committed = performance.now()
  await throttle.runCommit(async () => undefined)
  return { page, commit: performance.now() - committed }
}

test('pauses syncs on a busy server while users run queries', async () => {
  const { page, commit } = await waits(() => performance.now())
  expect(page).toBeGreaterThan(70)
  expect(commit).toBeGreaterThan(35)
})

test('while nobody asks, a sync goes on at once, however busy it keeps the server itself', async () => {
  const { page, commit } = await waits(() => performance.now() - 60_000)
  expect(page).toBeLessThan(50)
  expect(commit).toBeLessThan(30)
})
