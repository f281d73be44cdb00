import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { commerce7App } from '#server/modules/services/commerce7-app.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { registerOperations } from './metrics.ts'

const MIB = 1024 ** 2

const { t, fake, member, platform, connect, start, syncHere } = await commerce7App({ orders: 20 })
let freeBytes = 10_000 * MIB
const deps = { ...t.deps, freeBytes: async () => freeBytes }
// Without the pause between two collections.
const app = Fastify()
registerOperations(app, deps, 0)
afterAll(() => app.close())

/** The values of all samples, by name and labels. */
const scrape = async (from: Pick<FastifyInstance, 'inject'> = app): Promise<Record<string, number>> => {
  const { statusCode, body } = await from.inject('/metrics')
  expect(statusCode).toBe(200)
  const lines = body.trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const ready = async () => {
  const { statusCode, body } = await app.inject('/readyz')
  return { statusCode, body: JSON.parse(body) }
}

test('metrics count runs by platform and result, rejected records, waiting jobs and their age', async () => {
  const spoil = (body: string) => body.replace(/"items":\[/, '"items":"none","other":[')
  fake.server.failNext({ edit: spoil }, { times: 1, when: ({ path }) => path === '/v1/order' })
  const before = await scrape()
  expect(before['cuvee_runs_last_hour{platform="commerce7",result="succeeded"}']).toBeUndefined()
  const { id } = await connect(member, 'commerce7', platform)
  await syncHere(member, id)
  await start(member, id)
  await delay(20)
  const after = await scrape()
  expect(after['cuvee_runs_last_hour{platform="commerce7",result="succeeded"}']).toBe(1)
  expect(after['cuvee_rejected_records{platform="commerce7"}']).toBe(1)
  expect(after['cuvee_services_failing{platform="commerce7"}']).toBe(0)
  const waiting = 'cuvee_queue_waiting{queue="service-sync-commerce7"}'
  expect(after[waiting]).toBeGreaterThan(before[waiting] ?? 0)
  expect(after['cuvee_queue_oldest_seconds{queue="service-sync-commerce7"}']).toBeGreaterThan(0)
  expect(after.cuvee_engine_opens_total).toBeGreaterThan(before.cuvee_engine_opens_total ?? 0)
  expect(Object.entries(after).filter(([name, value]) => name.startsWith('cuvee_metrics_source_up') && !value)).toEqual(
    [],
  )
})

test('metrics show waiting mail and its age until it is delivered', async () => {
  await t.mails()
  expect(await scrape()).toMatchObject({ cuvee_mail_waiting: 0, cuvee_mail_oldest_seconds: 0 })
  await t.register()
  t.clock.advance(60_000)
  const { cuvee_mail_waiting: waiting, cuvee_mail_oldest_seconds: age } = await scrape()
  expect(waiting).toBeGreaterThan(0)
  expect(age).toBeGreaterThanOrEqual(60)
  await t.mails()
  expect(await scrape()).toMatchObject({ cuvee_mail_waiting: 0 })
})

test('metrics show free disk, busy connections, the delay of the event loop and the backup’s age', async () => {
  freeBytes = 123 * MIB
  const idle = await scrape()
  expect(idle).toMatchObject({ cuvee_disk_free_bytes: freeBytes, cuvee_database_waiting: 0 })
  expect((await app.inject('/metrics')).body).toContain('cuvee_backup_age_seconds +Inf')
  const madeUtc = new Date(t.clock.now() - 3_600_000).toISOString()
  await writeFile(t.deps.paths.lastBackup, JSON.stringify({ madeUtc, failed: 2 }))
  expect(await scrape()).toMatchObject({ cuvee_backup_age_seconds: 3_600, cuvee_backup_failed_accounts: 2 })
  const busy = 'cuvee_database_connections{state="busy"}'
  await inTransaction(t.deps.db, async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', member.accountId).execute()
    expect((await scrape())[busy]).toBeGreaterThan(idle[busy] ?? 0)
  })
  const until = performance.now() + 150
  while (performance.now() < until);
  await delay(30)
  expect((await scrape()).cuvee_event_loop_delay_max_seconds).toBeGreaterThan(0.1)
  freeBytes = 10_000 * MIB
})

const small = await testApp({ runsJobs: false, warehouse: { memoryBudget: 64 * MIB, maxWaitMs: 50 } })

test('metrics count calls that are refused because no memory becomes free', async () => {
  const [one, two] = [await small.register(), await small.register()]
  await small.files.withConnection(one.accountId, async () => {
    const query = small.deps.warehouse.query(two.accountId, { sql: 'SELECT 1', params: [] })
    await expect(query).rejects.toMatchObject({ code: 'warehouse.busy' })
  })
  expect(await scrape(small.app)).toMatchObject({
    cuvee_engine_memory_refusals_total: 1,
    cuvee_engine_opens_total: 1,
    cuvee_engine_memory_budget_bytes: 64 * MIB,
  })
})

test('readyz answers 503 and names the part that fails: a full disk, a warehouse that does not answer, dead job workers', async () => {
  expect(await ready()).toEqual({ statusCode: 200, body: { status: 'ready' } })
  freeBytes = MIB
  expect(await ready()).toEqual({ statusCode: 503, body: { status: 'unavailable', failing: ['disk'] } })
  freeBytes = 10_000 * MIB
  await t.deps.warehouse.close()
  expect(await ready()).toEqual({ statusCode: 503, body: { status: 'unavailable', failing: ['warehouse'] } })
  await t.stopJobs()
  expect(await ready()).toEqual({ statusCode: 503, body: { status: 'unavailable', failing: ['warehouse', 'jobs'] } })
  expect((await scrape()).cuvee_jobs_alive).toBe(0)
})
