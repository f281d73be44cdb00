import { afterAll } from 'vitest'
import type { CheckoutPlan } from '#domain/plan.ts'
import { type TestApp, testApp, testClock } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { beginRefresh, findBilling } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'
import { type FakeStripe, startFakeStripe } from './stripe/fake/fake-stripe.fixture.ts'
import type { CheckoutSession, StripeEvent } from './stripe/fake/ledger.fixture.ts'

export interface PayingApp extends TestApp {
  readonly stripe: FakeStripe
  /** the checkout session stored at the provider */
  open(member: Member, plan: CheckoutPlan): Promise<CheckoutSession>
  /** a new account that has paid for a plan by card */
  paying(plan: CheckoutPlan): Promise<Member>
  billing(member: Member): Promise<Record<string, unknown>>
  /** posts an event like the provider */
  post(event: StripeEvent, options?: { at?: number; secret?: string; body?: string }): Promise<number>
  /** refreshes the billing state like the queued job */
  refresh(member: Member): Promise<void>
}

/** The server with a payment provider; jobs wait in the queue. */
export const payingApp = async (env: Readonly<Record<string, string>> = {}): Promise<PayingApp> => {
  const clock = testClock()
  const stripe = await startFakeStripe(() => clock.now())
  const t = await testApp({ clock, runsJobs: false, env: { ...stripe.environment, RATE_LIMITS: 'off', ...env } })
  afterAll(() => stripe.server.close())

  const open: PayingApp['open'] = async ({ token }, plan) => {
    const { url } = (await t.call('POST', '/billing/checkout', { token, body: { plan } })).json()
    const session = stripe.ledger.sessions.find((known) => known.url === url)
    if (!session) throw new Error(`no session has the page ${url}`)
    return session
  }

  const paying: PayingApp['paying'] = async (plan) => {
    const member = await t.register()
    const session = await open(member, plan)
    stripe.ledger.pay(session)
    await t.call('POST', '/billing/stripe/confirm', { token: member.token, body: { sessionId: session.id } })
    return member
  }

  const post: PayingApp['post'] = async (event, { at = Math.floor(clock.now() / 1_000), secret, body } = {}) => {
    const text = JSON.stringify(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(text, at, secret) }
    const url = '/api/billing/stripe/webhook'
    return (await t.app.inject({ method: 'POST', url, headers, payload: body ?? text })).statusCode
  }

  return {
    ...t,
    stripe,
    open,
    paying,
    billing: async ({ token }) => (await t.call('GET', '/billing', { token })).json(),
    post,
    refresh: async ({ accountId }) => {
      await beginRefresh(t.deps.db, accountId)
      await refreshBilling(t.deps, accountId)
    },
  }
}

/** The stored billing data of the account. */
export const readBillingRow = ({ deps }: TestApp, { accountId }: Member) => findBilling(deps.db, accountId)
