import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { inTransaction, openDatabase, openPool } from '#server/db/database.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { defineJob, handleJob } from './job.ts'
import { createJobRunner } from './runner.ts'

const database = await startTestDatabase()
const log = pino({ enabled: false })
const pool = openPool({ connection: database.connection, log, max: 5 })
const db = openDatabase(pool)

afterAll(async () => {
  await pool.end()
  await database.drop()
})

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
  await vi.waitFor(() => expect(done).toEqual(['committed']), { timeout: 10_000 })
  await runner.close(0)
})

test('requeues the jobs of a killed process as soon as the next one opens', async () => {
  done.length = 0
  const killed = createJobRunner({ pool, log, jobs })
  await killed.open()
  await killed.send(db, interruptible, { text: 'finished by the next' })
  await killed.work(deps)
  await vi.waitFor(() => expect(attempts).toBe(1), { timeout: 10_000 })

  const next = createJobRunner({ pool, log, jobs })
  await next.open()
  await next.work(deps)
  await vi.waitFor(() => expect(done).toEqual(['finished by the next']), { timeout: 10_000 })
  await Promise.all([killed.close(0), next.close(0)])
})
