import Fastify, { type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#server/http/present-error.ts'
import { testApp } from '#testkit/test-app.ts'
import { registerOutboxPage } from './outbox-page.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

const pageWith = async (
  env: Partial<typeof t.deps.env>,
  from: Pick<InjectOptions, 'remoteAddress' | 'headers'> = {},
) => {
  const app = Fastify()
  handleErrors(app)
  registerOutboxPage(app, { ...t.deps, env: { ...t.deps.env, ...env } })
  const response = await app.inject({ url: '/outbox', ...from })
  await app.close()
  return response
}

test('shows each email with its link in development, with markup escaped', async () => {
  const { email } = await t.register({ firstName: '<script>' })
  const response = await pageWith({})
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain(email)
  expect(response.body).toMatch(/<a href="http:\/\/cuvee\.test\/verify-email\?token=[^"]+&amp;userId=[^"]+">/)
  expect(response.body).not.toContain('<script>')
})

test.each([{ isProduction: true }, { SMTP_URL: 'smtp://mail.example' }])('hides the outbox with %j', async (env) => {
  expect((await pageWith(env)).statusCode).toBe(404)
})

test.each([
  { remoteAddress: '192.168.1.20' },
  { remoteAddress: '::ffff:10.0.0.9' },
  { headers: { 'x-forwarded-for': '203.0.113.9' } },
  { headers: { forwarded: 'for=203.0.113.9' } },
])('hides the outbox from requests of another machine: %j', async (from) => {
  expect((await pageWith({}, from)).statusCode).toBe(404)
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('shows the outbox to %s', async (remoteAddress) => {
  expect((await pageWith({}, { remoteAddress })).statusCode).toBe(200)
})
