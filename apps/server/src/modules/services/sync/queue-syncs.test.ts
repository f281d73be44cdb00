import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { platformSyncQueues } from '#server/db/migrations/0052-platform-sync-queues.ts'
import { commerce7App } from '../commerce7-app.fixture.ts'
import { requireService } from '../find-service.ts'
import { queueDueSyncs, queueSync } from './queue-syncs.ts'

const { t, member, platform, connect, syncHere } = await commerce7App()

const isFull = async (runId: string): Promise<unknown> => {
  const { request } = await unscoped(t.deps.db)
    .selectFrom('service_runs')
    .select('request')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  return request
}

test('starts a full read after a change of the account’s time zone', async () => {
  const { id } = await connect(member, 'commerce7', platform)
  const asked: unknown[] = []
  const sync = async () => {
    const run = await syncHere(member, id)
    expect(run.status).toBe('succeeded')
    asked.push(await isFull(run.id))
  }
  await sync()
  await sync()
  const body = { id: member.accountId, timeZone: 'Europe/Paris' }
  expect((await t.call('PUT', '/account', { token: member.token, body })).statusCode).toBe(200)
  await sync()
  await sync()
  expect(asked).toEqual([{ full: true }, { full: false }, { full: true }, { full: false }])
})

test('a sync that waits in the queue of all platforms waits in its platform’s after the upgrade', async () => {
  const { id } = await connect(member, 'commerce7', platform)
  await syncHere(member, id)
  const db = unscoped(t.deps.db)
  const { runId } = await queueSync(t.deps, await requireService(t.deps, member.accountId, id), true)
  await sql`select pgboss.create_queue('service-sync', '{"policy": "standard"}'::jsonb)`.execute(db)
  await sql`insert into pgboss.job (name, data) select 'service-sync', data from pgboss.job
    where data ->> 'runId' = ${runId}`.execute(db)
  await sql`delete from pgboss.job where name <> 'service-sync' and data ->> 'runId' = ${runId}`.execute(db)
  await platformSyncQueues.up(db as unknown as Kysely<unknown>)
  await queueDueSyncs(t.deps)
  const { rows } = await sql<{ name: string; request: unknown }>`select name, request from pgboss.job
    join service_runs on service_runs.id = data ->> 'runId' where service_id = ${id} and status = 'queued'`.execute(db)
  expect(rows).toEqual([{ name: 'service-sync-commerce7', request: { full: true } }])
})
