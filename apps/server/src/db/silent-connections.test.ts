import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { presentError } from '#server/http/present-error.ts'
import { startTestDatabase } from '#testkit/test-database.ts'
import { openPool } from './database.ts'
import { endSilentConnections } from './silent-connections.ts'

const MAX_SILENCE_MS = 400

const database = await startTestDatabase({ isMigrated: false })

/** The way to the database. While it is silent, it swallows what either side sends, and closes nothing. */
let isSilent = false
const sockets = new Set<Socket>()
const network = createServer((near) => {
  const far = connect(join(database.connection.host, '.s.PGSQL.5432'))
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from)
    from.on('error', () => undefined)
    from.on('data', (bytes) => isSilent || to.write(bytes))
    from.on('close', () => isSilent || to.destroy())
  }
})
await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
const address = network.address()

const { user, password, database: name } = database.connection
const port = typeof address === 'object' ? address?.port : 0
const connectionString = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
const pool = openPool({ connection: { connectionString }, log: pino({ enabled: false }), max: 1 })
endSilentConnections(pool, MAX_SILENCE_MS)

afterAll(async () => {
  await pool.end()
  for (const socket of sockets) socket.destroy()
  network.close()
  await database.drop()
})

test('fault F8: a statement that an outside database stops answering fails as unavailable, and the next one connects again', async () => {
  await pool.query('select 1')
  isSilent = true
  const begun = performance.now()
  const error = await pool.query('select 2').catch((reason: unknown) => reason)
  expect(presentError(error, 'r1').status).toBe(503)
  expect(performance.now() - begun).toBeLessThan(5_000)
  isSilent = false
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
})

test('a connection that nobody uses stays open', async () => {
  const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows
  const before = await backend()
  await pause(2 * MAX_SILENCE_MS)
  expect(await backend()).toEqual(before)
})
