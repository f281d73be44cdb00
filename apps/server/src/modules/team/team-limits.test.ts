import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
const MINUTE = 60_000
const NEW_PASSWORD = 'Magnum#Cork8'

const changePassword = ({ token, password }: Member, body: object = {}, key?: string) =>
  t.call('POST', '/user/change-password', {
    token,
    body: { currentPassword: password, newPassword: NEW_PASSWORD, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  })
const changeEmail = ({ token, userId, password }: Member, email: string, body: object = { password }) =>
  t.call('PUT', `/user/${userId}`, { token, body: { email, ...body } })
const invite = ({ token }: Member, email: string) =>
  t.call('POST', '/invitation', { token, body: { email, roles: ['User'] } })
const addUser = ({ token }: Member, email: string) =>
  t.call('POST', '/user/create', { token, body: { firstName: 'A', lastName: 'B', email, roles: ['User'] } })

test('security 20: ten wrong attempts block the right password too, whatever idempotency keys are sent', async () => {
  const member = await t.register()
  for (let number = 0; number < 10; number += 1) {
    const response = await changePassword(member, { currentPassword: 'wrong' }, `try ${number}`)
    expect(response.statusCode).toBe(400)
  }
  const limited = await changePassword(member)
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '900'])
  expect((await t.call('GET', '/account', { token: member.token })).statusCode).toBe(200)
  t.clock.advance(15 * MINUTE)
  expect((await changePassword(member)).statusCode).toBe(204)
})

test('a right password resets the limit', async ({ member }) => {
  const passwords = [member.password, NEW_PASSWORD, 'Again#Cork88']
  for (const [round, currentPassword] of passwords.slice(0, 2).entries()) {
    for (let number = 0; number < 6; number += 1) await changePassword(member, { currentPassword: 'wrong' })
    const change = { currentPassword, newPassword: passwords[round + 1] }
    expect((await changePassword(member, change)).statusCode).toBe(204)
  }
})

test('security 20: limits email changes to ten per hour, not changes of names', async ({ member }) => {
  for (let number = 0; number < 10; number += 1) {
    expect((await changeEmail(member, `other-${number}@oak.example`)).statusCode).toBe(200)
  }
  const limited = await changeEmail(member, 'other@oak.example')
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '3600'])
  const path = `/user/${member.userId}`
  expect((await t.call('PUT', path, { token: member.token, body: { firstName: 'Ada' } })).statusCode).toBe(200)
})

test('security 20: wrong passwords of an email change and of a password change are limited together', async () => {
  const member = await t.register()
  for (let number = 0; number < 9; number += 1) {
    expect((await changeEmail(member, 'guess@oak.example', { password: 'wrong' })).statusCode).toBe(400)
  }
  expect((await changePassword(member, { currentPassword: 'wrong' })).statusCode).toBe(400)
  expect((await changePassword(member)).statusCode).toBe(429)
})

test('security 20: limits resends of an invitation to five in ten minutes', async ({ member }) => {
  const { id } = (await invite(member, 'often@oak.example')).json()
  const resend = () => t.call('POST', `/invitation/${id}/resend`, { token: member.token })
  for (let number = 0; number < 5; number += 1) expect((await resend()).statusCode).toBe(200)
  expect((await resend()).statusCode).toBe(429)
  t.clock.advance(10 * MINUTE)
  expect((await resend()).statusCode).toBe(200)
})

test('security 20: limits reset emails that one network requests to twenty per hour', async () => {
  const request = (number: number, remoteAddress: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/user/request-reset-password',
      remoteAddress,
      payload: { email: `anyone-${number}@winery.example` },
    })
  const responses = await Promise.all(Array.from({ length: 21 }, (_, number) => request(number, '203.0.113.1')))
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await request(21, '203.0.113.2')).statusCode).toBe(204)
})

test('security 20: limits added and invited users to a hundred per hour and account', async () => {
  const [member, other] = [await t.register(), await t.register()]
  for (let number = 0; number < 99; number += 1) await invite(member, `crowd-${number}@oak.example`)
  expect((await addUser(member, 'crowd-99@oak.example')).statusCode).toBe(201)
  expect((await addUser(member, 'crowd-100@oak.example')).statusCode).toBe(429)
  expect((await invite(member, 'crowd-101@oak.example')).statusCode).toBe(429)
  expect((await invite(other, 'crowd-102@oak.example')).statusCode).toBe(201)
})
