import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { purgeAccountsJob } from '#server/modules/account-lifecycle/purge-accounts.job.ts'
import { runJob } from '#testkit/run-job.ts'
import type { Member } from '#testkit/test-client.ts'
import { endSubscriptionsHandler, followDeletionHandler } from './billing.handlers.ts'
import { endSubscriptionsJob } from './billing.job.ts'
import { payingApp, readBillingRow } from './paying-app.fixture.ts'

const t = await payingApp()

const follow = ({ accountId }: Member) => runJob(followDeletionHandler, t.deps, { accountId })

/** Lets 30 days pass and purges the deleted accounts. */
const purge = async () => {
  t.clock.advance(30 * DAY_MS)
  await runJob(purgeAccountsJob, t.deps)
}

/** Queued cancellations of a customer's subscriptions, with their retries left. */
const cancellationsOf = async (customerId: string | null) => {
  const { rows } = await sql<{ data: object; retries: number }>`select data, retry_limit as retries from pgboss.job
    where name = ${endSubscriptionsJob.name} and data ->> 'customerId' = ${customerId}`.execute(unscoped(t.deps.db))
  return rows
}

const accountExists = async ({ accountId }: Member) =>
  (await t.deps.db.selectFrom('accounts').select('id').where('id', '=', accountId).execute()).length > 0

const subscriptionOf = async (member: Member) => {
  const { customerId } = await readBillingRow(t, member)
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

test('keeps a subscription canceled if it was canceled before the deletion', async () => {
  const member = await t.paying('Estate')
  t.stripe.ledger.cancelAtPeriodEnd(await subscriptionOf(member))
  await remove(member)
  await follow(member)
  await restore(member)
  await follow(member)
  expect(await subscriptionOf(member)).toMatchObject({ cancel_at_period_end: true })
})

test('security 52: cancels the subscription of a purged account', async () => {
  const member = await t.paying('Micro')
  const subscription = await subscriptionOf(member)
  await remove(member)
  await purge()
  const [job] = await cancellationsOf(subscription.customer)
  await runJob(endSubscriptionsHandler, t.deps, job?.data)
  await runJob(endSubscriptionsHandler, t.deps, job?.data)
  expect(subscription).toMatchObject({ status: 'canceled' })
})

test('security 52: purges an account while the payment provider is down, and retries the cancellation', async () => {
  const member = await t.paying('Micro')
  const subscription = await subscriptionOf(member)
  await remove(member)
  t.stripe.server.failNext({ status: 503 }, { times: Number.POSITIVE_INFINITY })
  await purge()
  expect(await accountExists(member)).toBe(false)
  const [job] = await cancellationsOf(subscription.customer)
  expect(job?.retries).toBeGreaterThan(0)
  await expect(runJob(endSubscriptionsHandler, t.deps, job?.data)).rejects.toMatchObject({
    code: 'billing.unavailable',
  })
  expect(subscription).toMatchObject({ status: 'active' })
  t.stripe.server.heal()
  await runJob(endSubscriptionsHandler, t.deps, job?.data)
  expect(subscription).toMatchObject({ status: 'canceled' })
})

test('purges an account that never paid', async () => {
  const member = await t.register()
  await remove(member)
  await follow(member)
  await purge()
  expect(await accountExists(member)).toBe(false)
})
