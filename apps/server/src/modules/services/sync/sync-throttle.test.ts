import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { createSyncThrottle } from '../platform/platform-access.ts'

const { signal } = new AbortController()

/** Blocks the event loop, like a busy server. */
const keepBusy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; ) Math.sqrt(end)
}

/** Pauses in milliseconds after a page and after a commit of 40 ms on a busy server. */
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

test('does not pause a sync without user queries, however busy the server is', async () => {
  const { page, commit } = await waits(() => performance.now() - 60_000)
  expect(page).toBeLessThan(atMachinePace(50))
  expect(commit).toBeLessThan(atMachinePace(30))
})

test('a commit that waits long for its account does not hold back the commits of others', async () => {
  const throttle = createSyncThrottle(() => 0, 20)
  const release = Promise.withResolvers<void>()
  const stuck = throttle.runCommit(() => release.promise)
  await expect(throttle.runCommit(async () => 'committed')).resolves.toBe('committed')
  release.resolve()
  await stuck
})
