import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/build-app.ts'
import { testApp } from '#testkit/test-app.ts'
import { securityHeaders } from './security-headers.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const app = await buildApp({ ...t.deps, log })
afterAll(() => app.close())
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

const connected = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const answerTo = async (request: string): Promise<{ status: number; headers: Headers; body: string }> => {
  const socket = await connected()
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.end(request)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field): [string, string] => [field.replace(/:.*/, ''), field.replace(/^[^:]*: ?/, '')]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const HOST = 'host: localhost\r\n'

test.each([
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
  ['a malformed header', `GET / HTTP/1.1\r\n${HOST}bad header\r\n\r\n`, 400, 'request.malformed'],
  [
    'two lengths',
    `POST /api/token HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
    400,
    'request.malformed',
  ],
  ['long headers', `GET / HTTP/1.1\r\n${HOST}x: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'request.headers_too_large'],
  ['a long URL', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'request.headers_too_large'],
  ['no Host', 'GET /api/system/client HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'request.malformed'],
  [
    'an unknown expectation',
    `GET / HTTP/1.1\r\n${HOST}expect: magic\r\nconnection: close\r\n\r\n`,
    400,
    'request.malformed',
  ],
])(
  'security 30: a request with %s is answered with the headers of every answer',
  async (_name, request, status, code) => {
    const answer = await answerTo(request)
    expect([answer.status, JSON.parse(answer.body).errors[0].code]).toEqual([status, code])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...securityHeaders(),
      'content-type': 'application/json; charset=utf-8',
    })
  },
)

describe('a client that disconnects', () => {
  const report = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
  const ofJson = (path: string, body: object, sent = 1) => {
    const text = JSON.stringify(body)
    return `POST /api${path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n%AUTH\r\n${text.slice(0, text.length * sent)}`
  }

  test.each([
    ['in the middle of a body', ofJson('/dashboards', { name: 'Sales' }, 0.5)],
    [
      'in the middle of an upload',
      'POST /api/user/set-photo HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900\r\n%AUTH\r\n--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\nabc',
    ],
    ['during a query', ofJson('/reports/query', { definition: report })],
    ['during an export', ofJson('/reports/export', { definition: report, format: 'csv' })],
    ['during the data of tiles', ofJson('/dashboards/data', { widgets: [{ id: 'w', type: 'sales' }] })],
  ])('%s is neither an error in the log nor a failed answer', async (_name, request) => {
    const { token } = await t.register()
    const socket = await connected()
    socket.write(request.replace('%AUTH', `${HOST}authorization: Bearer ${token}\r\n`))
    await pause(10)
    socket.resetAndDestroy()
    await pause(100)
    expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
    expect((await app.inject('/metrics')).body).not.toContain('status="5xx"')
  })
})
