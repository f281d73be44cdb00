import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHECKOUT_PLANS } from '#domain/plan.ts'
import { unscoped } from '#server/db/database.ts'
import type { Member } from '#testkit/test-client.ts'
import { payingApp, readBillingRow } from './paying-app.fixture.ts'
import type { StripeEvent, Subscription } from './stripe/fake/ledger.fixture.ts'

const t = await payingApp()
const SECOND = 1_000
const now = () => Math.floor(t.clock.now() / SECOND)

let made = 0
const eventAbout = (object: object, type = 'customer.subscription.updated'): StripeEvent => {
  made += 1
  return { id: `evt_test_${made}`, object: 'event', type, created: now(), data: { object } }
}

const isStoredEvent = async (event: StripeEvent): Promise<boolean> =>
  (await t.deps.db.selectFrom('payment_events').selectAll().where('event_id', '=', event.id).execute()).length === 1

const isDue = async ({ accountId }: Member): Promise<boolean> => {
  const { refresh_due_at } = await t.deps.db
    .selectFrom('billing')
    .select('refresh_due_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return refresh_due_at !== null
}

const subscriptionOf = async (member: Member): Promise<Subscription> => {
  const { customerId } = await readBillingRow(t, member)
  const found = t.stripe.ledger.subscriptions.find(({ customer }) => customer === customerId)
  if (!found) throw new Error('no subscription')
  return found
}

const jobsFor = async ({ accountId }: Member): Promise<number> => {
  const { rows } = await unscoped(t.deps.db).executeQuery<{ count: number }>({
    sql: `select count(*) as count from pgboss.job where name = 'refresh-billing' and data->>'accountId' = $1`,
    parameters: [String(accountId)],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'jobs' },
  })
  return Number(rows[0]?.count)
}

/** Milliseconds for 500 concurrent minimal requests and as many inserted rows. */
const simplest = async (when: string) => {
  const start = performance.now()
  const row = (at: number) => ({ event_id: `evt_bare_${when}_${at}`, received_at: new Date(at) })
  const answers = Array.from({ length: 500 }, async (_, at) => {
    await t.app.inject('/healthz')
    await t.deps.db.insertInto('payment_events').values(row(at)).execute()
  })
  await Promise.all(answers)
  return performance.now() - start
}

const member = await t.paying('Estate')
const subscription = await subscriptionOf(member)
await t.refresh(member)

describe('security 41: rejects an untrusted event and writes nothing', () => {
  const event = eventAbout(subscription)
  const headers: Record<string, Parameters<typeof t.post>[1]> = {
    'signed with another secret': { secret: 'whsec_other' },
    'of a changed body': { body: JSON.stringify(event).replace('active', 'canceled') },
    'of more than five minutes ago': { at: now() - 301 },
    'of more than five minutes ahead': { at: now() + 301 },
  }

  test.each(Object.entries(headers))('%s', async (_, options) => {
    expect(await t.post(event, options)).toBe(400)
    expect([await isStoredEvent(event), await isDue(member)]).toEqual([false, false])
  })

  test.each(['', 't=', 't=abc,v1=00', `t=${now()}`, `t=${now()},v0=00`, 'v1=00', `t=${now()},v1=${'0'.repeat(64)}`])(
    'with the header %j',
    async (signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const url = '/api/billing/stripe/webhook'
      const response = await t.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(event) })
      expect([response.statusCode, await isStoredEvent(event)]).toEqual([400, false])
    },
  )

  test('without a header, or without a body', async () => {
    const url = '/api/billing/stripe/webhook'
    const none = await t.app.inject({ method: 'POST', url, payload: JSON.stringify(event) })
    const empty = await t.app.inject({ method: 'POST', url, headers: { 'stripe-signature': t.stripe.sign('', now()) } })
    expect([none.statusCode, empty.statusCode]).toEqual([400, 400])
  })
})

describe('security 41: accepts a trusted event', () => {
  test.each([-299, 0, 299])('%i seconds from now', async (seconds) => {
    const event = eventAbout(subscription)
    expect([await t.post(event, { at: now() + seconds }), await isStoredEvent(event)]).toEqual([200, true])
  })

  test('with signatures of both the old and the new secret during a rotation', async () => {
    const event = eventAbout(subscription)
    const body = JSON.stringify(event)
    const [, old = ''] = t.stripe.sign(body, now(), 'whsec_old').split(',')
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `${t.stripe.sign(body, now())},${old}`,
    }
    const response = await t.app.inject({ method: 'POST', url: '/api/billing/stripe/webhook', headers, payload: body })
    expect(response.statusCode).toBe(200)
  })
})

describe('security 42: what an event does', () => {
  test('is applied once despite repeated and concurrent deliveries', async () => {
    const payer = await t.paying('Estate')
    await t.refresh(payer)
    const before = await jobsFor(payer)
    const event = eventAbout(await subscriptionOf(payer))
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.post(event)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    expect(await jobsFor(payer)).toBe(before + 1)
    await t.refresh(payer)
    expect(await t.post(event)).toBe(200)
    expect(await jobsFor(payer)).toBe(before + 1)
  })

  test.each([
    ['of an unknown type', { object: 'topup', id: 'tu_1' }],
    ['about an unknown customer', { object: 'subscription', id: 'sub_x', customer: 'cus_of_another' }],
    ['without a customer', { object: 'balance' }],
  ])('nothing for %s, although it is accepted', async (_, object) => {
    await t.refresh(member)
    const event = eventAbout(object, 'something.new')
    expect([await t.post(event), await isStoredEvent(event), await isDue(member)]).toEqual([200, true, false])
  })

  test('follows the provider’s current state, not the content of the event', async () => {
    const payer = await t.paying('Boutique')
    const own = await subscriptionOf(payer)
    const change = eventAbout(structuredClone(own))
    t.stripe.ledger.cancel(own)
    const end = eventAbout(structuredClone(own), 'customer.subscription.deleted')
    for (const event of [end, change]) {
      await t.post(event)
      await t.refresh(payer)
    }
    expect(await t.billing(payer)).toMatchObject({ state: 'ended', plan: 'Boutique', hasSubscription: false })
    const response = await t.call('POST', '/dashboards', { token: payer.token, body: { name: 'More' } })
    expect([response.statusCode, response.json().errors[0].code]).toEqual([402, 'account.plan_ended'])
  })

  test('never reaches another account', async () => {
    const [one, other] = [await t.paying('Estate'), await t.paying('Micro')]
    t.stripe.ledger.cancel(await subscriptionOf(one))
    await t.post(eventAbout({ ...(await subscriptionOf(one)), metadata: { accountId: String(other.accountId) } }))
    await t.refresh(one)
    await t.refresh(other)
    expect(await readBillingRow(t, other)).toMatchObject({ plan: 'Micro', readOnlyFrom: null })
  })
})

describe('fault F23', () => {
  test('shuffled, repeated and late events end in the state at the provider', async () => {
    const acts = fc.array(fc.constantFrom(...CHECKOUT_PLANS, 'fail', 'settle', 'cancelling', 'resume'), {
      minLength: 1,
      maxLength: 6,
    })
    const property = fc.asyncProperty(acts, fc.infiniteStream(fc.nat()), async (steps, chance) => {
      const payer = await t.paying('Estate')
      const own = await subscriptionOf(payer)
      const from = t.stripe.events.length
      for (const step of steps) {
        if (step === 'fail') t.stripe.ledger.failPayment(own)
        else if (step === 'settle') t.stripe.ledger.settle(own)
        else if (step === 'cancelling') t.stripe.ledger.cancelAtPeriodEnd(own)
        else if (step === 'resume') t.stripe.ledger.resume(own)
        else t.stripe.ledger.changePlan(own, step)
      }
      const events = t.stripe.events.slice(from).flatMap((event) => [event, event])
      const shuffled = events
        .map((event) => ({ event, place: chance.next().value ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
      // Three days late with a new signature, like the provider sends it.
      t.clock.advance(3 * 86_400 * SECOND)
      for (const { event, place } of shuffled) {
        expect(await t.post(event)).toBe(200)
        if (place % 2 === 0) await t.refresh(payer)
      }
      await t.refresh(payer)
      const account = await readBillingRow(t, payer)
      const plan = CHECKOUT_PLANS.find((name) => own.items.data[0]?.price.metadata.plan === name)
      expect(account).toMatchObject({
        plan,
        isTrial: false,
        subscriptionId: own.id,
        readOnlyReason: own.status === 'past_due' ? 'payment' : null,
      })
      expect(account.cancelsAt !== null).toBe(own.cancel_at_period_end)
    })
    await fc.assert(property, { numRuns: 8 })
  })

  test('answers each of a burst of 500 events within a second and queues one refresh', async () => {
    const payer = await t.paying('Estate')
    await t.refresh(payer)
    const before = await jobsFor(payer)
    const own = await subscriptionOf(payer)
    const leastBefore = await simplest('before')
    const times = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const start = performance.now()
        const status = await t.post(eventAbout(own))
        return { status, ms: performance.now() - start }
      }),
    )
    expect(new Set(times.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await jobsFor(payer)).toBe(before + 1)
    // Relative to the minimal requests, because a busy machine is slow at everything.
    const least = Math.max(leastBefore, await simplest('after'))
    expect(Math.max(...times.map(({ ms }) => ms))).toBeLessThan(Math.max(1_000, 8 * least))
  })
})
