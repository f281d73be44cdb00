import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { testApp } from '#testkit/test-app.ts'
import { answerInTurn, closeWithin, drainRefusedBodies, limitReadTime } from './slow-clients.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const MEBIBYTE = 1_048_576
const READ_LIMIT_MS = atMachinePace(150)

const connected = async (app: FastifyInstance): Promise<Socket> => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends everything before it reads anything, as many HTTP clients do. */
const sendAll = async (app: FastifyInstance, head: string, body: Buffer): Promise<string> => {
  const socket = await connected(app)
  socket.pause()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\nhost: localhost\r\n\r\n`)
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })
  socket.resume()
  const [answer] = await once(socket, 'data')
  return String(answer)
}

const owner = await t.register()
const overdue = await t.register()
await t.setAccount(overdue, { trial_expires_at: new Date(t.clock.now()) })
const upload = (token: string) =>
  `POST /api/service/none/files HTTP/1.1\r\ncontent-type: text/csv\r\nauthorization: Bearer ${token}`

test.each([
  ['401 without a session', upload('none'), 401],
  ['401 for a client that wants the connection closed', `${upload('none')}\r\nconnection: close`, 401],
  ['402 after a trial', upload(overdue.token), 402],
  ['404 for an unknown service', upload(owner.token), 404],
  ['404 for an unknown path', 'POST /api/nowhere HTTP/1.1\r\ncontent-type: text/csv', 404],
  ['413 for too much JSON', 'POST /api/token HTTP/1.1\r\ncontent-type: application/json', 413],
  ['415 for another type', 'POST /api/token HTTP/1.1\r\ncontent-type: text/csv', 415],
])('F36: a client that sends its whole body first receives the refusal: %s', async (_name, head, status) => {
  expect(await sendAll(t.app, head, Buffer.alloc(8 * MEBIBYTE, 'x'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('stops reading a refused body after the limit', async () => {
  const app = Fastify()
  drainRefusedBodies(app, 200)
  app.addHook('onRequest', async () => {
    throw new Error('no')
  })
  app.post('/', async () => 'ok')
  const socket = await connected(app)
  onTestFinished(() => app.close())
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/csv\r\ncontent-length: 1000000\r\n\r\n')
  const dripping = setInterval(() => socket.write(' '), 20)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(dripping)
})

/** Answers with an endless stream. */
const endlessApp = () => {
  const app = Fastify()
  let open = 0
  limitReadTime(app, READ_LIMIT_MS)
  app.get('/endless', (_request, reply) => {
    open += 1
    const content = new Readable({
      read() {
        this.push(Buffer.alloc(65_536))
      },
    })
    content.once('close', () => {
      open -= 1
    })
    return reply.type('text/csv').send(content)
  })
  app.get('/late', (_request, reply) => {
    const lines = async function* () {
      yield 'first'
      await pause(2.5 * READ_LIMIT_MS)
      yield 'last'
    }
    return reply.type('text/csv').send(Readable.from(lines()))
  })
  return { app, isOpen: () => open > 0 }
}

const request = async (app: FastifyInstance, path: string): Promise<Socket> => {
  const socket = await connected(app)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return socket
}

test('F29: cuts a client that stops reading its answer, and releases what it reads from', async () => {
  const { app, isOpen } = endlessApp()
  onTestFinished(() => app.close())
  const socket = await request(app, '/endless')
  await once(socket, 'data')
  socket.pause()
  expect(isOpen()).toBe(true)
  await expect.poll(isOpen).toBe(false)
})

test('F29: keeps a slow client that makes progress, and an answer that takes long to compute', async () => {
  const { app, isOpen } = endlessApp()
  onTestFinished(() => app.close())
  const late = await request(app, '/late')
  let text = ''
  late.on('data', (bytes) => {
    text += bytes
  })
  const socket = await request(app, '/endless')
  for (let step = 0; step < 10; step += 1) {
    const read = socket.bytesRead
    // The operating system announces room for more bytes only when much of its buffer is free.
    while (socket.bytesRead < read + 2 * MEBIBYTE) await once(socket, 'data')
    socket.pause()
    await pause(60)
    socket.resume()
  }
  expect(isOpen()).toBe(true)
  socket.destroy()
  await expect.poll(() => text).toContain('last')
})

describe('requests that arrive together on one connection', () => {
  const answering = (content: string) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    let started = 0
    answerInTurn(app)
    app.get('/large/:number', async (request) => {
      started += 1
      return `${content}${request.url}`
    })
    return { app, started: () => started }
  }
  const together = (count: number) =>
    Array.from({ length: count }, (_, at) => `GET /large/${at + 1} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('')

  test('F29: are computed only when the earlier answers were read', async () => {
    const { app, started } = answering('x'.repeat(16 * MEBIBYTE))
    for (let connection = 0; connection < 3; connection += 1) {
      const socket = await connected(app)
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(together(20))
    }
    await expect.poll(started).toBe(3)
    await pause(200)
    expect(started()).toBe(3)
  })

  test('are answered in their order', async () => {
    const { app, started } = answering('')
    const socket = await connected(app)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.write(together(20))
    await expect.poll(() => text).toContain('/large/20')
    expect([...text.matchAll(/\/large\/(\d+)/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    expect(started()).toBe(20)
  })
})

test('F9: a shutdown ends in time although a client does not read its export', async () => {
  const { app, isOpen } = endlessApp()
  const socket = await request(app, '/endless')
  await once(socket, 'data')
  socket.pause()
  const start = performance.now()
  await closeWithin(app, 200)
  expect(performance.now() - start).toBeLessThan(atMachinePace(1_500))
  await expect.poll(isOpen).toBe(false)
})
