import { describe, expect, test } from 'vitest'
import type { Member } from '#testkit/test-client.ts'
import { payingApp, readBillingRow } from './paying-app.fixture.ts'

const t = await payingApp()

const confirm = async ({ token }: Member, sessionId: string) =>
  t.call('POST', '/billing/stripe/confirm', { token, body: { sessionId } })

const checkout = async ({ token }: Member, plan = 'Estate', headers = {}) =>
  t.call('POST', '/billing/checkout', { token, headers, body: { plan } })

const sessionsOf = async (member: Member) => {
  const { customerId } = await readBillingRow(t, member)
  return t.stripe.ledger.sessions.filter(({ customer }) => customer === customerId)
}

describe('security 43: returning from checkout', () => {
  test('activates the plan when the provider reports it as paid', async () => {
    const member = await t.register()
    const session = await t.open(member, 'Estate')
    t.stripe.ledger.pay(session)
    expect((await confirm(member, session.id)).json()).toEqual({ result: 'paid', plan: 'Estate' })
    expect(await readBillingRow(t, member)).toMatchObject({ plan: 'Estate', isTrial: false })
  })

  test('activates nothing without a payment', async () => {
    const member = await t.register()
    const session = await t.open(member, 'Estate')
    expect((await confirm(member, session.id)).json()).toEqual({ result: 'notPaid', plan: 'Reserve' })
    expect(await readBillingRow(t, member)).toMatchObject({ plan: 'Reserve', isTrial: true })
  })

  test('activates nothing for sessions of other accounts or unknown ones', async () => {
    const [payer, thief] = [await t.register(), await t.register()]
    const session = await t.open(payer, 'Estate')
    await t.open(thief, 'Micro')
    t.stripe.ledger.pay(session)
    for (const id of [session.id, 'cs_test_forged']) {
      const response = await confirm(thief, id)
      expect([response.statusCode, response.json().errors[0].code]).toEqual([404, 'billing.payment_not_found'])
    }
    expect(await readBillingRow(t, thief)).toMatchObject({ plan: 'Reserve', isTrial: true })
  })

  test('activates nothing for an account without a customer', async () => {
    const [payer, visitor] = [await t.register(), await t.register()]
    const session = await t.open(payer, 'Estate')
    t.stripe.ledger.pay(session)
    expect((await confirm(visitor, session.id)).statusCode).toBe(404)
  })

  test('reports a pending payment', async () => {
    const member = await t.register()
    const session = await t.open(member, 'Estate')
    session.status = 'complete'
    expect((await confirm(member, session.id)).json()).toMatchObject({ result: 'pending', plan: 'Reserve' })
  })

  test('returns the same result on repeated requests', async () => {
    const member = await t.register()
    const session = await t.open(member, 'Estate')
    t.stripe.ledger.pay(session)
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(member, session.id)))
    expect(answers.map((answer) => answer.json().result)).toEqual(['paid', 'paid', 'paid', 'paid'])
  })
})

describe('fault F19: repeated checkout requests', () => {
  test.each([2, 20])('%i concurrent requests open one page for one customer', async (times) => {
    const member = await t.register()
    const customers = t.stripe.ledger.customers.length
    const answers = await Promise.all(Array.from({ length: times }, () => checkout(member)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: times }, () => 200))
    expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1)
    expect(await sessionsOf(member)).toHaveLength(1)
    expect(t.stripe.ledger.customers.length).toBe(customers + 1)
  })

  test('a request for another plan closes the first page', async () => {
    const member = await t.register()
    await checkout(member, 'Micro')
    await checkout(member, 'Estate')
    expect((await sessionsOf(member)).map(({ status }) => status)).toEqual(['open', 'expired'])
  })

  test('a request after expiry opens a new page', async () => {
    const member = await t.register()
    const first = await t.open(member, 'Estate')
    first.status = 'expired'
    const second = await t.open(member, 'Estate')
    expect(second.id).not.toBe(first.id)
  })

  test('rejects a checkout of a paying account', async () => {
    const member = await t.paying('Micro')
    const response = await checkout(member)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([409, 'billing.has_subscription'])
  })

  test('allows buying an ended plan again', async () => {
    const member = await t.paying('Micro')
    const { customerId } = await readBillingRow(t, member)
    const subscription = t.stripe.ledger.subscriptions.find(({ customer }) => customer === customerId)
    if (!subscription) throw new Error('no subscription')
    t.stripe.ledger.cancel(subscription)
    await t.refresh(member)
    expect(await t.billing(member)).toMatchObject({ state: 'ended', plan: 'Micro', hasSubscription: false })
    const session = await t.open(member, 'Estate')
    t.stripe.ledger.pay(session)
    await confirm(member, session.id)
    expect(await t.billing(member)).toMatchObject({ state: 'active', plan: 'Estate', changesEndUtc: null })
  })
})

describe('fault F24: the payment provider is unavailable', () => {
  const isNewSession = ({ path, method }: { path: string; method: string }) =>
    path === '/v1/checkout/sessions' && method === 'POST'

  test.each(['reset', { status: 500 }, { status: 429 }, 'html'] as const)(
    'at checkout (%j): returns 503 with Retry-After, changes nothing, and the next attempt succeeds',
    async (fault) => {
      const member = await t.register()
      const before = await readBillingRow(t, member)
      t.stripe.server.failNext(fault, { when: isNewSession, times: 9 })
      const response = await checkout(member)
      expect([response.statusCode, response.json().errors[0].message]).toEqual([
        503,
        'Billing is temporarily unavailable',
      ])
      expect(response.headers['retry-after']).toBeDefined()
      const { customerId, ...after } = await readBillingRow(t, member)
      expect({ ...after, customerId: null }).toEqual(before)
      t.stripe.server.heal()
      expect((await checkout(member)).statusCode).toBe(200)
    },
  )

  test('retries carry the same idempotency key', async () => {
    const member = await t.register()
    t.stripe.server.failNext('reset', { when: isNewSession, times: 2 })
    await checkout(member)
    await checkout(member)
    const keys = t.stripe.server.calls
      .filter((call) => isNewSession(call) && call.body.includes(`client_reference_id=${member.accountId}`))
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await sessionsOf(member)).toHaveLength(1)
  })

  test('a truncated response takes effect once', async () => {
    const member = await t.register()
    t.stripe.server.failNext('cut', { when: isNewSession })
    await checkout(member)
    expect((await checkout(member)).statusCode).toBe(200)
    expect(await sessionsOf(member)).toHaveLength(1)
  })

  test('shows the stored state and reports the rest as unavailable', async () => {
    const member = await t.paying('Estate')
    t.stripe.server.failNext({ status: 500 }, { times: 99 })
    expect(await t.billing(member)).toMatchObject({
      plan: 'Estate',
      state: 'active',
      cardPayment: 'unavailable',
      hasSubscription: true,
      invoices: [],
    })
    t.stripe.server.heal()
  })

  test('an unverifiable payment activates nothing', async () => {
    const member = await t.register()
    const session = await t.open(member, 'Estate')
    t.stripe.ledger.pay(session)
    t.stripe.server.failNext({ status: 500 }, { times: 99 })
    expect((await confirm(member, session.id)).statusCode).toBe(503)
    expect(await readBillingRow(t, member)).toMatchObject({ plan: 'Reserve', isTrial: true })
    t.stripe.server.heal()
  })
})
