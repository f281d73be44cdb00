import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { volume } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { addService, upload } = serviceCalls(t)

const ROWS = 'orderId,orderDate,sku,quantity,unitPrice\n1001,2026-03-01,PN-22,2,40.00\n1002,2026-03-02,PN-22,1,40.00\n'

const FILES = volume({ normal: 6, full: 12 })

interface StoredJob {
  readonly account: number
  readonly started_on: Date
  readonly completed_on: Date
}

const completedJobs = async (): Promise<readonly StoredJob[]> => {
  const { rows } = await sql<StoredJob>`
    select (data ->> 'accountId')::int as account, started_on, completed_on from pgboss.job
    where name = 'service-run' and state = 'completed' order by completed_on`.execute(unscoped(t.deps.db))
  return rows
}

test('imports of an account with waiting files run one at a time, and another account’s file is imported after one of them', async () => {
  const [busy, small] = [await t.register(), await t.register()]
  for (let file = 0; file < FILES; file += 1) {
    const { id } = await addService(busy)
    expect((await upload(busy, id, ROWS)).statusCode).toBe(202)
  }
  const { id } = await addService(small)
  expect((await upload(small, id, ROWS)).statusCode).toBe(202)
  await t.startJobs()
  await vi.waitFor(async () => expect(await completedJobs()).toHaveLength(FILES + 1), {
    timeout: 30_000,
    interval: 200,
  })
  const jobs = await completedJobs()
  expect(jobs.findIndex(({ account }) => account === small.accountId)).toBeLessThanOrEqual(1)
  const ofBusy = jobs.filter(({ account }) => account === busy.accountId)
  for (const [index, { started_on }] of ofBusy.entries()) {
    const before = ofBusy[index - 1]
    if (before) expect(started_on.getTime()).toBeGreaterThanOrEqual(before.completed_on.getTime())
  }
})
