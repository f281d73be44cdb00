import { expect, test } from 'vitest'
import type { Member } from '#testkit/test-client.ts'
import { followDeletionHandler } from './billing.handlers.ts'
import { cancelSubscriptions } from './billing.subscriptions.ts'
import { accountOf, payingApp } from './paying-app.fixture.ts'

const t = await payingApp()
const run = { jobId: 'test', signal: new AbortController().signal }

const follow = ({ accountId }: Member) => followDeletionHandler.run(t.deps, { accountId }, run)

const purge = ({ accountId }: Member) => cancelSubscriptions.handle(t.deps, { accountId })

const subscriptionOf = async (member: Member) => {
  const { customerId } = await accountOf(t, member)
  const found = t.stripe.ledger.subscriptions.find(({ customer }) => customer === customerId)
  if (!found) throw new Error('no subscription')
  return found
}

const remove = async ({ token, password }: Member) =>
  expect((await t.call('DELETE', '/account', { token, body: { password } })).statusCode).toBe(204)

const restore = async ({ token }: Member) =>
  expect((await t.call('POST', '/account/restore', { token })).statusCode).toBe(200)

test("security 52: stops renewing a deleted account's subscription, and resumes it on restore", async () => {
  const member = await t.paying('Estate')
  await remove(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  await restore(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancel_at_period_end: false })
})

test('keeps a subscription cancelled if it was cancelled before the deletion', async () => {
  const member = await t.paying('Estate')
  t.stripe.ledger.cancelAtPeriodEnd(await subscriptionOf(member))
  await remove(member)
  await follow(member)
  await restore(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ cancel_at_period_end: true })
})

test('security 52: cancels the subscription before an account is purged', async () => {
  const member = await t.paying('Micro')
  await purge(member)
  await purge(member)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled' })
})

test('purges an account that never paid', async () => {
  const member = await t.register()
  await remove(member)
  await follow(member)
  await purge(member)
})
