import { expect, test } from 'vitest'
import type { Member } from '#testkit/test-client.ts'
import { followDeletionHandler } from './billing.handlers.ts'
import { billingHook } from './billing.hook.ts'
import { accountOf, payingApp } from './paying-app.fixture.ts'

const t = await payingApp()
const run = { jobId: 'test', signal: new AbortController().signal }

const follow = ({ accountId }: Member) => followDeletionHandler.run(t.deps, { accountId }, run)

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

test('security 52: a deleted account is not charged again, and is again when it is restored', async () => {
  const member = await t.paying('Estate')
  await remove(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  await restore(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', cancel_at_period_end: false })
})

test('what was cancelled before the account was deleted stays cancelled when it is restored', async () => {
  const member = await t.paying('Estate')
  t.stripe.ledger.cancelAtPeriodEnd(await subscriptionOf(member))
  await remove(member)
  await follow(member)
  await restore(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ cancel_at_period_end: true })
})

test('security 52: before an account is removed for good its subscription is ended', async () => {
  const member = await t.paying('Micro')
  await billingHook.beforePurge?.(t.deps, member.accountId)
  await billingHook.beforePurge?.(t.deps, member.accountId)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'canceled' })
})

test('an account that never paid has nothing to end', async () => {
  const member = await t.register()
  await remove(member)
  await follow(member)
  await billingHook.beforePurge?.(t.deps, member.accountId)
})
