import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { CHECKOUT_PLANS } from '#domain/plan.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { payingApp, readBillingRow } from './paying-app.fixture.ts'

const t = await payingApp()
const bare = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })

const errorOf = (response: { statusCode: number; json: () => { errors: { code: string }[] } }) => [
  response.statusCode,
  response.json().errors[0]?.code,
]

test('a trial shows its days, plan prices and no invoices', async () => {
  const member = await t.register()
  const ends = new Date(t.clock.now() + 14 * DAY_MS).toISOString()
  const billing = await t.billing(member)
  expect(billing).toMatchObject({
    plan: 'Reserve',
    source: 'Stripe',
    state: 'trial',
    trialEndsUtc: ends,
    trialDaysLeft: 14,
    changesEndUtc: ends,
    cardPayment: 'ready',
    hasSubscription: false,
    nextInvoice: null,
    invoices: [],
    marketplace: null,
  })
  expect(billing.prices).toContainEqual({ plan: 'Estate', amount: 149, currency: 'USD', interval: 'month' })
  expect(billing.prices).toHaveLength(CHECKOUT_PLANS.length)
})

test('payment activates the plan and shows its invoice in major units and the next one', async () => {
  const member = await t.paying('Boutique')
  const billing = await t.billing(member)
  const { url } = t.stripe.server
  expect(billing).toMatchObject({
    plan: 'Boutique',
    state: 'active',
    trialDaysLeft: null,
    changesEndUtc: null,
    hasSubscription: true,
    cancelsUtc: null,
    nextInvoice: { amount: 79, currency: 'USD', dateUtc: billing.periodEndsUtc },
    invoices: [{ amount: 79, currency: 'USD', status: 'paid', pdfUrl: expect.stringContaining(`${url}/invoice/`) }],
  })
})

test('omits invoice links that do not lead to the provider', async () => {
  const member = await t.paying('Micro')
  t.stripe.server.failNext(
    { edit: (body) => body.replaceAll(t.stripe.server.url, 'https://evil.example') },
    { when: ({ path }) => path === '/v1/invoices' },
  )
  expect(await t.billing(member)).toMatchObject({ invoices: [{ pdfUrl: null, pageUrl: null }] })
})

test('rejects a checkout URL that does not lead to the provider', async () => {
  const member = await t.register()
  t.stripe.server.failNext(
    { edit: (body) => body.replaceAll(t.stripe.server.url, 'https://evil.example') },
    { when: ({ path, method }) => path === '/v1/checkout/sessions' && method === 'POST' },
  )
  const response = await t.call('POST', '/billing/checkout', { token: member.token, body: { plan: 'Micro' } })
  expect(errorOf(response)).toEqual([503, 'billing.unavailable'])
})

test.each([
  ['checkout', { plan: 'Custom' }, 'plan'],
  ['checkout', { plan: 'Free' }, 'plan'],
  ['checkout', {}, 'plan'],
  ['stripe/confirm', { sessionId: '../subscriptions' }, 'sessionId'],
  ['stripe/confirm', { sessionId: 'sub_1' }, 'sessionId'],
  ['stripe/confirm', {}, 'sessionId'],
])('POST /billing/%s with %j returns 400 for the field %s', async (path, body, field) => {
  const { token } = await t.register()
  const response = await t.call('POST', `/billing/${path}`, { token, body })
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
})

test('a plan canceled at period end works until then without further invoices', async () => {
  const member = await t.paying('Estate')
  const { customerId } = await readBillingRow(t, member)
  const [subscription] = t.stripe.ledger.subscriptions.filter(({ customer }) => customer === customerId)
  if (!subscription) throw new Error('no subscription')
  t.stripe.ledger.cancelAtPeriodEnd(subscription)
  const billing = await t.billing(member)
  expect(billing).toMatchObject({ state: 'active', plan: 'Estate', nextInvoice: null })
  expect(billing.cancelsUtc).toBe(billing.periodEndsUtc)
})

describe('an account billed elsewhere', () => {
  test.each(['Direct', 'Microsoft'] as const)('rejects card payments when billed by %s', async (billing_source) => {
    const member = await t.register()
    await t.setAccount(member, { billing_source })
    expect(await t.billing(member)).toMatchObject({ source: billing_source, cardPayment: 'notUsed', prices: [] })
    for (const [path, body] of [
      ['checkout', { plan: 'Estate' }],
      ['portal', undefined],
      ['stripe/confirm', { sessionId: 'cs_test_1' }],
    ] as const) {
      const response = await t.call('POST', `/billing/${path}`, { token: member.token, ...(body ? { body } : {}) })
      expect(errorOf(response)).toEqual([409, 'billing.managed_elsewhere'])
    }
  })

  test('keeps its plan regardless of an earlier subscription', async () => {
    const member = await t.paying('Estate')
    await t.setAccount(member, { billing_source: 'Direct', account_type: 'Custom' })
    const { customerId } = await readBillingRow(t, member)
    for (const subscription of t.stripe.ledger.subscriptions)
      if (subscription.customer === customerId) t.stripe.ledger.cancel(subscription)
    await t.refresh(member)
    expect(await readBillingRow(t, member)).toMatchObject({ plan: 'Custom', readOnlyFrom: null })
  })
})

test('reports a missing payment provider', async () => {
  const { token } = await bare.register()
  const billing = (await bare.call('GET', '/billing', { token })).json()
  expect(billing).toMatchObject({ cardPayment: 'notSetUp', prices: [], invoices: [] })
  const calls = [
    await bare.call('POST', '/billing/checkout', { token, body: { plan: 'Micro' } }),
    await bare.call('POST', '/billing/portal', { token }),
    await bare.call('POST', '/billing/stripe/confirm', { token, body: { sessionId: 'cs_test_1' } }),
  ]
  for (const response of calls) expect(errorOf(response)).toEqual([409, 'billing.not_set_up'])
})

describe('the portal', () => {
  test('is the provider’s page for the account’s customer', async () => {
    const member = await t.paying('Micro')
    const { customerId } = await readBillingRow(t, member)
    const { url } = (await t.call('POST', '/billing/portal', { token: member.token })).json()
    expect(url).toContain(`${t.stripe.server.url}/portal/${customerId}`)
  })

  test('is unavailable before the first payment', async () => {
    const { token } = await t.register()
    expect(errorOf(await t.call('POST', '/billing/portal', { token }))).toEqual([409, 'billing.no_customer'])
  })
})

describe('the account of a marketplace subscription', () => {
  const link = (member: Member, id: string) =>
    t.deps.db
      .insertInto('billing')
      .values({ account_id: member.accountId, marketplace_subscription_id: id, updated_at: new Date(0) })
      .execute()

  test('is found only by its own users', async () => {
    const [owner, other] = [await t.register({ accountName: 'Oak Hill' }), await t.register()]
    await t.setAccount(owner, { billing_source: 'Microsoft' })
    await link(owner, 'saas-1')
    const path = '/account/find-account-with-subscription/saas-1'
    const found = await t.call('GET', path, { token: owner.token })
    expect([found.statusCode, found.json()]).toEqual([200, { accountId: owner.accountId, name: 'Oak Hill' }])
    expect(errorOf(await t.call('GET', path, { token: other.token }))).toEqual([404, 'account.not_found'])
    expect(await t.billing(owner)).toMatchObject({ marketplace: { subscriptionId: 'saas-1' } })
  })
})

test('security 25: a paid plan opens its features, and a downgrade closes them', async () => {
  const member = await t.paying('Estate')
  const status = async () => (await t.call('GET', '/reports/shared', { token: member.token })).statusCode
  expect(await status()).not.toBe(402)
  const { customerId } = await readBillingRow(t, member)
  const subscription = t.stripe.ledger.subscriptions.find(({ customer }) => customer === customerId)
  if (!subscription) throw new Error('no subscription')
  t.stripe.ledger.changePlan(subscription, 'Micro')
  await t.refresh(member)
  expect(await status()).toBe(402)
})
