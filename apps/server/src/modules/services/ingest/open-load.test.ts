import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { testApp } from '#testkit/test-app.ts'
import { watchRun } from '../run-watch.ts'
import { countWaiting } from './ingest-batches.repo.ts'
import { receiveRecords } from './receive-records.usecases.ts'
import { type LoadLimits, runIngest } from './run-ingest.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

/** An account whose runs are started by the test. */
const newSender = async () => {
  const { accountId } = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const caller = { accountId, account: { currency: 'USD' } } as Caller
  let sent = 0
  const order = () => {
    sent += 1
    const line = { lineId: '1', quantity: 1, amount: 10 }
    return { sourceId: `o${sent}`, orderNumber: `${sent}`, ordered: '2026-06-10T12:00:00', total: 10, lines: [line] }
  }
  const send = (orders = 2) =>
    receiveRecords(t.deps, caller, 'orders', { records: Array.from({ length: orders }, order) })
  const count = async (what: string): Promise<number> => {
    const rows = await t.rows(accountId, `SELECT ${what}::INTEGER`)
    return Number(rows[0]?.[0])
  }
  return {
    send,
    sent: () => sent,
    loads: () => count('(SELECT count(*) FROM loads)'),
    orders: () => count('(SELECT count(*) FROM orders)'),
    netSales: () => count('(SELECT coalesce(sum(net_sales), 0) FROM orders)'),
    version: async () => (await t.deps.warehouse.status(accountId)).dataVersion,
    waiting: async (serviceId: string) => (await countWaiting(t.deps.db, { accountId, serviceId })).records,
    run: async (runId: string, limits: LoadLimits, signal = new AbortController().signal) => {
      const run = await unscoped(t.deps.db)
        .selectFrom('service_runs')
        .selectAll()
        .where('id', '=', runId)
        .executeTakeFirstOrThrow()
      const watch = watchRun(t.deps, run, signal)
      return runIngest(t.deps, run, watch, limits).finally(watch.stop)
    },
  }
}

/** Sends every few milliseconds until `isEnough`. */
const keepSending = async (send: () => Promise<unknown>, isEnough: () => boolean): Promise<void> => {
  while (!isEnough()) {
    await send()
    await pause(10)
  }
}

test('while the first load is open nothing of it is seen, and all of it at once when the sender pauses', async () => {
  const sender = await newSender()
  const { runId } = await sender.send()
  let isEnough = false
  const sending = keepSending(sender.send, () => isEnough)
  // On a busy machine the sender is quiet for a second now and then.
  const running = sender.run(runId, { maxBatches: 1_000, quietMs: atMachinePace(2_000), loadMs: 60_000 })
  while (sender.sent() < 40) await pause(5)
  expect([await sender.orders(), await sender.loads(), await sender.version()]).toEqual([0, 0, 0])
  isEnough = true
  await sending
  const { counts } = await running
  expect(counts).toMatchObject({ accepted: sender.sent(), rejected: 0, orders: sender.sent() })
  expect([await sender.orders(), await sender.loads(), await sender.version()]).toEqual([sender.sent(), 1, 1])
  expect(await sender.netSales()).toBe(sender.sent() * 1_000)
})

test('an open load ends after its time, although the sender goes on; the next one takes the rest', async () => {
  const sender = await newSender()
  const { runId } = await sender.send()
  let isEnough = false
  const sending = keepSending(sender.send, () => isEnough)
  const running = sender.run(runId, { maxBatches: 1_000, quietMs: 300, loadMs: 400 })
  await expect.poll(sender.orders, { interval: 20 }).toBeGreaterThan(0)
  expect(await sender.orders()).toBeLessThan(sender.sent())
  isEnough = true
  await sending
  await running
  expect(await sender.orders()).toBe(sender.sent())
  expect(await sender.loads()).toBeGreaterThan(1)
  expect(await sender.netSales()).toBe(sender.sent() * 1_000)
})

test('a load takes no more than its number of batches', async () => {
  const sender = await newSender()
  const { runId, serviceId } = await sender.send()
  for (let batch = 1; batch < 7; batch += 1) await sender.send()
  expect(await sender.waiting(serviceId)).toBe(14)
  await sender.run(runId, { maxBatches: 3, quietMs: 10, loadMs: 60_000 })
  expect([await sender.orders(), await sender.loads(), await sender.waiting(serviceId)]).toEqual([14, 3, 0])
})

test('a run that is interrupted while its load is open stores nothing, and the next one stores everything once', async () => {
  const sender = await newSender()
  const { runId, serviceId } = await sender.send()
  let isEnough = false
  const sending = keepSending(sender.send, () => isEnough)
  const process = new AbortController()
  const running = sender.run(runId, { maxBatches: 1_000, quietMs: 60_000, loadMs: 60_000 }, process.signal)
  while (sender.sent() < 30) await pause(5)
  process.abort(new Error('The process ends'))
  await expect(running).rejects.toThrow(/ends|aborted/)
  isEnough = true
  await sending
  expect([await sender.orders(), await sender.version()]).toEqual([0, 0])
  expect(await sender.waiting(serviceId)).toBe(sender.sent())
  await sender.run(runId, { maxBatches: 1_000, quietMs: 10, loadMs: 0 })
  expect([await sender.orders(), await sender.waiting(serviceId)]).toEqual([sender.sent(), 0])
  expect(await sender.netSales()).toBe(sender.sent() * 1_000)
})
