import type { InjectOptions } from 'fastify'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/build-app.ts'
import { DEMO_SIGN_IN, type Env } from '#server/env.ts'
import { testApp } from '#testkit/test-app.ts'
import { endDemoSessions, makeDemo } from './demo.ts'

const t = await testApp({ env: { DEMO: '1', RATE_LIMITS: 'off' }, runsJobs: false })
await makeDemo(t.deps)

const EXPOSED: readonly Partial<Env>[] = [
  { PUBLIC_URL: 'https://cuvee.example' },
  { HOST: '0.0.0.0' },
  { isProduction: true },
]

const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })

/** The same data, served with other settings. */
const appWith = async (settings: Partial<Env>) => {
  const deps = { ...t.deps, log, env: { ...t.deps.env, ...settings } }
  const app = await buildApp(deps)
  onTestFinished(() => app.close())
  return { app, deps }
}

const signIn = (app: typeof t.app, from: InjectOptions = {}) => {
  const payload = { grant_type: 'password', username: DEMO_SIGN_IN.email, password: DEMO_SIGN_IN.password }
  return app.inject({ method: 'POST', url: '/api/token', payload, ...from })
}
const demoOf = async (app: typeof t.app, from: InjectOptions = {}) =>
  (await app.inject({ url: '/api/system/client', ...from })).json().demo

test('a local trial offers the demo to this computer', async () => {
  expect((await signIn(t.app)).statusCode).toBe(200)
  expect(await demoOf(t.app)).toEqual(DEMO_SIGN_IN)
})

test.each([
  { remoteAddress: '192.168.1.20' },
  { headers: { 'x-forwarded-for': '203.0.113.9' } },
  { headers: { origin: 'https://trial.example' } },
])('a local trial refuses the demo sign-in to others: %j', async (from) => {
  expect((await signIn(t.app, from)).statusCode).toBe(401)
  expect(await demoOf(t.app, from)).toBeNull()
})

test.each(EXPOSED)(
  'with %j, an existing demo user is signed out and refused, and the log tells the operator',
  async (settings) => {
    const session = (await signIn(t.app)).json()
    const { app, deps } = await appWith(settings)
    logged.length = 0
    await endDemoSessions(deps)
    expect(logged.join()).toContain('demo@cuvee.example cannot sign in')
    const headers = { authorization: `Bearer ${session.access_token}` }
    expect((await app.inject({ url: '/api/account', headers })).statusCode).toBe(401)
    const refused = await signIn(app)
    const wrong = await app.inject({
      method: 'POST',
      url: '/api/token',
      payload: { grant_type: 'password', username: 'nobody@cuvee.example', password: DEMO_SIGN_IN.password },
    })
    expect([refused.statusCode, refused.body]).toEqual([401, wrong.body])
    expect(logged.join()).toContain('refused to sign in demo@cuvee.example')
    expect(await demoOf(app)).toBeNull()
  },
)

const other = await testApp({ env: { DEMO: '1', PUBLIC_URL: 'https://cuvee.example' }, runsJobs: false })

test('a new server that others reach gets no demo', async () => {
  await makeDemo(other.deps)
  expect((await signIn(other.app)).statusCode).toBe(401)
})
