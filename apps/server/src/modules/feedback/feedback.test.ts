import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
const given = { route: '/dashboard', email: 'no-email', rating: 4, comments: 'More cork.' }
const send = ({ token }: Member, body: object = given) => t.call('POST', '/send-feedback', { token, body })

test('stores feedback with its sender and audits it', async ({ member }) => {
  const response = await send(member)
  expect([response.statusCode, response.body]).toEqual([204, ''])
  const ofAccount = t.deps.db.selectFrom('feedback').selectAll().where('account_id', '=', member.accountId)
  expect(await ofAccount.execute()).toEqual([expect.objectContaining({ ...given, user_id: member.userId })])
  const audited = t.deps.db.selectFrom('audit_log').select('action').where('account_id', '=', member.accountId)
  expect(await audited.where('action', '=', 'feedback.send').execute()).toHaveLength(1)
})

test.each([0, 5])('accepts a rating of %i without comments', async (rating) => {
  expect((await send(await t.register(), { ...given, rating, comments: '' })).statusCode).toBe(204)
})

test.each([-1, 6, 2.5, '4', null])('rejects a rating of %j by field', async (rating) => {
  const response = await send(await t.register(), { ...given, rating })
  expect(response.statusCode).toBe(400)
  expect(response.json().errors[0].field).toBe('rating')
})

test('security 20: limits feedback to five per minute', async ({ member }) => {
  const statuses: number[] = []
  for (let number = 0; number < 6; number++) statuses.push((await send(member)).statusCode)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  t.clock.advance(60_000)
  expect((await send(member)).statusCode).toBe(204)
})
