import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { isFullLane } from '#testkit/lane.ts'
import { startApp } from '#testkit/test-app.ts'
import { limitBodyTime } from './body-time.ts'

const TIMEOUTS = { total: 800, idle: 800 }

/** A server with short limits: `/json` reads its body before the handler, `/file` within it. */
const limitedApp = async () => {
  const app = Fastify()
  limitBodyTime(app, TIMEOUTS)
  app.post('/json', async ({ body }) => body)
  let failures = 0
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post('/file', async ({ body }) => {
      if (!(body instanceof Readable)) return 0
      const content = await text(body).catch(() => null)
      if (content === null) failures += 1
      return content?.length ?? 0
    })
  })
  return { app, failed: () => failures }
}

const connected = async (app: FastifyInstance): Promise<Socket> => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const socket = connect(port, '127.0.0.1')
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })
  await once(socket, 'connect')
  return socket
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** The data received until the connection closed, and the elapsed time; a closed connection may surface as an error. */
const untilClosed = async (socket: Socket): Promise<{ answer: string; ms: number }> => {
  const from = performance.now()
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
  return { answer, ms: performance.now() - from }
}

test('security 49, F29: closes the connection when a dripping body exceeds the time limit', async () => {
  const { app } = await limitedApp()
  const socket = await connected(app)
  socket.write(head('/json', 1000))
  const dripping = setInterval(() => socket.write(' '), 100)
  const { answer, ms } = await untilClosed(socket)
  clearInterval(dripping)
  expect(answer).toBe('')
  expect(ms).toBeGreaterThanOrEqual(TIMEOUTS.total - 50)
})

test('security 49: answers a body that arrives in time and keeps the connection for the next request', async () => {
  const { app } = await limitedApp()
  const socket = await connected(app)
  for (const _call of [1, 2]) {
    socket.write(head('/json', 2))
    await pause(TIMEOUTS.total / 2)
    socket.write('{}')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('200 OK')
  }
  await pause(TIMEOUTS.total * 1.5)
  expect(socket.destroyed).toBe(false)
})

test('F29: closes a stalled upload and fails its reader', async () => {
  const { app, failed } = await limitedApp()
  const socket = await connected(app)
  socket.write(`${head('/file', 1000)}some of it`)
  const { answer } = await untilClosed(socket)
  expect(answer).toBe('')
  await expect.poll(failed).toBe(1)
})

test('F29: lets a slow upload finish as long as it makes progress', async () => {
  const { app } = await limitedApp()
  const socket = await connected(app)
  const pieces = 7
  socket.write(head('/file', pieces))
  for (let sent = 0; sent < pieces; sent++) {
    await pause(TIMEOUTS.idle / 4)
    socket.write('x')
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('200 OK')
  expect(String(answer).endsWith(`\r\n\r\n${pieces}`)).toBe(true)
})

test.runIf(isFullLane)(
  'security 49: answers 408 and closes the connection when headers never end (full lane)',
  async () => {
    const t = await startApp({ runsJobs: false })
    onTestFinished(t.close)
    // The production value: less than a minute.
    expect(t.app.server.headersTimeout).toBeLessThan(60_000)
    t.app.server.headersTimeout = 200
    const socket = await connected(t.app)
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const dripping = setInterval(() => socket.write('x'), 100)
    const { answer } = await untilClosed(socket)
    clearInterval(dripping)
    expect(answer).toMatch(/^HTTP\/1.1 408|^$/)
  },
  30_000,
)
