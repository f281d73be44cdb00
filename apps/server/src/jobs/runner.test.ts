import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fail } from '#contract/errors.ts'
import { inTransaction, openDatabase } from '#server/db/database.ts'
import { patientPool } from '#testkit/patient-pool.ts'
import { startTestDatabase, testPool } from '#testkit/test-database.ts'
import { defineJob, handleJob } from './job.ts'
import { createJobRunner } from './runner.ts'

const log = pino({ enabled: false })
const { pool, connection } = await testPool()
const db = openDatabase(pool)

const done: string[] = []
let attempts = 0
const deps = { record: (text: string) => void done.push(text) }

const note = defineJob({ name: 'test-note', schema: z.object({ text: z.string() }) })
const interruptible = defineJob({ ...note, name: 'test-interruptible' })

const handleNote = handleJob(note, async ({ record }: typeof deps, { text }) => record(text))
const handleInterruptible = handleJob(interruptible, async ({ record }: typeof deps, { text }, { signal }) => {
  attempts += 1
  if (attempts > 1) return record(text)
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
})

const jobs = [handleNote, handleInterruptible]

test('runs a job sent in a transaction only after the commit', async () => {
  const runner = createJobRunner({ pool, log, jobs })
  await runner.open()
  await expect(
    inTransaction(db, async (trx) => {
      await runner.send(trx, note, { text: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await inTransaction(db, (trx) => runner.send(trx, note, { text: 'committed' }))
  await runner.work(deps)
  await expect.poll(() => done).toEqual(['committed'])
  await runner.close(0)
})

test('a worker that waits for its polling interval starts a job when its transaction commits', async () => {
  const urgent = defineJob({ ...note, name: 'test-urgent', pollSeconds: 60 })
  const handler = handleJob(urgent, async ({ record }: typeof deps, { text }) => record(text))
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  done.length = 0
  await runner.open()
  await runner.work(deps)
  // The first job is found by the first look at the queue; afterwards the worker waits.
  await runner.send(db, urgent, { text: 'first' })
  await expect.poll(() => done).toEqual(['first'])
  await new Promise((resolve) => setTimeout(resolve, 200))
  await inTransaction(db, (trx) => runner.send(trx, urgent, { text: 'second' }))
  await expect.poll(() => done).toEqual(['first', 'second'])
  await runner.close(0)
})

test('a worker that waits for its polling interval starts a delayed job at its time', async () => {
  const delayed = defineJob({ ...note, name: 'test-delayed', pollSeconds: 60 })
  const runner = createJobRunner({
    pool,
    log,
    jobs: [handleJob(delayed, async ({ record }: typeof deps, { text }) => record(text))],
  })
  done.length = 0
  await runner.open()
  await runner.work(deps)
  await runner.send(db, delayed, { text: 'later' }, { startAfter: new Date(Date.now() + 700) })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(done).toEqual([])
  await expect.poll(() => done).toEqual(['later'])
  await runner.close(0)
})

test('F8: an outage of PostgreSQL or ClickHouse is no attempt: the job goes on when they answer', async () => {
  const outages = [Object.assign(new Error('terminating connection'), { code: '57P01' }), fail('warehouse.unavailable')]
  const patient = defineJob({ ...note, name: 'test-patient', retries: 0 })
  const handler = handleJob(patient, async ({ record }: typeof deps, { text }) => {
    const outage = outages.pop()
    if (outage) throw outage
    record(text)
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  done.length = 0
  await runner.open()
  await runner.work(deps)
  await runner.send(db, patient, { text: 'went on' })
  await expect.poll(() => done).toEqual(['went on'])
  await runner.close(0)
})

test('requeues the jobs of a killed process as soon as the next one opens', async () => {
  done.length = 0
  const killed = createJobRunner({ pool, log, jobs })
  await killed.open()
  await killed.send(db, interruptible, { text: 'finished by the next' })
  await killed.work(deps)
  await expect.poll(() => attempts).toBe(1)

  const next = createJobRunner({ pool, log, jobs })
  await next.open()
  await next.work(deps)
  await expect.poll(() => done).toEqual(['finished by the next'])
  await Promise.all([killed.close(0), next.close(0)])
})

test('a job of a killed worker is taken up as soon as its lease of ten seconds has expired', async () => {
  done.length = 0
  const killed = createJobRunner({ pool, log, jobs, role: 'worker' })
  await killed.open()
  await killed.send(db, note, { text: 'lost by two workers' })
  const heartbeat = "now() - interval '9 seconds'"
  await pool.query(`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = ${heartbeat}, retry_count = 2
    where name = '${note.name}' and state = 'created'`)
  const next = createJobRunner({ pool, log, jobs, role: 'worker' })
  await next.open()
  await next.work(deps)
  await expect.poll(() => done).toEqual(['lost by two workers'])
  await Promise.all([killed.close(0), next.close(0)])
})

test('expired leases are found among the jobs of a day by an index', async () => {
  const runner = createJobRunner({ pool, log, jobs, role: 'worker' })
  await runner.open()
  await pool.query(`insert into pgboss.job (name, state, completed_on)
    select '${note.name}', 'completed', now() from generate_series(1, 20000)`)
  await pool.query('analyze pgboss.job')
  const { rows } = await pool.query(`explain select from pgboss.job where state = 'active' and heartbeat_on < now()`)
  expect(JSON.stringify(rows)).not.toContain('Seq Scan on job_common')
  await pool.query(`delete from pgboss.job where state = 'completed'`)
  await runner.close(0)
})

const Owned = z.object({ owner: z.string(), text: z.string(), kind: z.string().optional() })

test('owners take turns: a second owner’s job starts after one of the twelve that were queued before it', async () => {
  const started: string[] = []
  const turns = defineJob({ name: 'test-turns', schema: Owned, turnsBy: 'owner' })
  const handler = handleJob(turns, async (_deps: object, { text }) => void started.push(text))
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  for (let file = 1; file <= 12; file += 1) await runner.send(db, turns, { owner: 'a', text: `a${file}` })
  for (const text of ['b1', 'b2']) await runner.send(db, turns, { owner: 'b', text })
  await runner.work({})
  await expect.poll(() => started).toHaveLength(14)
  expect(started.slice(0, 5)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  await runner.close(0)
})

test('an owner who sends one job after another does not overtake jobs that wait their turn', async () => {
  const started: string[] = []
  const turns = defineJob({ name: 'test-turns-again', schema: Owned, turnsBy: 'owner' })
  const handler = handleJob(turns, async (_deps: object, { owner, text }) => {
    started.push(text)
    if (owner === 'b' && started.length < 12) await runner.send(db, turns, { owner, text: `b${started.length}` })
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  for (const text of ['a1', 'a2', 'a3']) await runner.send(db, turns, { owner: 'a', text })
  await runner.send(db, turns, { owner: 'b', text: 'b' })
  await runner.work({})
  await expect.poll(() => started.length).toBeGreaterThanOrEqual(8)
  expect(started.indexOf('a3')).toBeLessThanOrEqual(5)
  await runner.close(0)
})

test('F12: jobs of one group that hang leave slots to other groups', async () => {
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  const limited = defineJob({
    name: 'test-groups',
    schema: Owned,
    concurrency: 4,
    turnsBy: 'owner',
    limitBy: { field: 'kind', limit: 2 },
  })
  const handler = handleJob(limited, async (_deps: object, { kind, text }) => {
    started.push(text)
    if (kind === 'hanging') await release.promise
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  for (const owner of ['a', 'b', 'c', 'd', 'e'])
    await runner.send(db, limited, { owner, text: `${owner} hangs`, kind: 'hanging' })
  await runner.send(db, limited, { owner: 'f', text: 'f works', kind: 'working' })
  await runner.work({})
  await expect.poll(() => started).toContain('f works')
  expect(started.filter((text) => text.endsWith('hangs')).length).toBeLessThanOrEqual(2)
  release.resolve()
  await expect.poll(() => started).toHaveLength(6)
  await runner.close(0)
})

test('processes that start together on an empty database all open its queue', async () => {
  const empty = await startTestDatabase({ isMigrated: false })
  const pools = [1, 2, 3, 4].map(() => patientPool(empty.connection, 3))
  const runners = pools.map((own) => createJobRunner({ pool: own, log, jobs, role: 'worker' }))
  await Promise.all(runners.map((runner) => runner.open()))
  await Promise.all(runners.map((runner) => runner.close(0)))
  await Promise.all(pools.map((own) => own.end()))
  await empty.drop()
})

test('jobs of one group keep its limit in several processes together', async () => {
  let running = 0
  let most = 0
  let ended = 0
  const one = defineJob({
    name: 'test-group-of-processes',
    schema: z.object({ owner: z.string() }),
    concurrency: 4,
    limitBy: { field: 'owner', limit: 2 },
  })
  const handler = handleJob(one, async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    ended += 1
  })
  const pools = [1, 2, 3].map(() => patientPool(connection, 5))
  const runners = pools.map((own) => createJobRunner({ pool: own, log, jobs: [handler], role: 'worker' }))
  for (const runner of runners) await runner.open()
  for (let count = 0; count < 60; count++) await runners[0]?.send(db, one, { owner: 'a' })
  await Promise.all(runners.map((runner) => runner.work({})))
  await expect.poll(() => ended).toBe(60)
  expect(most).toBe(2)
  await Promise.all(runners.map((runner) => runner.close(0)))
  await Promise.all(pools.map((own) => own.end()))
})

test('a periodic job runs at the start, again after a failure, and not after the stop', async () => {
  let runs = 0
  const periodic = defineJob({ name: 'test-periodic', schema: z.object({}), everySeconds: 0.02 })
  const handler = handleJob(periodic, async () => {
    runs += 1
    if (runs === 1) throw new Error('the database is away')
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  await runner.work({})
  await expect.poll(() => runs).toBeGreaterThan(1)
  await runner.close(0)
  const atStop = runs
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(runs).toBe(atStop)
})
