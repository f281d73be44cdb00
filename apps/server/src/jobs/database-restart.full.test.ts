import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase, openPool } from '#server/db/database.ts'
import { launchPostgres } from '#server/db/embedded/launch.ts'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { defineJob, handleJob } from './job.ts'
import { createJobRunner } from './runner.ts'

const log = pino({ enabled: false })
/** Milliseconds that the outage lasts: longer than storing a failure is retried. */
const OUTAGE_MS = 10_000
/** Milliseconds until the start of the job is durable. */
const FLUSH_MS = 1_000

const startCluster = async () => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-restart-'))
  const paths = { root, postgres: join(root, 'postgres') }
  const connection = await launchPostgres(paths)
  return {
    connection,
    kill: async () => {
      const postmaster = await findPostmaster(paths.postgres)
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
    },
    restart: () => launchPostgres(paths),
    remove: async () => {
      await stopPostmaster(paths.postgres)
      await rm(connection.host, { recursive: true, force: true })
      await rm(root, { recursive: true, force: true })
    },
  }
}

test('a job that fails while the database is away runs again within 30 s of its return', {
  timeout: 120_000,
}, async () => {
  const cluster = await startCluster()
  const pool = openPool({ connection: cluster.connection, log, max: 5 })
  const outage = Promise.withResolvers<void>()
  let attempts = 0
  const definition = defineJob({ name: 'test-outage', schema: z.object({}) })
  const handler = handleJob(definition, async () => {
    attempts += 1
    if (attempts > 1) return
    await outage.promise
    throw new Error('the database is away')
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  await runner.work({})
  await runner.send(openDatabase(pool), definition, {})
  await expect.poll(() => attempts).toBe(1)

  await sleep(FLUSH_MS)
  await cluster.kill()
  outage.resolve()
  await sleep(OUTAGE_MS)
  await cluster.restart()
  const returned = performance.now()
  await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 60_000, interval: 100 })
  expect(performance.now() - returned).toBeLessThan(30_000)

  await runner.close(0)
  await pool.end()
  await cluster.remove()
})

test('a job that goes on through an outage runs once', async () => {
  const cluster = await startCluster()
  const pool = openPool({ connection: cluster.connection, log, max: 5 })
  const release = Promise.withResolvers<void>()
  let attempts = 0
  const definition = defineJob({ name: 'test-survivor', schema: z.object({}), concurrency: 2 })
  const handler = handleJob(definition, async (_deps, _data, { signal }) => {
    attempts += 1
    await release.promise
    signal.throwIfAborted()
  })
  const runner = createJobRunner({ pool, log, jobs: [handler] })
  await runner.open()
  await runner.work({})
  await runner.send(openDatabase(pool), definition, {})
  await expect.poll(() => attempts).toBe(1)

  const job = async () =>
    (await pool.query("select state::text, retry_count from pgboss.job where name = 'test-survivor'")).rows
  await sleep(FLUSH_MS)
  await cluster.kill()
  await sleep(OUTAGE_MS)
  await cluster.restart()
  // Long enough for an expired lease to be noticed and the job to be delivered again.
  await sleep(3 * FLUSH_MS + OUTAGE_MS)
  release.resolve()
  await vi.waitFor(async () => expect(await job()).toMatchObject([{ state: 'completed' }]), { timeout: 20_000 })
  expect(attempts).toBe(1)

  await runner.close(0)
  await pool.end()
  await cluster.remove()
})
