import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const linksOf = async ({ email }: Member) =>
  (await t.mails())
    .filter(({ to, subject }) => to === email && subject === 'Confirm your email address')
    .map(({ text }) => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank'))
const follow = ({ search }: URL) => t.call('GET', `/user/verify-email${search}`)
const isVerified = async ({ userId, token }: Member) =>
  (await t.call('GET', `/user/${userId}`, { token })).json().emailVerified
const requestAgain = ({ token }: Member) => t.call('POST', '/user/request-email-verification', { token })

test('the link of the registration email verifies the address once', async ({ member }) => {
  const [link] = await linksOf(member)
  expect(link?.pathname).toBe('/verify-email')
  expect((await follow(link ?? new URL('about:blank'))).statusCode).toBe(204)
  expect(await isVerified(member)).toBe(true)
  expect((await follow(link ?? new URL('about:blank'))).statusCode).toBe(400)
})

test('a link expires after 24 hours', async ({ member }) => {
  const [link] = await linksOf(member)
  t.clock.advance(DAY)
  const response = await follow(link ?? new URL('about:blank'))
  expect(response.json().errors[0]).toMatchObject({
    code: 'auth.invalid_link',
    message: 'This link is invalid or has expired',
  })
})

test('a newer link invalidates the older one', async ({ member }) => {
  const [older] = await linksOf(member)
  expect((await requestAgain(member)).statusCode).toBe(204)
  const newer = (await linksOf(member)).at(-1)
  expect((await follow(older ?? new URL('about:blank'))).statusCode).toBe(400)
  expect((await follow(newer ?? new URL('about:blank'))).statusCode).toBe(204)
})

test('security 20: limits verification emails to one per minute', async ({ member }) => {
  expect((await requestAgain(member)).statusCode).toBe(204)
  const second = await requestAgain(member)
  expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '60'])
  t.clock.advance(MINUTE)
  expect((await requestAgain(member)).statusCode).toBe(204)
})

test('security 20: limits reset emails to three per hour, for known and unknown addresses alike', async () => {
  const { email } = await t.register()
  for (const address of [email, 'stranger@winery.example']) {
    const statuses: number[] = []
    for (let number = 0; number < 4; number++) {
      statuses.push((await t.call('POST', '/user/request-reset-password', { body: { email: address } })).statusCode)
    }
    expect(statuses).toEqual([204, 204, 204, 429])
  }
})
