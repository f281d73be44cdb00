import { expect, test } from 'vitest'
import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { bigcommerceConnector } from './bigcommerce.connector.ts'
import { openBigCommerce } from './bigcommerce-session.ts'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeBigCommerce } from './fake-bigcommerce.fixture.ts'
import { bigcommerceWebhook, deriveWebhookKey } from './webhooks.ts'

const URL = 'https://cuvee.example/api/service/7/webhook/s3cr3t'
const KEY = deriveWebhookKey(FAKE_SECRETS.accessToken, URL)

// https://developer.bigcommerce.com/docs/integrations/webhooks/events#orders
const event = (changes: object = {}) =>
  JSON.stringify({
    scope: 'store/order/created',
    store_id: '1025646',
    data: { type: 'order', id: 250 },
    hash: 'dd70c0976e06b67aaf671e73f49dcb79230ebf9d',
    created_at: 1561479335,
    producer: 'stores/abc123',
    ...changes,
  })

const check = (body: string, headers: Record<string, string>, registeredSecret: string | null = KEY, secrets = {}) =>
  bigcommerceWebhook.check(
    { headers, body: Buffer.from(body), url: URL },
    { settings: FAKE_SETTINGS, secrets, now: Date.now, registeredSecret },
  )

test('accepts an event with the key that it was registered with', () => {
  expect(check(event(), { 'x-cuvee-key': KEY, 'webhook-id': 'msg_1' })).toEqual({ eventId: 'msg_1' })
  expect(check(event(), { 'x-cuvee-key': KEY })).toEqual({ eventId: null })
})

test('knows the key without a stored one', () => {
  expect(check(event(), { 'x-cuvee-key': KEY }, null, FAKE_SECRETS)).toEqual({ eventId: null })
})

test.each<readonly [string, string, Record<string, string>]>([
  ['without a key', event(), {}],
  ['with an empty key', event(), { 'x-cuvee-key': '' }],
  [
    'with the key of another address',
    event(),
    { 'x-cuvee-key': deriveWebhookKey(FAKE_SECRETS.accessToken, `${URL}/x`) },
  ],
  ['with half a key', event(), { 'x-cuvee-key': KEY.slice(0, 20) }],
  ['of another store', event({ producer: 'stores/zzz999' }), { 'x-cuvee-key': KEY }],
  ['whose body is not JSON', 'event', { 'x-cuvee-key': KEY }],
])('rejects an event %s', (_name, body, headers) => {
  expect(check(body, headers)).toBe('refused')
})

test('rejects every event while no key is known', () => {
  expect(check(event(), { 'x-cuvee-key': '' }, null)).toBe('refused')
  expect(check(event(), { 'x-cuvee-key': KEY }, null)).toBe('refused')
})

test('registers what is missing, replaces what BigCommerce deactivated, and removes all of it', async () => {
  const start = () => startFakeBigCommerce({ orders: 0 })
  const { fake, connect } = await setUpSync({ connector: bigcommerceConnector, open: openBigCommerce, start })
  const { session } = connect()
  const hooks = () => [...fake.hooks.registered.values()]

  const first = await session.webhooks?.register(URL)
  expect(hooks().map(({ scope }) => scope)).toEqual(['store/order/*', 'store/customer/*', 'store/product/*'])
  expect(hooks().map(({ destination, headers }) => [destination, headers['x-cuvee-key']])).toEqual(
    Array.from({ length: 3 }, () => [URL, KEY]),
  )
  expect(await session.webhooks?.register(URL)).toEqual(first)
  expect(hooks()).toHaveLength(3)

  const [deactivated] = hooks()
  if (deactivated) deactivated.is_active = false
  const again = await session.webhooks?.register(URL)
  expect(hooks().every(({ is_active }) => is_active)).toBe(true)
  expect(again?.ids).not.toEqual(first?.ids)

  if (!again) throw new Error('Webhooks are registered')
  fake.hooks.registered.delete(Number(again.ids[0]))
  await session.webhooks?.remove(again)
  expect(hooks()).toEqual([])
})
