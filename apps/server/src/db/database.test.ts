import { createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { presentError } from '#server/http/present-error.ts'
import { openPool } from './database.ts'

const held: Socket[] = []
const blackHole = createServer((socket) => held.push(socket))
await new Promise<void>((resolve) => blackHole.listen(0, '127.0.0.1', resolve))

afterAll(() => {
  for (const socket of held) socket.destroy()
  blackHole.close()
})

test('fault F8: a database that takes connections and never answers is 503 within the time to connect', async () => {
  const address = blackHole.address()
  const port = typeof address === 'object' ? address?.port : 0
  const connectionString = `postgres://cuvee@127.0.0.1:${port}/cuvee`
  const pool = openPool({ connection: { connectionString }, log: pino({ enabled: false }) })
  const begun = performance.now()
  const error = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(presentError(error, 'r1').status).toBe(503)
  await pool.end()
})
