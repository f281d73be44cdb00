import { expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { testApp } from '#testkit/test-app.ts'

const ALLOWED = 'https://portal.example.com'
const t = await testApp({ runsJobs: false, env: { CORS_ORIGINS: `${ALLOWED}, http://localhost:8080` } })

const corsHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control')))

const preflight = (origin: string) =>
  t.app.inject({
    method: 'OPTIONS',
    url: '/api/dashboards',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })

test('security 28: a page of a listed origin may call the API with a token, without cookies', async () => {
  const { statusCode, headers } = await preflight(ALLOWED)
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, ALLOWED])
  expect(headers['access-control-allow-headers']).toContain('Authorization')
  expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE')
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  const refused = await t.call('GET', '/account', { headers: { origin: 'http://localhost:8080' } })
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, 'http://localhost:8080'])
  expect(refused.headers['access-control-expose-headers']).toContain('RateLimit')
  expect(refused.headers.vary).toContain('Origin')
})

test.each(['https://evil.example', 'https://portal.example.com.evil.example', 'http://portal.example.com', 'null'])(
  'security 28: the origin %s is not allowed',
  async (origin) => {
    const { headers } = await t.call('GET', '/account', { headers: { origin } })
    expect(corsHeaders((await preflight(origin)).headers)['access-control-allow-origin']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  },
)

test.each(['https://portal.example.com/', 'https://portal.example.com/app', 'portal.example.com', '*'])(
  'CORS_ORIGINS refuses %s',
  (text) => {
    expect(() => parseEnv({ CORS_ORIGINS: `${ALLOWED},${text}` })).toThrow(/CORS_ORIGINS/)
  },
)
