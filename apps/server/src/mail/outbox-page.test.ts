import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { registerOutboxPage } from './outbox-page.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

const pageWith = async (env: Partial<typeof t.deps.env>) => {
  const app = Fastify()
  registerOutboxPage(app, { ...t.deps, env: { ...t.deps.env, ...env } })
  const response = await app.inject('/outbox')
  await app.close()
  return response
}

test('in development the outbox shows each mail with its link, and no markup of its own', async () => {
  const { email } = await t.register({ firstName: '<script>' })
  const response = await pageWith({})
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain(email)
  expect(response.body).toMatch(/<a href="http:\/\/cuvee\.test\/verify-email\?token=[^"]+&amp;userId=[^"]+">/)
  expect(response.body).not.toContain('<script>')
})

test.each([{ isProduction: true }, { SMTP_URL: 'smtp://mail.example' }])('with %j there is no outbox', async (env) => {
  expect((await pageWith(env)).statusCode).toBe(404)
})
