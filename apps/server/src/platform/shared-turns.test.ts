import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { patientPool } from '#testkit/patient-pool.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { type SharedTurns, turnsOfProcesses } from './shared-turns.ts'

const database = await startTestDatabase()
const openProcess = () => {
  const pool = patientPool(database.connection, 2)
  return { pool, turns: turnsOfProcesses(pool) }
}
const [one, two] = [openProcess(), openProcess()]

afterAll(async () => {
  for (const { pool, turns } of [one, two]) {
    turns.close()
    await pool.end()
  }
  await database.drop()
})

let running = 0
const logged: number[] = []
const work = async () => {
  running += 1
  logged.push(running)
  await pause(10)
  running -= 1
}

test('work of one key runs one at a time in both processes, also after work that failed', async () => {
  await expect(one.turns.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const processes: SharedTurns[] = [one.turns, two.turns, one.turns, two.turns]
  await Promise.all(processes.map((turns) => turns.run('a', work)))
  expect(logged).toEqual([1, 1, 1, 1])
})

test('work of other keys does not wait, and all of it uses one connection', async () => {
  const release = Promise.withResolvers<void>()
  const keys = ['a', 'b', 'c', 'd', 'e']
  let begun = 0
  const all = keys.map((key) =>
    one.turns.run(key, () => {
      begun += 1
      if (begun === keys.length) release.resolve()
      return release.promise
    }),
  )
  await Promise.all(all)
  expect(one.pool.totalCount - one.pool.idleCount).toBe(1)
})

test('the locks of a process whose connection is lost are free, and it connects again', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = one.turns.run('a', () => {
    begun.resolve()
    return held.promise
  })
  await begun.promise
  await two.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
  )
  logged.length = 0
  await two.turns.run('a', work)
  held.resolve()
  await first
  await one.turns.run('a', work)
  expect(logged).toEqual([1, 1])
})
