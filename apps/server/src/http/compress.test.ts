import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { compressAnswers } from './compress.ts'
import { sendEtags } from './etag.ts'

const LONG = { text: 'Pinot Noir '.repeat(200) }
const SHORT = { text: 'Pinot Noir' }
const SIGNED_IN = { authorization: 'Bearer 1.2.3' }

let app: FastifyInstance

const start = (answers: Readonly<Record<string, { readonly type: string; readonly body: () => unknown }>>) => {
  app = Fastify()
  sendEtags(app)
  compressAnswers(app)
  for (const [path, { type, body }] of Object.entries(answers))
    app.get(path, (_request, reply) => reply.type(type).send(body()))
}

afterEach(() => app.close())

const JSON_TYPE = 'application/json; charset=utf-8'
const ALL = {
  '/long': { type: JSON_TYPE, body: () => JSON.stringify(LONG) },
  '/bytes': { type: JSON_TYPE, body: () => Buffer.from(JSON.stringify(LONG)) },
  '/short': { type: JSON_TYPE, body: () => JSON.stringify(SHORT) },
  '/csv': { type: 'text/csv', body: () => LONG.text },
  '/lines': { type: 'application/x-ndjson', body: () => Readable.from(['{"id":"a"}\n', '{"id":"b"}\n']) },
}

test.each([
  ['/long', 'br, gzip', SIGNED_IN, 'br'],
  ['/bytes', 'gzip, deflate, br', SIGNED_IN, 'br'],
  ['/long', 'gzip', SIGNED_IN, 'gzip'],
  ['/long', 'br;q=0, gzip;q=0.5', SIGNED_IN, 'gzip'],
  ['/lines', 'br', SIGNED_IN, 'br'],
  ['/lines', 'gzip', SIGNED_IN, 'gzip'],
  ['/long', 'identity', SIGNED_IN, undefined],
  ['/long', undefined, SIGNED_IN, undefined],
  // answers to sign-in hold tokens
  ['/long', 'br', {}, undefined],
  ['/short', 'br', SIGNED_IN, undefined],
  ['/csv', 'br', SIGNED_IN, undefined],
])('%s for a caller that accepts %s and sends %j is encoded as %s', async (path, accepted, headers, expected) => {
  start(ALL)
  const given = { ...headers, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) }
  const answer = await app.inject({ url: path, headers: given })
  expect(answer.headers['content-encoding']).toBe(expected)
  const body =
    expected === 'br'
      ? brotliDecompressSync(answer.rawPayload)
      : expected === 'gzip'
        ? gunzipSync(answer.rawPayload)
        : answer.rawPayload
  const plain = await app.inject({ url: path })
  expect(body.toString()).toBe(plain.body)
  expect(Number(answer.headers['content-length'] ?? answer.rawPayload.length)).toBe(answer.rawPayload.length)
})

test('the ETag of a compressed answer is weak, and a caller that has the answer gets 304', async () => {
  app = Fastify()
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, endpoint: true } as never
  })
  sendEtags(app)
  compressAnswers(app)
  app.get('/long', (_request, reply) => reply.type(JSON_TYPE).send(JSON.stringify(LONG)))
  const headers = { ...SIGNED_IN, 'accept-encoding': 'br' }
  const first = await app.inject({ url: '/long', headers })
  expect(first.headers.etag).toMatch(/^W\/"/)
  expect(first.headers.vary).toBe('accept-encoding')
  const second = await app.inject({
    url: '/long',
    headers: { ...headers, 'if-none-match': String(first.headers.etag) },
  })
  expect([second.statusCode, second.body, second.headers['content-encoding']]).toEqual([304, '', undefined])
})

test.each([['br', createBrotliDecompress]])(
  'a line of a stream arrives before the next one is there: %s',
  async (encoding, decompress) => {
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const lines = async function* () {
      yield '{"id":"a"}\n'
      await isReleased
      yield '{"id":"b"}\n'
    }
    start({ '/lines': { type: 'application/x-ndjson', body: () => Readable.from(lines()) } })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const request = get(`${url}/lines`, { headers: { ...SIGNED_IN, 'accept-encoding': encoding } })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    const received = answer?.pipe(decompress())
    const [first] = await once(received ?? request, 'data')
    expect(String(first)).toBe('{"id":"a"}\n')
    release()
    const [second] = await once(received ?? request, 'data')
    expect(String(second)).toBe('{"id":"b"}\n')
  },
)
