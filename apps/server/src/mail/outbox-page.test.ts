import Fastify, { type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '#server/http/present-error.ts'
import { testApp } from '#testkit/test-app.ts'
import { outboxLink, registerOutboxPage } from './outbox-page.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })

const SECRET = 'a-secret_of-this-start'
const cookie = `cuvee_outbox=${SECRET}`

const pageWith = async (env: Partial<typeof t.deps.env>, from: InjectOptions = {}) => {
  const app = Fastify()
  handleErrors(app)
  registerOutboxPage(app, { ...t.deps, env: { ...t.deps.env, ...env } }, SECRET)
  const response = await app.inject({ url: '/outbox', ...from, headers: { cookie, ...from.headers } })
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

test('the printed link exchanges its secret for a cookie; without either, no email is shown', async () => {
  const { email } = await t.register()
  const link = new URL(outboxLink('http://127.0.0.1:3000', SECRET))
  const opened = await pageWith({}, { url: `${link.pathname}${link.search}`, headers: { cookie: '' } })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/outbox'])
  expect(opened.headers['set-cookie']).toBe(`${cookie}; Path=/outbox; HttpOnly; SameSite=Strict`)
  expect((await pageWith({})).body).toContain(email)
  for (const from of [
    { headers: { cookie: '' } },
    { headers: { cookie: 'cuvee_outbox=guess' } },
    { url: '/outbox?key=guess', headers: { cookie: '' } },
  ]) {
    const response = await pageWith({}, from)
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain(email)
    expect(response.body).not.toContain(SECRET)
  }
})

test.each([
  { isProduction: true },
  { SMTP_URL: 'smtp://mail.example' },
  { PUBLIC_URL: 'https://cuvee.example' },
  { HOST: '0.0.0.0' },
])('hides the outbox with %j', async (env) => {
  expect((await pageWith(env)).statusCode).toBe(404)
})

test.each([
  { remoteAddress: '192.168.1.20' },
  { remoteAddress: '::ffff:10.0.0.9' },
  { headers: { 'x-forwarded-for': '203.0.113.9' } },
  { headers: { forwarded: 'for=203.0.113.9' } },
  { headers: { host: 'cuvee.example' } },
])('hides the outbox from requests of another machine: %j', async (from) => {
  expect((await pageWith({}, from)).statusCode).toBe(404)
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('shows the outbox to %s', async (remoteAddress) => {
  expect((await pageWith({}, { remoteAddress })).statusCode).toBe(200)
})
