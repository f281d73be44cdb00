import { afterAll, test as base, beforeEach, expect } from 'vitest'
import { startWooFake } from '#connectors/woocommerce/fake/fake-woocommerce.fixture.ts'
import { Service, ServiceType } from '#contract/services.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { consentCalls, platformCalls, readableRows } from './platform-sync.fixture.ts'

const PUBLIC_URL = 'https://cuvee.example'
const KEYS = '/service/connect/woocommerce/keys'
const STORE = { storeUrl: 'https://shop.example.com' }

const clock = testClock()
const fake = await startWooFake({ orders: 8, now: () => clock.now() })
afterAll(() => fake.server.close())

const env = { CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', WOOCOMMERCE_URL: fake.server.url }
const t = await testApp({
  clock,
  runsJobs: false,
  env: { ...env, RATE_LIMITS: 'off' },
  deps: { publicUrl: PUBLIC_URL },
})
const { syncHere, serviceOf } = platformCalls(t)
const { register, finish, connected, works, servicesOf } = consentCalls(t, (member, body) => consent(member, body))
const test = base.extend('member', () => register())

const deliver = async (url: string, body: object): Promise<number> => {
  expect(url).toBe(`${PUBLIC_URL}/api${KEYS}`)
  return (await t.call('POST', KEYS, { body })).statusCode
}

beforeEach(() => {
  Object.assign(fake.consent, { isDeclined: false, swallowsKeys: false, deliver })
  fake.behavior.dropsAuthorization = false
})

const start = (member: Member, body: object = { type: 'woocommerce', settings: STORE }) =>
  t.call('POST', '/service/connect', { ...member, body })

/** Comes back to the server, which leads to the page of the app; returns the query of that page. */
const comeBack = async (url: string, cookie: string): Promise<string> => {
  const back = new URL(url)
  expect(back.origin).toBe(PUBLIC_URL)
  const answer = await t.call('GET', (back.pathname + back.search).replace('/api', ''), { headers: { cookie } })
  const page = new URL(String(answer.headers.location))
  expect([answer.statusCode, page.origin + page.pathname]).toEqual([302, `${PUBLIC_URL}/admin/services/connected`])
  return page.search
}

/** What a browser does: opens the store’s page, and comes back with its cookies. */
const consent = async (member: Member, body?: object, cookies?: string): Promise<string> => {
  const started = await start(member, body)
  const { url } = started.json<{ url: string }>()
  const page = await fetch(url, { redirect: 'manual' })
  const [own = ''] = String(started.headers['set-cookie']).split(';')
  return comeBack(page.headers.get('location') ?? '', cookies ?? own)
}

const sentFor = (query: string, changes: object = {}): object => ({
  key_id: 7,
  user_id: new URLSearchParams(query).get('state'),
  consumer_key: `ck_${'a'.repeat(40)}`,
  consumer_secret: `cs_${'b'.repeat(40)}`,
  key_permissions: 'read_write',
  ...changes,
})

test('connects a store with keys that it makes and sends, and syncs it, without showing or storing them in plain text', async () => {
  const member = await register()
  const types = ServiceType.array().parse((await t.call('GET', '/service/types', member)).json())
  expect(types.find(({ type }) => type === 'woocommerce')).toMatchObject({
    consent: { asks: ['storeUrl'], replaces: ['consumerKey', 'consumerSecret'] },
    consentProblem: null,
  })
  const query = await consent(member)
  const db = unscoped(t.deps.db)
  const pending = await db.selectFrom('service_consents').selectAll().execute()
  const service = Service.parse((await finish(member, query)).json())
  expect(service).toMatchObject({ isConsented: true, secretsSet: [], settings: { ...STORE, keysInUrl: false } })
  expect(await syncHere(member, service.id)).toMatchObject({ status: 'succeeded', counts: { rejected: 0 } })
  const audit = await db.selectFrom('audit_log').selectAll().where('account_id', '=', member.accountId).execute()
  expect(audit.map(({ action }) => action)).toContain('services.keys_received')
  const stored = [pending, audit, await db.selectFrom('services').selectAll().execute(), await servicesOf(member)]
  const text = readableRows(stored)
  expect(text).toContain('shop.example.com')
  expect(text).not.toMatch(/c[ks]_[0-9a-f]{20}/)
})

test('registers webhooks with the keys, which sign their events', async ({ member }) => {
  const { id } = await connected(member)
  const before = fake.webhooks.stored.size
  await syncHere(member, id)
  expect(fake.webhooks.stored.size).toBe(before + 6)
  expect(await serviceOf(member, id)).toMatchObject({ webhook: { state: 'registered' } })
})

test('a declined consent, and one whose keys never arrive, connect nothing and say why', async ({ member }) => {
  fake.consent.isDeclined = true
  const declined = await finish(member, await consent(member))
  expect([declined.statusCode, readErrorCode(declined)]).toEqual([409, 'service.consent_denied'])
  fake.consent.isDeclined = false
  fake.consent.swallowsKeys = true
  const silent = await finish(member, await consent(member))
  expect([silent.statusCode, readErrorCode(silent)]).toEqual([409, 'service.keys_not_sent'])
  expect(await servicesOf(member)).toEqual([])
})

test('keys are accepted once, for an hour, and only for a consent that was started', async ({ member }) => {
  const send = async (body: object) => {
    const response = await t.call('POST', KEYS, { body })
    return response.statusCode === 200 ? 200 : readErrorCode(response)
  }
  const query = await consent(member)
  expect(await send(sentFor(query))).toBe('service.keys_refused')
  expect(await send(sentFor('state=guessed'))).toBe('service.keys_refused')
  expect((await finish(member, query)).statusCode).toBe(200)
  expect(await send(sentFor(query))).toBe('service.keys_refused')
  fake.consent.swallowsKeys = true
  const late = await consent(member)
  clock.advance(61 * 60_000)
  expect(await send(sentFor(late))).toBe('service.keys_refused')
})

test.each([
  ['other keys', { consumer_key: 'xx_1' }, 'service.keys_refused'],
  ['no state', { user_id: undefined }, 'service.keys_refused'],
  ['a huge body', { note: 'a'.repeat(5000) }, 'request.too_large'],
])('refuses %s', async (_what, changes, code) => {
  fake.consent.swallowsKeys = true
  const query = await consent(await register())
  expect(readErrorCode(await t.call('POST', KEYS, { body: sentFor(query, changes) }))).toBe(code)
})

test('a platform that sends no keys has no such address', async () => {
  const response = await t.call('POST', '/service/connect/square/keys', { body: sentFor('state=1') })
  expect(readErrorCode(response)).toBe('service.no_consent')
})

test('keys that the store doesn’t accept connect nothing', async ({ member }) => {
  fake.consent.swallowsKeys = true
  const query = await consent(member)
  expect((await t.call('POST', KEYS, { body: sentFor(query) })).statusCode).toBe(200)
  expect(readErrorCode(await finish(member, query))).toBe('service.platform_failed')
  expect(await servicesOf(member)).toEqual([])
})

test('keys of an approval in another browser reach nobody', async ({ member: attacker }) => {
  const query = await consent(attacker, undefined, '')
  expect(readErrorCode(await finish(attacker, query))).toBe('service.consent_expired')
  expect(readErrorCode(await finish(await register(), await consent(attacker)))).toBe('service.consent_expired')
  expect(await servicesOf(attacker)).toEqual([])
})

test('a consent that is finished before its keys are there is over', async ({ member }) => {
  fake.consent.swallowsKeys = true
  const query = await consent(member)
  expect(readErrorCode(await finish(member, query))).toBe('service.keys_not_sent')
  expect(readErrorCode(await t.call('POST', KEYS, { body: sentFor(query) }))).toBe('service.keys_refused')
})

test('a store that drops the Authorization header gets its keys in the URL', async ({ member }) => {
  fake.behavior.dropsAuthorization = true
  const { id, settings } = await connected(member)
  expect(settings).toMatchObject({ keysInUrl: true })
  expect(await works(member, id)).toBe(true)
})

test('removed keys ask to connect again, which heals the service; they go to no other store', async ({ member }) => {
  const { id } = await connected(member)
  fake.consent.keys.clear()
  await syncHere(member, id)
  expect(await serviceOf(member, id)).toMatchObject({
    state: 'needsAttention',
    problem: 'WooCommerce no longer gives Cuvee access. Connect WooCommerce again.',
  })
  expect(await connected(member, { type: 'woocommerce', id })).toMatchObject({ id, state: 'new', problem: null })
  expect(await works(member, id)).toBe(true)
  const change = { ...member, body: { name: 'Shop', settings: { storeUrl: 'https://elsewhere.example.com' } } }
  expect((await t.call('PUT', `/service/${id}`, change)).json()).toMatchObject({
    errors: [{ field: 'settings.storeUrl' }],
  })
  const moved = { settings: JSON.stringify({ storeUrl: 'https://elsewhere.example.com' }) }
  await unscoped(t.deps.db).updateTable('services').set(moved).where('id', '=', id).execute()
  const calls = fake.server.calls.length
  expect(await works(member, id)).toBe(false)
  expect(fake.server.calls).toHaveLength(calls)
})

const here = await testApp({ clock, runsJobs: false, deps: { publicUrl: PUBLIC_URL } })
const local = await testApp({ clock, runsJobs: false })

test('a store at a forbidden address is not opened, and a server that platforms can’t reach says why', async () => {
  const owner = await here.register()
  const body = { type: 'woocommerce', settings: { storeUrl: 'https://10.0.0.7' } }
  expect(readErrorCode(await here.call('POST', '/service/connect', { ...owner, body }))).toBe('service.address_refused')
  const member = await local.register()
  const types = ServiceType.array().parse((await local.call('GET', '/service/types', member)).json())
  expect(types.find(({ type }) => type === 'woocommerce')).toMatchObject({
    consent: null,
    consentProblem: expect.stringContaining('no public HTTPS address'),
  })
  const refused = await local.call('POST', '/service/connect', { ...member, body: { ...body, settings: STORE } })
  expect(readErrorCode(refused)).toBe('service.no_consent')
})

test('a network sends few keys', async () => {
  const codes = new Set<unknown>()
  for (let count = 0; count < 61; count += 1) {
    codes.add(readErrorCode(await here.call('POST', KEYS, { body: sentFor('state=guessed') })))
  }
  expect([...codes]).toEqual(['service.keys_refused', 'request.too_many'])
})
