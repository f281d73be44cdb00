import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { RequestRejected } from '../kit/platform-problems.ts'
import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { startWooFake, type WooFake } from './fake/fake-woocommerce.fixture.ts'
import { woocommerceConnector, wooWebhook } from './woocommerce.connector.ts'
import { openWooCommerce } from './woocommerce-session.ts'

const SECRET = 'hush'
const BODY = Buffer.from('{"id":727,"status":"processing"}')
const URL = 'https://cuvee.example/hook'

const signatureOf = (body: Buffer, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('base64')

interface Case {
  readonly body?: Buffer
  readonly signature?: string | undefined
  readonly registeredSecret?: string | null
  readonly secrets?: Record<string, string>
}

const check = ({ body = BODY, registeredSecret = SECRET, secrets = {}, ...given }: Case) =>
  wooWebhook.check(
    {
      headers: {
        'x-wc-webhook-signature': 'signature' in given ? given.signature : signatureOf(body),
        'x-wc-webhook-delivery-id': 'b54557e4',
      },
      body,
      url: URL,
    },
    { settings: {}, secrets, now: Date.now, registeredSecret },
  )

describe('a delivery', () => {
  test('that WooCommerce signed is accepted with its ID', () => {
    expect(check({})).toEqual({ eventId: 'b54557e4' })
  })

  test('of a webhook that a user added is signed with the secret of the form', () => {
    expect(check({ registeredSecret: null, secrets: { webhookSecret: SECRET } })).toEqual({ eventId: 'b54557e4' })
  })

  test('that announces a new webhook is accepted without a signature, and is no news', () => {
    expect(check({ body: Buffer.from('webhook_id=142'), signature: undefined })).toEqual({ eventId: 'ping' })
  })

  test.each<readonly [string, Case]>([
    ['a changed body', { body: Buffer.from('{"id":2}'), signature: signatureOf(BODY) }],
    ['another secret', { signature: signatureOf(BODY, 'other') }],
    ['no known secret', { registeredSecret: null }],
    ['an empty secret', { registeredSecret: '', signature: signatureOf(BODY, '') }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature in hexadecimal', { signature: Buffer.from(signatureOf(BODY), 'base64').toString('hex') }],
    ['more than an announcement', { body: Buffer.from('webhook_id=142&id=7'), signature: undefined }],
  ])('with %s is rejected', (_name, refused) => {
    expect(check(refused)).toBe('refused')
  })
})

describe('the webhooks of a store', () => {
  const connect = async () => {
    const start = () => startWooFake({ orders: 0 })
    const setup = await setUpSync({ connector: woocommerceConnector, open: openWooCommerce, start })
    const { fake } = setup
    const { webhooks } = setup.connect().session
    if (!webhooks) throw new Error('The session registers webhooks')
    return { fake, webhooks }
  }

  const topics = ({ webhooks }: WooFake) => [...webhooks.stored.values()].map(({ topic }) => topic).sort()

  test('are registered once, and their secret verifies what WooCommerce signs', async () => {
    const { fake, webhooks } = await connect()
    const first = await webhooks.register(URL)
    const again = await webhooks.register(URL)
    expect(again).toEqual(first)
    expect(topics(fake)).toEqual([
      'customer.created',
      'customer.updated',
      'order.created',
      'order.deleted',
      'order.restored',
      'order.updated',
    ])
    const { secret } = fake.webhooks.stored.get(Number(first.ids[0])) ?? {}
    expect(check({ registeredSecret: first.secret, signature: signatureOf(BODY, secret) })).not.toBe('refused')
  })

  test('that WooCommerce disabled after failures are activated again', async () => {
    const { fake, webhooks } = await connect()
    const { ids } = await webhooks.register(URL)
    const [webhook] = fake.webhooks.stored.values()
    if (webhook) webhook.status = 'disabled'
    await webhooks.register(URL)
    expect([...fake.webhooks.stored.values()].map(({ status }) => status)).toEqual(ids.map(() => 'active'))
  })

  test('are removed, but not those of others, and those that are gone already are no error', async () => {
    const { fake, webhooks } = await connect()
    await webhooks.register('https://other.example/hook')
    const registered = await webhooks.register(URL)
    fake.webhooks.stored.delete(Number(registered.ids[1]))
    await webhooks.remove(registered)
    expect([...fake.webhooks.stored.values()].map(({ delivery_url }) => delivery_url)).toEqual(
      registered.ids.map(() => 'https://other.example/hook'),
    )
  })

  test('of a key that may only read are refused with what to do', async () => {
    const { fake, webhooks } = await connect()
    fake.behavior.isReadOnly = true
    const failure = webhooks.register(URL)
    await expect(failure).rejects.toThrow(RequestRejected)
    await expect(failure).rejects.toThrow('The API key may only read. Give it the permission Read/Write.')
  })
})
