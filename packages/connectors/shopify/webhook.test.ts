import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { shopifyWebhook } from './shopify.connector.ts'

const SECRET = 'hush'
const BODY = Buffer.from('{"id":1,"name":"Rosé"}')
const SIGNATURE = createHmac('sha256', SECRET).update(BODY).digest('base64')
const SHOP = 'cellar-door.myshopify.com'

const headers = (changes: Record<string, string | undefined> = {}) => ({
  'x-shopify-hmac-sha256': SIGNATURE,
  'x-shopify-webhook-id': 'b54557e4',
  'x-shopify-shop-domain': SHOP,
  ...changes,
})

interface Case {
  readonly headers?: Record<string, string | undefined>
  readonly body?: Buffer
  readonly secrets?: Record<string, string>
}

const check = ({ headers: given = headers(), body = BODY, secrets = { webhookSecret: SECRET } }: Case) =>
  shopifyWebhook.check(
    { headers: given, body, url: 'https://cuvee.example/hook' },
    { settings: { shop: SHOP }, secrets, now: Date.now },
  )

test('accepts an event that the shop signed and returns its ID', () => {
  expect(check({})).toEqual({ eventId: 'b54557e4' })
})

const REFUSED: readonly (readonly [string, Case])[] = [
  ['a changed body', { body: Buffer.from('{"id":2}') }],
  ['another secret', { secrets: { webhookSecret: 'other' } }],
  ['no configured secret', { secrets: {} }],
  ['an empty configured secret', { secrets: { webhookSecret: '' } }],
  ['no signature', { headers: headers({ 'x-shopify-hmac-sha256': undefined }) }],
  ['an empty signature', { headers: headers({ 'x-shopify-hmac-sha256': '' }) }],
  ['a signature of another length', { headers: headers({ 'x-shopify-hmac-sha256': 'AAAA' }) }],
  [
    'a signature in hexadecimal',
    { headers: headers({ 'x-shopify-hmac-sha256': Buffer.from(SIGNATURE, 'base64').toString('hex') }) },
  ],
  ['another shop', { headers: headers({ 'x-shopify-shop-domain': 'elsewhere.myshopify.com' }) }],
]

test.each(REFUSED)('rejects an event with %s', (_name, refused) => {
  expect(check(refused)).toBe('refused')
})
