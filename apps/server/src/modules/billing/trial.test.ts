import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { PAYMENT_GRACE_DAYS } from '#domain/plan.ts'
import { runJob } from '#testkit/run-job.ts'
import type { Member } from '#testkit/test-client.ts'
import { trialNoticesJob } from './billing.notifications.ts'
import { payingApp, readBillingRow } from './paying-app.fixture.ts'

const t = await payingApp()

const sendTrialNotices = () => runJob(trialNoticesJob, t.deps)

const subjectsOf = async ({ accountId, userId }: Member): Promise<(string | null)[]> => {
  const rows = await t.deps.db
    .selectFrom('notifications')
    .select('subject')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .orderBy('created_at')
    .execute()
  return rows.map(({ subject }) => subject)
}

const mailsTo = async ({ email }: Member, about: RegExp): Promise<string[]> =>
  (await t.mails()).filter(({ to, subject }) => to === email && about.test(subject)).map(({ subject }) => subject)

const change = ({ token }: Member) => t.call('POST', '/dashboards', { token, body: { name: 'More' } })

describe('a trial', () => {
  test('notifies once each 7, 3 and 1 days before its end and at its end, in the app and by email', async () => {
    const member = await t.register()
    const colleague = await t.register()
    await t.setUser(colleague, { roles: ['User'] })
    for (let hours = 0; hours <= 16 * 24; hours += 6) {
      await sendTrialNotices()
      await sendTrialNotices()
      t.clock.advance(DAY_MS / 4)
    }
    const expected = [
      'Your trial ends in 7 days',
      'Your trial ends in 3 days',
      'Your trial ends tomorrow',
      'Your trial has ended',
    ]
    expect(await subjectsOf(member)).toEqual(expected)
    expect((await mailsTo(member, /trial/)).toSorted()).toEqual(expected.toSorted())
    expect(await subjectsOf(colleague)).toEqual([])
  })

  test('notifies again after an extension', async () => {
    const member = await t.register()
    t.clock.advance(8 * DAY_MS)
    await sendTrialNotices()
    await t.setAccount(member, { trial_expires_at: new Date(t.clock.now() + 5 * DAY_MS) })
    await sendTrialNotices()
    expect(await subjectsOf(member)).toEqual(['Your trial ends in 6 days', 'Your trial ends in 5 days'])
  })

  test('sends no notifications after payment', async () => {
    const member = await t.paying('Micro')
    t.clock.advance(13 * DAY_MS)
    await sendTrialNotices()
    expect(await subjectsOf(member)).toEqual([])
  })

  test('becomes read-only except for billing after its end, until payment', async () => {
    const member = await t.register()
    await t.setAccount(member, { trial_expires_at: new Date(t.clock.now() - 1) })
    expect((await change(member)).json().errors[0]).toMatchObject({
      code: 'account.trial_over',
      message: 'Your trial has ended. Choose a plan to make changes.',
    })
    expect((await t.call('GET', '/dashboards', { token: member.token })).statusCode).toBe(200)
    expect(await t.billing(member)).toMatchObject({ state: 'trialOver', trialDaysLeft: 0 })
    const session = await t.open(member, 'Micro')
    t.stripe.ledger.pay(session)
    await t.call('POST', '/billing/stripe/confirm', { token: member.token, body: { sessionId: session.id } })
    expect((await change(member)).statusCode).toBeLessThan(300)
  })
})

describe('a payment that fails', () => {
  const failing = async () => {
    const member = await t.paying('Estate')
    const { customerId } = await readBillingRow(t, member)
    const subscription = t.stripe.ledger.subscriptions.find(({ customer }) => customer === customerId)
    if (!subscription) throw new Error('no subscription')
    t.stripe.ledger.failPayment(subscription)
    await t.refresh(member)
    return { member, subscription }
  }

  test('notifies once, keeps access for two weeks, then becomes read-only with the same plan', async () => {
    const { member } = await failing()
    await t.refresh(member)
    expect(await subjectsOf(member)).toEqual(['Your payment didn’t go through'])
    expect(await mailsTo(member, /payment/)).toEqual(['Your payment didn’t go through'])
    expect(await t.billing(member)).toMatchObject({ state: 'paymentFailed', plan: 'Estate' })
    expect((await change(member)).statusCode).toBeLessThan(300)
    // Sessions expire after at most 7 days.
    t.clock.advance(PAYMENT_GRACE_DAYS * DAY_MS)
    const again = { ...member, token: (await t.signIn(member.email, member.password)).access_token }
    await t.refresh(member)
    expect((await change(again)).json().errors[0].code).toBe('account.payment_overdue')
    expect(await t.billing(again)).toMatchObject({ state: 'paymentOverdue', plan: 'Estate' })
    expect((await t.call('GET', '/dashboards', { token: again.token })).statusCode).toBe(200)
  })

  test('restores access once paid, and notifies of the next failure', async () => {
    const { member, subscription } = await failing()
    t.stripe.ledger.settle(subscription)
    await t.refresh(member)
    expect(await t.billing(member)).toMatchObject({ state: 'active', changesEndUtc: null })
    t.clock.advance(DAY_MS)
    t.stripe.ledger.failPayment(subscription)
    await t.refresh(member)
    expect(await subjectsOf(member)).toHaveLength(2)
  })
})
