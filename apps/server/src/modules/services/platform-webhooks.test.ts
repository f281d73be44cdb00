import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startFakeBigCommerce } from '#connectors/bigcommerce/fake-bigcommerce.fixture.ts'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { FAKE_APP, FAKE_SHOP, startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { Service } from '#contract/services.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { removeWebhooksHandler } from './platform/remove-webhooks.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const clock = testClock()
const now = () => clock.now()
const shop = await startFakeShopify({ winery: createShopifyWinery({ orders: 4, until: now() - 60_000 }), now })
const square = await startSquareFake({ orders: 4, now })
const commerce7 = await startFakeCommerce7({ store: createWinery({ orders: 4, now }).store, now })
const bigcommerce = await startFakeBigCommerce({ orders: 4, now })
afterAll(() => Promise.all([shop, square, commerce7, bigcommerce].map(({ server }) => server.close())))

const env = {
  CONNECTOR_ALLOW_PRIVATE: '1',
  TIME_SCALE: '5000',
  SHOPIFY_URL: shop.server.url,
  SQUARE_URL: square.server.url,
  COMMERCE7_URL: `${commerce7.server.url}/v1`,
  BIGCOMMERCE_URL: bigcommerce.server.url,
}
const t = await testApp({ clock, runsJobs: false, env, deps: { publicUrl: 'https://cuvee.example' } })
const { serviceOf, syncHere } = platformCalls(t)
const register = () => t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })

const sha256 = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64')

interface Platform {
  readonly type: string
  readonly settings: Readonly<Record<string, string>>
  /** addresses that the platform sends events to */
  readonly registered: () => readonly string[]
  readonly body: () => string
  readonly signed: (url: string, body: string) => Record<string, string>
  readonly forged: Record<string, string>
}

const PLATFORMS: readonly Platform[] = [
  {
    type: 'shopify',
    settings: { shop: FAKE_SHOP, clientId: FAKE_APP.clientId, clientSecret: FAKE_APP.clientSecret },
    registered: () => shop.webhooks.registered.map(({ uri }) => uri),
    body: () => '{"id":1}',
    signed: (_url, body) => ({
      'x-shopify-hmac-sha256': sha256(FAKE_APP.clientSecret, body),
      'x-shopify-webhook-id': 'e1',
    }),
    forged: { 'x-shopify-hmac-sha256': sha256('guess', '{"id":1}') },
  },
  {
    type: 'square',
    settings: { accessToken: square.secrets.accessToken ?? '' },
    registered: () => [...square.subscriptions.registered.values()].map(({ notification_url }) => notification_url),
    body: () => JSON.stringify({ event_id: 'e1', created_at: new Date(now()).toISOString() }),
    signed: (url, body) => ({ 'x-square-hmacsha256-signature': sha256('key-of-wbhk_1', url + body) }),
    forged: { 'x-square-hmacsha256-signature': sha256('guess', '') },
  },
  {
    type: 'commerce7',
    settings: { ...FAKE_SETTINGS, ...FAKE_SECRETS },
    registered: () => commerce7.webHooks.map(({ url }) => url),
    body: () => JSON.stringify({ object: 'Order', action: 'Update', tenantId: FAKE_SETTINGS.tenant }),
    signed: () => ({}),
    forged: {},
  },
  {
    type: 'bigcommerce',
    settings: { storeHash: String(bigcommerce.settings.storeHash), accessToken: bigcommerce.secrets.accessToken ?? '' },
    registered: () => [...bigcommerce.hooks.registered.values()].map(({ destination }) => destination),
    body: () => JSON.stringify({ scope: 'store/order/updated', producer: 'stores/abc123', data: { id: 100 } }),
    signed: () => [...bigcommerce.hooks.registered.values()][0]?.headers ?? {},
    forged: { 'x-cuvee-key': 'guess' },
  },
]

const connect = async (member: Member, { type, settings }: Platform): Promise<Service> => {
  const body = { type, name: 'Till', settings, syncEveryMinutes: 60 }
  return Service.parse((await t.call('POST', '/service', { ...member, body })).json())
}

const send = (url: string, payload: string, headers: Record<string, string>) =>
  t.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

const runRemovals = async (): Promise<number> => {
  const { rows } = await sql<{ id: string; data: unknown }>`
    delete from pgboss.job where name = ${removeWebhooksHandler.name} returning id, data
  `.execute(unscoped(t.deps.db))
  const { signal } = new AbortController()
  for (const { id, data } of rows) await removeWebhooksHandler.run(t.deps, data, { jobId: id, signal })
  return rows.length
}

test.each(PLATFORMS)('$type: registers a webhook, accepts its events, and removes it with the service', async (one) => {
  const member = await register()
  const { id } = await connect(member, one)
  expect((await serviceOf(member, id)).webhook?.state).toBe('scheduled')
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  const { webhook } = await serviceOf(member, id)
  const url = webhook?.url ?? ''
  expect(webhook).toMatchObject({ state: 'registered', problem: null })
  expect(new Set(one.registered())).toEqual(new Set([url]))
  const before = one.registered().length
  await syncHere(member, id)
  clock.advance(25 * 3_600_000)
  const fresh = { ...member, token: (await t.signIn(member.email, member.password)).access_token }
  await syncHere(fresh, id)
  expect(one.registered()).toHaveLength(before)
  const body = one.body()
  const next = (await serviceOf(fresh, id)).nextSyncUtc ?? ''
  expect((await send(url, body, one.signed(url, body))).statusCode).toBe(202)
  expect(Date.parse((await serviceOf(fresh, id)).nextSyncUtc ?? '')).toBeLessThan(Date.parse(next))
  if (Object.keys(one.forged).length > 0) expect((await send(url, body, one.forged)).statusCode).toBe(400)
  expect((await t.call('DELETE', `/service/${id}`, fresh)).statusCode).toBe(204)
  expect([await runRemovals(), one.registered()]).toEqual([1, []])
  expect((await send(url, body, one.signed(url, body))).statusCode).toBe(404)
})

test('a paused service has no webhooks, and gets new ones when it syncs again', async () => {
  const member = await register()
  const [platform] = PLATFORMS
  if (!platform) throw new Error('There is a platform')
  const { id } = await connect(member, platform)
  await syncHere(member, id)
  const change = (syncEveryMinutes: number | null) =>
    t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes } })
  await change(null)
  expect([await runRemovals(), platform.registered()]).toEqual([1, []])
  await syncHere(member, id)
  expect(platform.registered()).toEqual([])
  expect((await serviceOf(member, id)).webhook?.state).toBe('manual')
  await change(60)
  await syncHere(member, id)
  expect((await serviceOf(member, id)).webhook?.state).toBe('registered')
  await t.call('DELETE', `/service/${id}`, member)
  await runRemovals()
})

test('a platform that refuses webhooks still syncs, and says why', async () => {
  const member = await register()
  const [platform] = PLATFORMS
  if (!platform) throw new Error('There is a platform')
  const { id } = await connect(member, platform)
  shop.server.failNext(
    { edit: () => '{"errors":[{"message":"Access denied","extensions":{"code":"ACCESS_DENIED"}}]}' },
    { when: ({ body }) => body.includes('WebhookCreate') },
  )
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  const { state, webhook } = await serviceOf(member, id)
  expect([state, webhook?.state, webhook?.problem]).toEqual([
    'idle',
    'manual',
    expect.stringContaining('doesn’t have a required permission'),
  ])
})

test('the events of one service are limited', async () => {
  const member = await register()
  const [, , platform] = PLATFORMS
  if (!platform) throw new Error('There is a platform')
  const { webhook } = await connect(member, platform)
  const statuses = new Set<number>()
  for (let sent = 0; sent < 601; sent += 1)
    statuses.add((await send(webhook?.url ?? '', platform.body(), {})).statusCode)
  expect(statuses).toEqual(new Set([202, 429]))
})

const local = await testApp({ clock, runsJobs: false, env: { ...env, RATE_LIMITS: 'off' } })

test('a server without a public address registers nothing', async () => {
  const calls = platformCalls(local)
  const member = await local.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { type, settings } = PLATFORMS[2] ?? {}
  const body = { type, name: 'Till', settings, syncEveryMinutes: 60 }
  const { id } = Service.parse((await local.call('POST', '/service', { ...member, body })).json())
  await calls.syncHere(member, id)
  const { webhook } = await calls.serviceOf(member, id)
  expect([webhook?.state, webhook?.problem, commerce7.webHooks]).toEqual([
    'scheduled',
    expect.stringContaining('no public HTTPS address'),
    [],
  ])
})
