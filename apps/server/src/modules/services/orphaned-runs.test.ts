import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { executeRun } from './execute-run.ts'
import { endOrphanedRuns } from './orphaned-runs.usecases.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { addService, upload, runOf } = serviceCalls(t)

const FILE = 'orderId,orderDate,sku,quantity,unitPrice\n1001,2026-03-01,PN-22,2,40.00\n'

/** An import that waits in the queue. */
const queued = async () => {
  const member = await t.register()
  const { id } = await addService(member)
  const { runId } = (await upload(member, id, FILE)).json<{ runId: string }>()
  return { member, id, runId }
}

type JobState = 'active' | 'retry' | 'failed'

const setJob = (runId: string, state: JobState) =>
  sql`update pgboss.job set state = ${state}, heartbeat_on = now() where data ->> 'runId' = ${runId}`.execute(
    unscoped(t.deps.db),
  )

const setRunning = async (accountId: number, runId: string): Promise<void> => {
  const running = { status: 'running', started_at: new Date(t.clock.now()) } as const
  await t.deps.db
    .updateTable('service_runs')
    .set(running)
    .where((eb) => eb.and({ account_id: accountId, id: runId }))
    .execute()
}

const cancel = async ({ token }: Member, id: string, runId: string): Promise<Run> =>
  (await t.call('POST', `/service/${id}/runs/${runId}/cancel`, { token, body: {} })).json()

test('cancel ends a running import at once when its job failed, waits for a retry, or is gone', async () => {
  for (const state of ['failed', 'retry', null] as const) {
    const { member, id, runId } = await queued()
    await setRunning(member.accountId, runId)
    if (state) await setJob(runId, state)
    else await sql`delete from pgboss.job where data ->> 'runId' = ${runId}`.execute(unscoped(t.deps.db))
    expect([state, await cancel(member, id, runId)]).toMatchObject([state, { status: 'cancelled' }])
    expect((await upload(member, id, FILE)).statusCode).toBe(202)
  }
})

test('cancel leaves a run to the worker that executes it, and the check ends it when the worker does not respond', async () => {
  const { member, id, runId } = await queued()
  await setRunning(member.accountId, runId)
  await setJob(runId, 'active')
  expect(await cancel(member, id, runId)).toMatchObject({ status: 'running' })
  await endOrphanedRuns(t.deps)
  expect(await runOf(member, id, runId)).toMatchObject({ status: 'running' })
  t.clock.advance(31_000)
  await endOrphanedRuns(t.deps)
  expect(await runOf(member, id, runId)).toMatchObject({ status: 'cancelled' })
})

test('the check fails a run without a job and keeps a run whose job waits for a retry', async () => {
  const [lost, waiting] = [await queued(), await queued()]
  for (const { member, runId } of [lost, waiting]) await setRunning(member.accountId, runId)
  await setJob(lost.runId, 'failed')
  await setJob(waiting.runId, 'retry')
  await endOrphanedRuns(t.deps)
  expect(await runOf(lost.member, lost.id, lost.runId)).toMatchObject({
    status: 'failed',
    errors: [{ message: 'This run was interrupted too many times. Nothing was imported. Upload the file again.' }],
  })
  expect(await runOf(waiting.member, waiting.id, waiting.runId)).toMatchObject({ status: 'running' })
})

test('a run without a job whose load was committed succeeds', async () => {
  const { member, id, runId } = await queued()
  await executeRun(t.deps, { accountId: member.accountId, runId, signal: new AbortController().signal })
  const reopened = { status: 'running', finished_at: null } as const
  await t.deps.db
    .updateTable('service_runs')
    .set(reopened)
    .where((eb) => eb.and({ account_id: member.accountId, id: runId }))
    .execute()
  await setJob(runId, 'failed')
  await endOrphanedRuns(t.deps)
  expect(await runOf(member, id, runId)).toMatchObject({ status: 'succeeded', counts: { orders: 1 } })
})
