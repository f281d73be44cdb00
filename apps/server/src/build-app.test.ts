import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { contractCalls } from '#testkit/test-client.ts'

const t = await testApp()
const owner = await t.register()

/** A server whose authentication throws an error with internal details. */
const broken = await testApp({
  runsJobs: false,
  deps: {
    authenticate: async () => {
      throw new Error('select password_hash from users at /srv/cuvee/users.repo.ts')
    },
  },
})

const json = { 'content-type': 'application/json' }

const requests = {
  'a call': () => t.call('GET', '/account', { token: owner.token }),
  'a rejected call': () => t.call('GET', '/account'),
  'an unknown API URL': () => t.call('GET', '/nothing/here'),
  'an unknown URL': () => t.app.inject('/wp-login.php'),
  'a URL that cannot be decoded': () => t.app.inject('/%ff'),
  'an internal error': () => broken.app.inject({ url: '/api/account', headers: { authorization: 'Bearer a' } }),
  'a malformed body': () => t.app.inject({ method: 'POST', url: '/api/token', payload: '{', headers: json }),
  healthz: () => t.app.inject('/healthz'),
  'the docs': () => t.app.inject('/api/docs'),
}

test.each(Object.entries(requests))('security 30: sends the security headers with %s', async (_, send) => {
  const { headers } = await send()
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'cross-origin-opener-policy': 'same-origin',
  })
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
  ]) {
    expect(policy.split('; ')).toContain(rule)
  }
})

test('security 30: forbids caching of API responses', async () => {
  expect((await requests['a call']()).headers['cache-control']).toBe('no-store')
  expect((await requests['an unknown API URL']()).headers['cache-control']).toBe('no-store')
})

test.each(['https://evil.example', 'null', 'http://cuvee.test.evil.example'])(
  'security 28: sends no CORS headers to the origin %s',
  async (origin) => {
    const { headers } = await t.call('GET', '/account', { token: owner.token, headers: { origin } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  },
)

test('security 28: sends no CORS headers for a preflight request', async () => {
  const { statusCode, headers } = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/token',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(statusCode).toBe(405)
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
  'security 29: returns 415 for a body of type %s',
  async (type) => {
    const payload = '{"email":"a@b.example"}'
    const options = { method: 'POST', url: '/api/user/request-reset-password', payload } as const
    const { statusCode } = await t.app.inject({ ...options, headers: { 'content-type': type } })
    expect(statusCode).toBe(415)
  },
)

const bodies: Record<string, [body: string | Buffer, status: number]> = {
  'two megabytes': [JSON.stringify({ email: 'x'.repeat(2_000_000) }), 413],
  'ten thousand levels': [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
  'ten thousand levels in a field': [`{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
  'a prototype': ['{"__proto__":{"isAdmin":true},"email":"a@b.example"}', 400],
  'half an object': ['{"email":', 400],
  'an array': ['["email"]', 400],
  'a number': ['5', 400],
  'nothing at all': ['', 400],
  'a NUL': ['{"email":"a\\u0000@b.example"}', 400],
  'a lone quote': ['"', 400],
}

test.each(Object.entries(bodies))('security 48: rejects a body of %s', async (_, [payload, status]) => {
  const options = { method: 'POST', url: '/api/user/request-reset-password', payload, headers: json } as const
  const response = await t.app.inject(options)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ errors: [expect.objectContaining({ code: expect.stringContaining('request.') })] })
})

test('security 48: ignores a byte order mark, and validates and uses the last of repeated keys', async () => {
  const register = async (payload: string) =>
    t.app.inject({
      method: 'PUT',
      url: '/api/dashboards/default/name',
      payload,
      headers: { ...json, authorization: `Bearer ${owner.token}` },
    })
  const name = async () => (await t.call('GET', '/dashboards/default', { token: owner.token })).json().name
  expect((await register('\uFEFF{"newValue":"First","newValue":"Last"}')).statusCode).toBeLessThan(300)
  expect(await name()).toBe('Last')
  expect((await register('{"newValue":"First","newValue":""}')).statusCode).toBe(400)
  expect(await name()).toBe('Last')
})

test('security 48: does not decompress a compressed JSON body', async () => {
  const payload = gzipSync(JSON.stringify({ email: 'x'.repeat(50_000_000) }))
  const options = { method: 'POST', url: '/api/user/request-reset-password', payload } as const
  const { statusCode } = await t.app.inject({ ...options, headers: { ...json, 'content-encoding': 'gzip' } })
  expect(statusCode).toBe(400)
})

test.each(['/api/user/%00', `/api/user/${'a'.repeat(5000)}`, '/api/dashboards/%ff', '/api/user/../../etc/passwd'])(
  'security 31: rejects the URL %s without echoing it',
  async (url) => {
    const response = await t.app.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })
    expect([400, 404, 414]).toContain(response.statusCode)
    expect(response.body).not.toContain('etc/passwd')
    expect(response.body).not.toContain('%00')
  },
)

test('security 31: returns 404 for an invalid id or path and 400 for a long text, without database details', async () => {
  const { token } = owner
  const answers = [
    await t.call('GET', '/user/not-a-uuid', { token }),
    await t.call('GET', "/service/1'or'1/runs", { token }),
    await t.call('GET', '/notifications/00000000-0000-0000-0000-00000000000g', { token }),
    await t.call('PUT', '/dashboards/default/name', { token, body: { newValue: 'x'.repeat(1_000_000) } }),
    await t.app.inject('/%ff'),
    await t.app.inject('/assets/%00'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 400, 404, 400])
  for (const { body } of answers) expect(body).not.toMatch(/uuid|select|syntax|postgres|node_modules|\/apps\/|at /i)
})

test('security 31: returns a 500 with only the request id for an internal error', async () => {
  const response = await requests['an internal error']()
  expect([response.statusCode, response.json()]).toEqual([
    500,
    {
      errors: [{ code: 'server.unexpected', message: 'An unexpected error occurred' }],
      requestId: response.headers['x-request-id'],
    },
  ])
})

test('security 49: limits the time for headers to 20 seconds, and the time of requests and idle connections', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = t.app.server
  expect(headersTimeout).toBe(20_000)
  expect(requestTimeout).toBeGreaterThan(0)
  expect(keepAliveTimeout).toBeGreaterThan(0)
})

test('security 31: does not echo the URL of a 404', async () => {
  const { body } = await t.call('GET', '/no-such-call?secret=1')
  expect(JSON.parse(body)).toEqual({ errors: [{ code: 'route.not_found', message: 'Not found' }] })
})

test('security 17: returns 401 with a challenge for a missing or malformed token', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x y',
    `Bearer ${'a'.repeat(1_000_000)}`,
    'Basic dTpw',
    'Bearer a.b.c.d',
  ]) {
    const response = await t.app.inject({ url: '/api/account', headers: { authorization } })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
})

test('authenticates the caller before reading the body', async () => {
  const options = { method: 'POST', url: '/api/dashboards', payload: '{', headers: json } as const
  expect((await t.app.inject(options)).statusCode).toBe(401)
})

test('generates the request id of every response and ignores one sent by the client', async () => {
  const { headers } = await t.call('GET', '/account', { headers: { 'x-request-id': 'forged' } })
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('answers 304 when the ETag matches', async () => {
  const first = await t.call('GET', '/account', { token: owner.token })
  const etag = String(first.headers.etag)
  const again = await t.call('GET', '/account', { token: owner.token, headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await t.call('GET', '/account', { token: owner.token, headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})

test('documents every endpoint of the contract in OpenAPI', async () => {
  const document = (await t.app.inject('/api/openapi.json')).json()
  for (const { method, url } of contractCalls()) {
    const path = url.replace('/api', '').replace(/:(\w+)/g, '{$1}')
    expect(document.paths[path]).toHaveProperty(String(method).toLowerCase())
  }
})

test('serves every endpoint of the contract', () => {
  expect(contractCalls().filter(({ method, url }) => !t.app.hasRoute({ method, url }))).toEqual([])
})

test.each(contractCalls().filter(({ meta }) => meta.access === 'public'))(
  'security 23: $name asks for no token',
  async ({ method, url }) => {
    const response = await t.app.inject({ method: method, url: url.replace(/:\w+/g, 'x') })
    expect(response.headers['www-authenticate']).not.toBe('Bearer error="invalid_token"')
  },
)

test('serves healthz and readyz without a token, whatever the host', async () => {
  const headers = { host: 'probe.internal' }
  expect((await t.app.inject({ url: '/healthz', headers })).json()).toEqual({ status: 'ok' })
  expect((await t.app.inject({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' })
})
