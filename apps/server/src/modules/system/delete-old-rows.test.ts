import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import { deleteOldRowsJob } from './delete-old-rows.job.ts'

const t = await testApp({ runsJobs: false })
const all = unscoped(t.deps.db)

const TABLES = ['idempotency_keys', 'outbox_mail', 'service_runs', 'audit_log', 'invitations'] as const

const counts = async () => {
  const found: Record<string, number> = {}
  for (const table of TABLES) found[table] = (await all.selectFrom(table).select('account_id').execute()).length
  return found
}

const deleteAfter = async (days: number) => {
  t.clock.advance(days * DAY_MS)
  await runJob(deleteOldRowsJob, t.deps)
}

test("fault F39: deletes old keys, emails, runs, audit entries and invitations, and keeps each service's last run", async () => {
  const { accountId, token } = await t.register()
  const headers = { 'idempotency-key': 'one' }
  await t.call('POST', '/dashboards', { token, body: { name: 'Sales' }, headers })
  await t.call('POST', '/invitation', { token, body: { email: 'guest@oak.example', roles: ['User'] } })
  const service = (await t.call('POST', '/service', { token, body: { type: 'csv', name: 'Files' } })).json()
  const run = (id: string, day: number) => {
    const at = new Date(t.clock.now() - day * DAY_MS)
    const row = { id, account_id: accountId, service_id: service.id, kind: 'import', status: 'succeeded' } as const
    return {
      ...row,
      stream: null,
      total: null,
      file_id: null,
      file_name: null,
      cancel_requested_at: null,
      started_at: at,
      finished_at: at,
      created_at: at,
    }
  }
  await all
    .insertInto('service_runs')
    .values([run('older', 2), run('last', 1)])
    .execute()
  await t.mails()
  const before = await counts()
  expect(before).toMatchObject({ idempotency_keys: 1, outbox_mail: 2, service_runs: 2, invitations: 1 })
  await deleteAfter(0)
  expect(await counts()).toEqual(before)
  await deleteAfter(31)
  expect(await counts()).toEqual({ ...before, idempotency_keys: 0, outbox_mail: 0 })
  await deleteAfter(402 - 31)
  expect(await counts()).toEqual({ idempotency_keys: 0, outbox_mail: 0, service_runs: 1, audit_log: 0, invitations: 0 })
})
