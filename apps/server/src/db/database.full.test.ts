import { createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { presentError } from '#server/http/present-error.ts'
import { openPool } from './database.ts'

const sockets: Socket[] = []
const silentServer = createServer((socket) => sockets.push(socket))
await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silentServer.close()
})

test('fault F8: returns 503 within the connection timeout when the database accepts connections but never responds (full lane)', async () => {
  const address = silentServer.address()
  const port = typeof address === 'object' ? address?.port : 0
  const connectionString = `postgres://cuvee@127.0.0.1:${port}/cuvee`
  const pool = openPool({ connection: { connectionString }, log: pino({ enabled: false }) })
  const begun = performance.now()
  const error = await pool.query('select 1').catch((reason: unknown) => reason)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(presentError(error, 'r1').status).toBe(503)
  await pool.end()
})
