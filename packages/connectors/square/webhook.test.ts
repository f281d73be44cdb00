import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { squareWebhook } from './webhook.ts'

const KEY = 'signature-key'
const URL = 'https://cuvee.example/api/service/7/webhook/s3cr3t'
const NOW = Date.UTC(2026, 5, 17, 19)
const HOUR = 3_600_000

const event = (createdAt = NOW, changes: object = {}) =>
  JSON.stringify({ event_id: 'EV1', type: 'order.updated', created_at: new Date(createdAt).toISOString(), ...changes })

const signatureOf = (body: string, url = URL, key = KEY): string =>
  createHmac('sha256', key)
    .update(url + body)
    .digest('base64')

const check = (
  body: string,
  signature: string | undefined,
  secrets: Record<string, string> = { webhookSignatureKey: KEY },
) =>
  squareWebhook.check(
    { headers: { 'x-square-hmacsha256-signature': signature }, body: Buffer.from(body), url: URL },
    { settings: {}, secrets, now: () => NOW },
  )

test('an event signed over address and body is taken under its id', () => {
  expect(check(event(), signatureOf(event()))).toEqual({ eventId: 'EV1' })
})

test('an event that waited for two days is taken', () => {
  const body = event(NOW - 48 * HOUR)
  expect(check(body, signatureOf(body))).toEqual({ eventId: 'EV1' })
})

test.each<readonly [string, string, string | undefined]>([
  ['without a signature', event(), undefined],
  ['with an empty signature', event(), ''],
  ['with a signature of another key', event(), signatureOf(event(), URL, 'other-key')],
  ['with a signature for another address', event(), signatureOf(event(), `${URL}/x`)],
  ['with a signature of another body', event(), signatureOf(event(NOW - HOUR))],
  ['with half a signature', event(), signatureOf(event()).slice(0, 20)],
  ['from four days ago', event(NOW - 96 * HOUR), signatureOf(event(NOW - 96 * HOUR))],
  ['from the future', event(NOW + HOUR), signatureOf(event(NOW + HOUR))],
  ['that is no JSON', 'event', signatureOf('event')],
  ['without an id', event(NOW, { event_id: undefined }), signatureOf(event(NOW, { event_id: undefined }))],
])('an event %s is refused', (_name, body, signature) => {
  expect(check(body, signature)).toBe('refused')
})

test('without a signature key no event is taken', () => {
  expect(check(event(), signatureOf(event(), URL, ''), {})).toBe('refused')
})
