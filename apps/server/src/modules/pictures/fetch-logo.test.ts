import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { createPlatformAccess } from '#server/modules/services/platform/platform-access.ts'
import { testApp } from '#testkit/test-app.ts'
import { fetchLogo } from './fetch-logo.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const open = await testApp({
  env: { RATE_LIMITS: 'off' },
  runsJobs: false,
  deps: { platforms: createPlatformAccess(parseEnv({ NODE_ENV: 'test', CONNECTOR_ALLOW_PRIVATE: '1' })) },
})
const owner = await t.register()

let reached = 0
let answer: RequestListener = (_request, response) => void response.end()
const server = createServer((request, response) => {
  reached += 1
  answer(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

const png = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#8b1e3f' } })
  .png()
  .toBuffer()

test.each([
  `http://127.0.0.1:${port}/logo.png`,
  'http://2130706433/logo.png',
  'http://0x7f.1/logo.png',
  'http://0177.0.0.1/logo.png',
  'http://[::ffff:127.0.0.1]/logo.png',
  'http://[::1]/logo.png',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.8/logo.png',
  'http://localhost./logo.png',
  'https://user:secret@93.184.215.14/logo.png',
  'https://93.184.215.14:22/logo.png',
  'file:///etc/passwd',
  'gopher://93.184.215.14/',
  'data:image/png;base64,AAAA',
  'not an address',
])('security 33: rejects a logo from %s without a request', async (logoUrl) => {
  const before = reached
  const response = await t.call('PUT', '/account/logo', { token: owner.token, body: { logoUrl } })
  expect([response.statusCode, response.json().errors[0]]).toEqual([
    400,
    { code: 'picture.address_refused', message: 'This URL isn’t allowed', field: 'logoUrl' },
  ])
  expect(reached).toBe(before)
})

test.each([
  ['10.1.2.3', 4],
  ['127.0.0.1', 4],
  ['169.254.169.254', 4],
  ['::ffff:10.0.0.1', 6],
])('security 33: refuses to connect to a host that resolves to %s', async (address, family) => {
  const deps = { ...t.deps, platforms: { ...t.deps.platforms, resolve: async () => [{ address, family }] } }
  const fetching = fetchLogo(deps, `http://logos.example/logo.png`, new AbortController().signal)
  await expect(fetching).rejects.toMatchObject({ code: 'picture.address_refused' })
})

describe('fetching a logo', () => {
  const fetchFrom = async (listener: RequestListener) => {
    answer = listener
    const { token } = await open.register()
    const body = { logoUrl: `http://127.0.0.1:${port}/logo` }
    return open.call('PUT', '/account/logo', { token, body })
  }
  const sends =
    (status: number, headers: Record<string, string>, body: Buffer | string = ''): RequestListener =>
    (_request, response) => {
      response.writeHead(status, headers).end(body)
    }

  test('stores a picture regardless of its content type', async () => {
    const response = await fetchFrom(sends(200, { 'content-type': 'text/html' }, png))
    expect(response.statusCode).toBe(200)
    const url: string = response.json().logoImageUrlLarge
    expect((await open.app.inject({ method: 'GET', url })).headers['content-type']).toBe('image/webp')
  })

  test.each([
    ['http://127.0.0.1/', 'inside'],
    ['https://elsewhere.example/logo.png', 'outside'],
  ])('security 33: does not follow a redirect to %s', async (location) => {
    const before = reached
    const response = await fetchFrom(sends(302, { location }))
    expect([response.statusCode, response.json().errors[0].message, reached - before]).toEqual([
      400,
      'This URL isn’t allowed',
      1,
    ])
  })

  test.each<[string, RequestListener, number, string]>([
    ['an HTML page', sends(200, {}, '<!doctype html><p>logo</p>'), 415, 'picture.unsupported'],
    ['a 404', sends(404, {}, png), 400, 'picture.not_fetched'],
    ['20 MB', sends(200, {}, Buffer.alloc(20 * 1_048_576)), 413, 'picture.too_large'],
    ['an aborted response', (_request, response) => void response.destroy(), 400, 'picture.not_fetched'],
  ])('rejects %s', async (_name, listener, status, code) => {
    const response = await fetchFrom(listener)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([status, code])
  })
})
