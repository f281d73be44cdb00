import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { squareWebhook } from './square.connector.ts'

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

test('accepts an event signed over URL and body and returns its ID', () => {
  expect(check(event(), signatureOf(event()))).toEqual({ eventId: 'EV1' })
})

test('accepts an event that was delayed by two days', () => {
  const body = event(NOW - 48 * HOUR)
  expect(check(body, signatureOf(body))).toEqual({ eventId: 'EV1' })
})

test.each<readonly [string, string, string | undefined]>([
  ['without a signature', event(), undefined],
  ['with an empty signature', event(), ''],
  ['with a signature of another key', event(), signatureOf(event(), URL, 'other-key')],
  ['with a signature for another URL', event(), signatureOf(event(), `${URL}/x`)],
  ['with a signature of another body', event(), signatureOf(event(NOW - HOUR))],
  ['with half a signature', event(), signatureOf(event()).slice(0, 20)],
  ['from four days ago', event(NOW - 96 * HOUR), signatureOf(event(NOW - 96 * HOUR))],
  ['from the future', event(NOW + HOUR), signatureOf(event(NOW + HOUR))],
  ['whose body is not JSON', 'event', signatureOf('event')],
  ['without an ID', event(NOW, { event_id: undefined }), signatureOf(event(NOW, { event_id: undefined }))],
])('rejects an event %s', (_name, body, signature) => {
  expect(check(body, signature)).toBe('refused')
})

test('rejects every event without a signature key', () => {
  expect(check(event(), signatureOf(event(), URL, ''), {})).toBe('refused')
})
