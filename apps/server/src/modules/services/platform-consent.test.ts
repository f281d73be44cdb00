import { afterAll, test as base, beforeEach, expect } from 'vitest'
import { FAKE_PUBLIC_APP } from '#connectors/shopify/fake/consent.fixture.ts'
import { FAKE_SHOP, startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { FAKE_SQUARE_APP } from '#connectors/square/fake-consent.fixture.ts'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import type { Session } from '#contract/auth.ts'
import { ServiceType } from '#contract/services.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { consentCalls, platformCalls, readableRows } from './platform-sync.fixture.ts'

const clock = testClock()
const fake = await startSquareFake({ orders: 6, now: () => clock.now() })
const shopWinery = createShopifyWinery({ orders: 6, until: clock.now() - 60_000 })
const shop = await startFakeShopify({ winery: shopWinery, now: () => clock.now() })
afterAll(() => Promise.all([fake.server.close(), shop.server.close()]))

const t = await testApp({
  clock,
  runsJobs: false,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    SQUARE_URL: fake.server.url,
    SQUARE_CLIENT_ID: FAKE_SQUARE_APP.clientId,
    SQUARE_CLIENT_SECRET: FAKE_SQUARE_APP.clientSecret,
    SHOPIFY_URL: shop.server.url,
    SHOPIFY_CLIENT_ID: FAKE_PUBLIC_APP.clientId,
    SHOPIFY_CLIENT_SECRET: FAKE_PUBLIC_APP.clientSecret,
    SHOPIFY_EXTRA_SCOPES: 'read_users',
  },
})
const { syncHere, serviceOf } = platformCalls(t)
const { register, finish, connected, works, servicesOf } = consentCalls(t, (member, body) => consent(member, body))
const test = base.extend('member', () => register())

beforeEach(() => {
  fake.consent.isDeclined = false
  fake.consent.merchant = 'MERCHANT'
  shop.consent.withheld = []
})

const start = (member: Member, body: object = { type: 'square' }) =>
  t.call('POST', '/service/connect', { ...member, body })

/** What a browser does: opens the platform's page, and comes back with a query. */
const consent = async (member: Member, body?: object): Promise<string> => {
  const { url } = (await start(member, body)).json<{ url: string }>()
  const page = await fetch(url, { redirect: 'manual' })
  const back = new URL(page.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe('http://cuvee.test/admin/services/connected')
  return back.search
}

const signedInAgain = async (member: Member): Promise<Member> => ({
  ...member,
  token: (await t.signIn(member.email, member.password)).access_token,
})

test('offers consent only for platforms where the operator has an app', async ({ member }) => {
  const types = ServiceType.array().parse((await t.call('GET', '/service/types', member)).json())
  expect(types.filter((type) => type.consent !== null)).toMatchObject([
    { type: 'shopify', consent: { asks: ['shop'] } },
    { type: 'square', consent: { asks: [], replaces: ['accessToken'] } },
    // It needs no app.
    { type: 'woocommerce', consent: { asks: ['storeUrl'] } },
  ])
  expect(readErrorCode(await start(member, { type: 'commerce7' }))).toBe('service.no_consent')
})

test('connects Square by consent and syncs it, without showing or storing a token in plain text', async () => {
  const member = await register()
  const service = await connected(member)
  expect(service).toMatchObject({ type: 'square', name: 'Square', isConsented: true, secretsSet: [], settings: {} })
  expect(await syncHere(member, service.id)).toMatchObject({ status: 'succeeded', counts: { orders: 6, rejected: 0 } })
  const db = unscoped(t.deps.db)
  const stored = await Promise.all([
    db.selectFrom('services').selectAll().execute(),
    db.selectFrom('audit_log').selectAll().execute(),
    serviceOf(member, service.id),
  ])
  expect(readableRows(stored)).not.toMatch(/EAAA-|EQAA-/)
})

test('a consent works once, within an hour, and only in the session that started it', async () => {
  const [member, other] = [await register(), await register()]
  const query = await consent(member)
  const code = async (who: Member, given: string) => readErrorCode(await finish(who, given))
  expect(await code(other, query)).toBe('service.consent_expired')
  expect(await code(member, query.replace(/state=[^&]+/, 'state=guessed'))).toBe('service.consent_expired')
  expect(await code(await signedInAgain(member), query)).toBe('service.consent_expired')
  expect((await finish(member, query)).statusCode).toBe(200)
  expect(await code(member, query)).toBe('service.consent_expired')
  const late = await consent(member)
  clock.advance(61 * 60_000)
  const body = { grant_type: 'refresh_token', refresh_token: member.refreshToken }
  const { access_token: token } = (await t.call('POST', '/token', { body })).json<Session>()
  expect(await code({ ...member, token }, late)).toBe('service.consent_expired')
})

test('a declined consent and a replayed code connect nothing', async ({ member }) => {
  const used = new URLSearchParams(await consent(member))
  await finish(member, used.toString())
  const again = new URLSearchParams(await consent(member))
  again.set('code', used.get('code') ?? '')
  expect(readErrorCode(await finish(member, again.toString()))).toBe('service.consent_denied')
  fake.consent.isDeclined = true
  const declined = await finish(member, await consent(member))
  expect([declined.statusCode, readErrorCode(declined)]).toEqual([409, 'service.consent_denied'])
  expect(await servicesOf(member)).toHaveLength(1)
})

test('renews a token after a week, once for calls at the same time, and once more when Square rejects it early', async () => {
  const member = await register()
  const { id } = await connected(member)
  const renewals = () => fake.consent.issued.filter((kind) => kind === 'refresh_token').length
  const before = renewals()
  expect(await works(member, id)).toBe(true)
  expect(renewals()).toBe(before)
  clock.advance(8 * DAY_MS)
  const later = await signedInAgain(member)
  expect(await Promise.all([works(later, id), works(later, id)])).toEqual([true, true])
  expect(renewals()).toBe(before + 1)
  fake.server.failNext({ status: 401 })
  expect(await works(later, id)).toBe(true)
  expect(renewals()).toBe(before + 2)
})

test('access that ended asks to connect again, which heals the service but accepts no other business', async () => {
  const member = await register()
  const { id } = await connected(member)
  fake.consent.revoke()
  await syncHere(member, id)
  expect(await serviceOf(member, id)).toMatchObject({
    state: 'needsAttention',
    problem: 'Square no longer gives Cuvee access. Connect Square again.',
  })
  fake.consent.merchant = 'OTHER'
  const again = { type: 'square', id }
  expect(readErrorCode(await finish(member, await consent(member, again)))).toBe('service.other_business')
  fake.consent.merchant = 'MERCHANT'
  expect(await connected(member, again)).toMatchObject({ id, state: 'new', problem: null })
  expect(await works(member, id)).toBe(true)
})

test('another account’s service cannot be connected again', async () => {
  const [member, other] = [await register(), await register()]
  const { id } = await connected(member)
  expect(readErrorCode(await start(other, { type: 'square', id }))).toBe('service.not_found')
})

const SHOP = { type: 'shopify', settings: { shop: FAKE_SHOP } }

test('connects a shop by consent, with tokens that are renewed each hour, until the app is uninstalled there', async () => {
  const member = await register()
  expect((await start(member, { type: 'shopify' })).json()).toMatchObject({ errors: [{ field: 'settings.shop' }] })
  const { id, settings, isConsented } = await connected(member, SHOP)
  expect([settings, isConsented]).toEqual([SHOP.settings, true])
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { rejected: 0 } })
  const first = [...shop.tokens.keys()]
  clock.advance(55 * 60_000)
  const later = await signedInAgain(member)
  expect(await works(later, id)).toBe(true)
  expect(shop.tokens.size).toBe(first.length + 1)
  shop.consent.uninstall()
  await syncHere(later, id)
  expect(await serviceOf(later, id)).toMatchObject({
    problem: 'Shopify no longer gives Cuvee access. Connect Shopify again.',
  })
  expect(await connected(later, { type: 'shopify', id })).toMatchObject({ id, problem: null })
  expect(await works(later, id)).toBe(true)
})

test('the token of a shop goes to no other shop', async ({ member }) => {
  const { id } = await connected(member, SHOP)
  const settings = { shop: 'elsewhere.myshopify.com' }
  const refused = { errors: [{ field: 'settings.shop' }] }
  const change = { ...member, body: { name: 'Shop', settings } }
  expect((await t.call('PUT', `/service/${id}`, change)).json()).toMatchObject(refused)
  const tried = { ...member, body: { type: 'shopify', id, settings } }
  expect((await t.call('POST', '/service/test', tried)).json()).toMatchObject(refused)
})

test.each([
  ['a changed shop', (query: URLSearchParams) => query.set('shop', 'elsewhere.myshopify.com')],
  ['a changed code', (query: URLSearchParams) => query.set('code', 'code_1')],
  ['no signature', (query: URLSearchParams) => query.delete('hmac')],
])('a callback of Shopify with %s connects nothing', async (_what, change) => {
  const member = await register()
  const query = new URLSearchParams(await consent(member, SHOP))
  change(query)
  expect(readErrorCode(await finish(member, query.toString()))).toBe('service.consent_denied')
})

test('names the permissions that a merchant left out', async ({ member }) => {
  shop.consent.withheld = ['read_orders']
  const response = await finish(member, await consent(member, SHOP))
  expect([response.statusCode, readErrorCode(response)]).toEqual([409, 'service.consent_incomplete'])
  expect(response.body).toContain('read_orders')
})
