import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { PlannedPause } from './budgets.ts'
import { createBudgets } from './budgets.ts'
import type { CallRecord } from './http-attempt.ts'
import { createPlatformClient, type OpenPlatformClient, type PlatformClientOptions } from './http-client.ts'
import {
  AddressNotAllowed,
  CredentialsRejected,
  MalformedResponse,
  PlatformUnavailable,
  RequestRejected,
} from './platform-problems.ts'
import { createScaledClock } from './scaled-clock.ts'

const listen = (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const listenRaw = (listener: (socket: Socket) => void): Promise<string> => {
  const server = createTcpServer(listener)
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const SCALE = 2000

const clientOf = (
  baseUrl: string,
  options: Partial<PlatformClientOptions> = {},
): { client: OpenPlatformClient; waits: PlannedPause[]; calls: CallRecord[]; pauses: number[] } => {
  const scaled = createScaledClock(SCALE)
  const waits: PlannedPause[] = []
  const calls: CallRecord[] = []
  const pauses: number[] = []
  const pace = {
    now: scaled.now,
    sleep: (ms: number, signal?: AbortSignal) => {
      pauses.push(ms)
      return scaled.sleep(ms, signal)
    },
  }
  const client = createPlatformClient({
    baseUrl,
    allowPrivate: true,
    budgets: createBudgets([], pace),
    pace,
    signal: new AbortController().signal,
    random: () => 0.5,
    onWait: (wait) => waits.push(wait),
    log: (call) => calls.push(call),
    ...options,
  })
  onTestFinished(client.close)
  return { client, waits, calls, pauses }
}

/** Returns the given responses in order, then repeats the last one. */
const answersInTurn = (...answers: readonly { status: number; headers?: Record<string, string>; body?: string }[]) => {
  let at = 0
  return listen((_request, response) => {
    const { status, headers = {}, body = '{"ok":true}' } = answers[Math.min(at, answers.length - 1)] ?? { status: 200 }
    at += 1
    response.writeHead(status, headers).end(body)
  })
}

test('sends calls below the base URL with their query, headers and body', async () => {
  const seen: unknown[] = []
  const url = await listen((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      seen.push([
        request.method,
        request.url,
        request.headers['content-type'],
        request.headers.tenant,
        String(Buffer.concat(parts)),
      ])
      response.end('{"ok":true}')
    })
  })
  const { client } = clientOf(`${url}/v1/`)
  expect(await client.json({ path: '/order', query: { cursor: 'a b', page: 2, none: undefined } })).toEqual({
    ok: true,
  })
  await client.json({ method: 'POST', path: '/search', headers: { tenant: 'estate' }, body: { limit: 5 } })
  await client.send({ method: 'POST', path: `${url}/soap`, headers: { 'content-type': 'text/xml' }, body: '<a/>' })
  expect(seen).toEqual([
    ['GET', '/v1/order?cursor=a+b&page=2', undefined, undefined, ''],
    ['POST', '/v1/search', 'application/json', 'estate', '{"limit":5}'],
    ['POST', '/soap', 'text/xml', undefined, '<a/>'],
  ])
})

test('answers with JSON and its headers, and with null for a status that says that there is no such thing', async () => {
  const { client } = clientOf(
    await answersInTurn({ status: 200, headers: { 'x-total': '3' } }, { status: 204, body: '' }, { status: 404 }),
  )
  const request = { path: '/order', absent: [204, 404] }
  expect(await client.answer(request)).toMatchObject({ body: { ok: true }, headers: { 'x-total': '3' } })
  expect(await client.json(request)).toBeNull()
  expect(await client.json(request)).toBeNull()
  await expect(client.json({ path: '/order' })).rejects.toThrow(RequestRejected)
})

test.each(['http://elsewhere.example/order', 'https://127.0.0.1/order', 'file:///etc/passwd'])(
  'rejects a URL of another host: %s',
  async (path) => {
    const { client } = clientOf(await answersInTurn({ status: 200 }))
    await expect(client.send({ path })).rejects.toThrow(AddressNotAllowed)
  },
)

test.each([
  ['seconds', { 'retry-after': '7' }, 7000],
  [
    "a date, relative to the response's own clock",
    { date: 'Thu, 01 Jan 2026 10:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 10:00:09 GMT' },
    9000,
  ],
  ['capped at five minutes', { 'retry-after': '86400' }, 300_000],
])('F10: waits after a 429 as Retry-After says: %s', async (_name, headers, expected) => {
  const { client, waits, pauses } = clientOf(
    await answersInTurn({ status: 429, headers }, { status: 429, headers }, { status: 200 }),
  )
  expect(await client.json({ path: '/order' })).toEqual({ ok: true })
  expect(pauses).toEqual([expected, expected])
  expect(waits.map((wait) => wait.reason)).toEqual([
    'The platform is limiting requests',
    'The platform is limiting requests',
  ])
})

test('F10: backs off exponentially without Retry-After', async () => {
  const { client, pauses } = clientOf(
    await answersInTurn({ status: 429 }, { status: 429 }, { status: 429 }, { status: 200 }),
  )
  await client.json({ path: '/order' })
  expect(pauses).toEqual([500, 1000, 2000])
})

test('F11: retries twice after server errors', async () => {
  const { client, calls } = clientOf(await answersInTurn({ status: 500 }, { status: 502 }, { status: 200 }))
  expect(await client.json({ path: '/order' })).toEqual({ ok: true })
  expect(calls.map((call) => call.status)).toEqual([500, 502, 200])
})

test.each([
  ['a server error', (socket: Socket) => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n')],
  ['a connection reset', (socket: Socket) => socket.resetAndDestroy()],
  ['no response', (socket: Socket) => socket.end()],
  ['an empty response', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')],
  [
    'a malformed chunk',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}'),
  ],
  ['random bytes', (socket: Socket) => socket.end('lskdu018973t09sylgasjkfg1][]9[')],
  ['half a body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"orders":[')],
])('F11: %s is tried five times, then reported as an unavailable platform', async (_name, behave) => {
  let connections = 0
  const url = await listenRaw((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.once('data', () => behave(socket))
  })
  const { client, calls } = clientOf(url)
  await expect(client.json({ path: '/order', query: { token: 'hush' } })).rejects.toThrow(PlatformUnavailable)
  expect(connections).toBe(5)
  expect(calls).toHaveLength(5)
})

const LIMITS = { connectMs: 100, headersMs: 100, bodyIdleMs: 100, answerMs: 400 }

test.each([
  ['hangs', (_socket: Socket) => undefined],
  ['stops mid-response', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{')],
  [
    'sends one byte at a time',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write(' '), 30)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('F12: times out on a platform that %s', async (_name, behave) => {
  const url = await listenRaw((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => behave(socket))
  })
  const { client } = clientOf(url, { limits: { ...LIMITS, answerMs: 150 } })
  await expect(client.json({ path: '/order' })).rejects.toThrow('The platform didn’t respond in time, 5 times in a row')
})

test.each([401, 403])('F18: does not retry a credentials error (%i)', async (status) => {
  const { client, calls } = clientOf(await answersInTurn({ status }))
  await expect(client.send({ path: '/order' })).rejects.toThrow(CredentialsRejected)
  expect(calls).toHaveLength(1)
})

test('does not retry other client errors: send returns them, json throws', async () => {
  const { client, calls } = clientOf(await answersInTurn({ status: 422 }))
  expect(await client.send({ path: '/order' })).toMatchObject({ status: 422, text: '{"ok":true}' })
  await expect(client.json({ path: '/order' })).rejects.toThrow(RequestRejected)
  expect(calls).toHaveLength(2)
})

test.each([
  '{"orders":[{"id":"1"',
  '{"orders":[{"id":"1","note":"a } and a ',
  '[{"total":12',
  '{"a":"\\"}"',
  '{"a":tru',
])('F11: tries again after a response with status 200 that is cut short: %s', async (body) => {
  const { client, calls } = clientOf(await answersInTurn({ status: 200, body }, { status: 200, body }, { status: 200 }))
  expect(await client.json({ path: '/order' })).toEqual({ ok: true })
  expect(calls.map((call) => call.status)).toEqual([200, 200, 200])
})

test('F11: gives up on responses that are cut short after five attempts', async () => {
  const { client, calls } = clientOf(await answersInTurn({ status: 200, body: '{"orders":[' }))
  await expect(client.json({ path: '/order' })).rejects.toThrow(
    new PlatformUnavailable('The platform’s response was interrupted, 5 times in a row'),
  )
  expect(calls).toHaveLength(5)
})

test.each([
  ['html', '<html>maintenance</html>'],
  ['JSON with an error in the middle', '{"orders":[}]}'],
])('F13: rejects a response that is not JSON: %s', async (_name, body) => {
  const { client, calls } = clientOf(await answersInTurn({ status: 200, body }))
  await expect(client.json({ path: '/order?key=hush' })).rejects.toThrow(
    new MalformedResponse('The platform’s response to /order is not JSON'),
  )
  expect(calls).toHaveLength(1)
})

test('rejects a response larger than the limit', async () => {
  const { client } = clientOf(await answersInTurn({ status: 200, body: 'x'.repeat(2000) }), {
    limits: { ...LIMITS, headersMs: 5000, bodyIdleMs: 5000, answerMs: 5000, answerBytes: 1000 },
  })
  await expect(client.send({ path: '/order' })).rejects.toThrow(MalformedResponse)
})

const packed = gzipSync(JSON.stringify({ text: 'x'.repeat(100_000) }))

test('decompresses a gzip response', async () => {
  const url = await listen((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  const { client } = clientOf(url)
  expect(await client.json({ path: '/order' })).toEqual({ text: 'x'.repeat(100_000) })
})

test('applies the size limit to the decompressed response', async () => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  const limits = { ...LIMITS, headersMs: 5000, bodyIdleMs: 5000, answerMs: 5000, answerBytes: 50_000 }
  const { client, calls } = clientOf(url, { limits })
  await expect(client.json({ path: '/order' })).rejects.toThrow(MalformedResponse)
  expect(calls).toHaveLength(1)
})

test.each([
  ['a truncated gzip response', packed.subarray(0, packed.length / 2)],
  ['a response labeled gzip that is not compressed', Buffer.from('{}')],
])('F11: %s is tried five times', async (_name, body) => {
  const url = await listen((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
  })
  const { client, calls } = clientOf(url)
  await expect(client.json({ path: '/order' })).rejects.toThrow(PlatformUnavailable)
  expect(calls).toHaveLength(5)
})

test('33: does not follow a redirect', async () => {
  const target = await answersInTurn({ status: 200 })
  const { client } = clientOf(await answersInTurn({ status: 302, headers: { location: target } }))
  await expect(client.send({ path: '/order' })).rejects.toThrow(RequestRejected)
})

test('aborting a run ends a call in progress with the abort reason', async () => {
  const controller = new AbortController()
  const url = await listen(() => setTimeout(() => controller.abort(new Error('cancelled')), 20))
  const { client, calls } = clientOf(url, { signal: controller.signal })
  await expect(client.send({ path: '/order' })).rejects.toThrow('cancelled')
  expect(calls).toHaveLength(1)
})

test('aborting a run ends a pause with the abort reason', async () => {
  const controller = new AbortController()
  const pace = createScaledClock(1)
  const { client } = clientOf(await answersInTurn({ status: 429, headers: { 'retry-after': '60' } }), {
    pace,
    signal: controller.signal,
    onWait: () => setTimeout(() => controller.abort(new Error('cancelled')), 20),
  })
  await expect(client.send({ path: '/order' })).rejects.toThrow('cancelled')
})

test('error messages contain no secrets', async () => {
  const answers = [
    { status: 500 },
    { status: 422 },
    { status: 401 },
    { status: 302, headers: { location: 'https://shop.example/?key=hush' } },
  ]
  for (const answer of answers) {
    const { client } = clientOf(await answersInTurn(answer))
    const failure = await client
      .json({ path: '/order', query: { key: 'hush' }, headers: { authorization: 'hush' } })
      .catch((error: unknown) => error)
    expect(String(failure)).not.toContain('hush')
  }
})

test('reads an export line by line, however it is chunked', async () => {
  const url = await listen((_request, response) => {
    response.write('{"a":"é')
    setTimeout(() => response.end('"}\r\n\n{"b":2}\nlast'), 10)
  })
  const { client } = clientOf(url)
  expect(await Array.fromAsync(client.lines(`${url}/export?signature=1`))).toEqual(['{"a":"é"}', '', '{"b":2}', 'last'])
})

test.each([
  [403, RequestRejected],
  [500, RequestRejected],
])('an export that fails with %i throws RequestRejected', async (status, problem) => {
  const url = await answersInTurn({ status })
  const { client } = clientOf(url)
  await expect(Array.fromAsync(client.lines(url))).rejects.toThrow(problem)
})

test('continues an export that ends early with the lines that are missing', async () => {
  const answers = ['{"a":1}\n{"b":', '{"a":1}\n', '{"a":1}\n{"b":2}\n']
  let asked = 0
  const url = await listen((_request, response) => {
    response.end(answers[asked])
    asked += 1
  })
  const { client } = clientOf(url)
  expect(await Array.fromAsync(client.lines(url, 2))).toEqual(['{"a":1}', '{"b":2}'])
  expect(asked).toBe(3)
})

test('does not treat a truncated export as complete', async () => {
  const url = await listenRaw((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}\n{}\n'))
  })
  const { client } = clientOf(url)
  await expect(Array.fromAsync(client.lines(url))).rejects.toThrow(PlatformUnavailable)
})
