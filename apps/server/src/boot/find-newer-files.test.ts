import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { reconcileAccountsJob } from '#server/modules/system/reconcile-accounts.job.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { findNewerFiles } from './find-newer-files.ts'

const MIB = 1024 ** 2
const DAY = 86_400_000

// Opening another account's file closes the one before.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false, warehouse: { memoryBudget: 256 * MIB } })
const db = unscoped(t.deps.db)

const load = ({ accountId }: Member, order: string) =>
  t.load(accountId, { orders: [orderRow({ source_id: order, order_number: order })] })

/** Sets the times of all that the database knows. */
const lastKnownAt = async (at: number) => {
  for (const [table, column] of [
    ['audit_log', 'at'],
    ['sessions', 'last_refreshed_at'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${new Date(at)}`.execute(db)
}

test('after a start, a database that is older than account files is found before anybody opens them, and reconciled', async () => {
  const member = await t.register()
  const { accountId, token } = member
  await load(member, 'A')
  await load(await t.register(), 'B')
  await lastKnownAt(Date.now() + DAY)
  expect(await findNewerFiles(t.deps)).toEqual([])

  await sql`update account_data set data_version = 0 where account_id = ${accountId}`.execute(db)
  await lastKnownAt(Date.now() - DAY)
  expect(await findNewerFiles(t.deps)).toContain(accountId)
  await runJob(reconcileAccountsJob, t.deps)
  const services = (await t.call('GET', '/service', { token })).json()
  expect(services).toMatchObject([{ name: 'Recovered data' }])
  expect((await t.call('GET', '/notification', { token })).json()).toMatchObject([{ kind: 'dataRepaired' }])
})
