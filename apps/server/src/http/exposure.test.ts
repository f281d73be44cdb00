import { networkInterfaces } from 'node:os'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/build-app.ts'
import { type Env, parseEnv } from '#server/env.ts'
import { testApp } from '#testkit/test-app.ts'
import { isLocalRequest, parseHostName, rejectForeignHosts } from './exposure.ts'
import { handleErrors } from './present-error.ts'

const t = await testApp({ runsJobs: false })

const appFor = (publicUrl: string, env: Env = parseEnv({})) => {
  const app = Fastify({ trustProxy: (_address, hop) => hop < env.TRUST_PROXY })
  handleErrors(app)
  rejectForeignHosts(app, { publicUrl })
  app.get('/', async (request) => ({ isLocal: isLocalRequest(request, env) }))
  onTestFinished(() => app.close())
  return app
}

const PUBLIC = 'https://cuvee.example.com'

test.each([
  ['cuvee.example.com', 200],
  ['CUVEE.example.com:8443', 200],
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['[::1]:3000', 200],
  ['evil.example', 421],
  ['cuvee.example.com.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['192.168.1.20:3000', 421],
  ['evil.example@localhost', 421],
  ['localhost/evil', 421],
])('a request for the host %j is answered with %i', async (host, status) => {
  const response = await appFor(PUBLIC).inject({ url: '/', headers: { host } })
  expect(response.statusCode).toBe(status)
  if (status === 421) expect(response.json().errors[0].code).toBe('request.misdirected')
})

test('a local trial refuses other hosts too, with every call and page', async () => {
  const headers = { host: 'rebound.example' }
  for (const url of ['/', '/api/system/client', '/api/account', '/outbox', '/metrics', '/nothing']) {
    expect([url, (await t.app.inject({ url, headers })).statusCode]).toEqual([url, 421])
  }
})

test('reads the host that a trusted proxy names, and no other', async () => {
  const headers = { host: 'upstream', 'x-forwarded-host': 'cuvee.example.com' }
  const behindProxy = appFor(PUBLIC, parseEnv({ TRUST_PROXY: '1' }))
  expect((await behindProxy.inject({ url: '/', headers })).statusCode).toBe(200)
  expect((await appFor(PUBLIC).inject({ url: '/', headers })).statusCode).toBe(421)
})

const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

test.runIf(ownAddress)('answers at the address that the connection was made to, as monitoring does', async () => {
  const app = appFor(PUBLIC, parseEnv({ HOST: '0.0.0.0' }))
  const { port } = new URL(await app.listen({ host: '0.0.0.0', port: 0 }))
  const response = await fetch(`http://${ownAddress}:${port}/`)
  expect([response.status, await response.json()]).toEqual([200, { isLocal: false }])
})

test.each([
  [{}, {}, true],
  [{}, { headers: { origin: 'http://localhost:5173' } }, true],
  [{}, { remoteAddress: '::ffff:127.0.0.1' }, true],
  [{}, { remoteAddress: '192.168.1.20' }, false],
  [{}, { headers: { 'x-forwarded-for': '203.0.113.9' } }, false],
  [{}, { headers: { 'x-real-ip': '203.0.113.9' } }, false],
  [{}, { headers: { via: '1.1 proxy' } }, false],
  [{}, { headers: { origin: 'https://trial.example' } }, false],
  [{}, { headers: { origin: 'null' } }, false],
  [{ PUBLIC_URL: PUBLIC }, {}, false],
  [{ HOST: '0.0.0.0' }, {}, false],
  [{ NODE_ENV: 'production' }, {}, false],
])('with the settings %j, a request %j is local: %s', async (settings, request, isLocal) => {
  const response = await appFor(PUBLIC, parseEnv(settings)).inject({ url: '/', ...request })
  expect(response.json()).toEqual({ isLocal })
})

test.each([
  ['a.example:80', 'a.example'],
  ['[::1]:80', '::1'],
  ['a.example.', 'a.example'],
  ['user@a.example', null],
  ['a b', null],
])('the host name of %j is %j', (authority, name) => {
  expect(parseHostName(authority)).toBe(name)
})

const metrics = async (
  settings: Partial<Env>,
  request: { headers?: Record<string, string>; remoteAddress?: string },
) => {
  const app = await buildApp({ ...t.deps, env: { ...t.deps.env, ...settings } }, { routes: {} })
  onTestFinished(() => app.close())
  const { statusCode, body } = await app.inject({ url: '/metrics', ...request })
  expect(body.includes('cuvee_process_uptime_seconds')).toBe(statusCode === 200)
  return statusCode
}

const METRICS_TOKEN = 'a-long-metrics-token'

test('metrics need their token; without one they are for this computer only', async () => {
  const authorized = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
  await t.app.inject('/healthz')
  expect(await metrics({}, { remoteAddress: '192.168.1.20' })).toBe(404)
  expect(await metrics({ HOST: '0.0.0.0' }, {})).toBe(404)
  expect(await metrics({ PUBLIC_URL: PUBLIC }, {})).toBe(404)
  expect(await metrics({ METRICS_TOKEN }, {})).toBe(404)
  expect(await metrics({ METRICS_TOKEN }, { headers: { authorization: 'Bearer another-metrics-tok' } })).toBe(404)
  expect(await metrics({ METRICS_TOKEN, HOST: '0.0.0.0' }, { ...authorized, remoteAddress: '192.168.1.20' })).toBe(200)
  const local = await t.app.inject('/metrics')
  expect(local.headers['content-type']).toContain('text/plain')
  expect(local.body).toMatch(/^cuvee_http_answers_total\{status="2xx"\} \d+$/m)
})
