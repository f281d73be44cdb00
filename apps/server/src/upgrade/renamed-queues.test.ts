import { Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, unscoped } from '#server/db/database.ts'
import { applyMigrations, migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { handleJob } from '#server/jobs/job.ts'
import { createJobRunner } from '#server/jobs/runner.ts'
import { jobs } from '#server/jobs.ts'
import { testPool } from '#testkit/test-database.ts'

const log = pino({ enabled: false })
const { pool } = await testPool({ isMigrated: false })
const db = openDatabase(pool)

const QUEUES = [
  ['look-at-account', 'analyze-account'],
  ['due-looks', 'due-analyses'],
  ['forget-old-rows', 'delete-old-rows'],
  ['forget-expired-sessions', 'delete-expired-sessions'],
] as const
const OLD_NAMES = QUEUES.map(([name]) => name)
const NEW_NAMES = QUEUES.map(([, name]) => name)
const YEARLY = '0 0 1 1 *'

const finished: string[] = []
const recordingJob = (name: string) =>
  handleJob({ name, schema: z.object({ from: z.string().optional() }), schedule: YEARLY }, async (_deps, { from }) => {
    finished.push(`${name} ${from}`)
  })

const schedules = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by 1`.execute(unscoped(db))
  return rows.map(({ name }) => name)
}

test('runs each job that was queued under an old name once, and keeps no schedule of it', async () => {
  const released = migrations.slice(
    0,
    migrations.findIndex(({ id }) => id === '0053-plain-names'),
  )
  await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), released)
  const before = createJobRunner({ pool, log, jobs: OLD_NAMES.map(recordingJob) })
  await before.open()
  expect(await schedules()).toEqual(OLD_NAMES.toSorted())
  for (const name of OLD_NAMES) {
    const job = { name, schema: z.object({ from: z.string() }) }
    await before.send(db, job, { from: 'queue' })
    await before.send(db, job, { from: 'killed process' })
    const due = { name, data: { from: 'schedule' } }
    await sql`insert into pgboss.job (name, data) values ('__pgboss__send-it', ${JSON.stringify(due)})`.execute(
      unscoped(db),
    )
  }
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where data ->> 'from' = 'killed process'`.execute(unscoped(db))
  await before.close(0)

  expect(await applyMigrations(pool)).toContain('0053-plain-names')
  const after = createJobRunner({ pool, log, jobs: NEW_NAMES.map(recordingJob) })
  await after.open()
  expect(await schedules()).toEqual(NEW_NAMES.toSorted())
  await after.work({})
  const expected = NEW_NAMES.flatMap((name) =>
    ['queue', 'killed process', 'schedule'].map((from) => `${name} ${from}`),
  ).toSorted()
  await expect.poll(() => finished.toSorted()).toEqual(expected)
  // Waits until the last runs are stored as completed.
  await after.close(5_000)
  const { rows } = await sql<{ count: string }>`select count(*) from pgboss.job
    where name = any(${OLD_NAMES}) or (state < 'completed' and name = any(${NEW_NAMES}))`.execute(unscoped(db))
  expect(Number(rows[0]?.count)).toBe(0)
})

test('the new names are those of the jobs of the server', () => {
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([...NEW_NAMES]))
})
