import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { EVENT } from './samples.fixture.ts'
import { toastWebhook } from './toast.connector.ts'

const SECRET = 'subscription-secret'
const SENT = Date.parse(EVENT.timestamp)
const BODY = JSON.stringify(EVENT)

/** As the sample of https://doc.toasttab.com/doc/devguide/apiMessageSigning.html computes it. */
const signature = (body: string, secret = SECRET, timestamp = EVENT.timestamp): string =>
  createHmac('sha256', secret)
    .update(body + timestamp)
    .digest('base64')

const check = (
  body: string,
  headers: Record<string, string>,
  now = SENT + 1000,
  secrets: Record<string, string> = { webhookSecret: SECRET },
) =>
  toastWebhook.check(
    { headers, body: Buffer.from(body), url: 'https://cuvee.example/api/service/7/webhook/s3cr3t' },
    { settings: {}, secrets, now: () => now },
  )

test('accepts the documented event with its signature', () => {
  expect(check(BODY, { 'toast-signature': signature(BODY) })).toEqual({ eventId: EVENT.guid })
})

interface Refused {
  readonly problem: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly now?: number
  readonly secrets?: Record<string, string>
}

test.each<Refused>([
  { problem: 'without a signature', headers: {} },
  { problem: 'with the signature of another secret', headers: { 'toast-signature': signature(BODY, 'other') } },
  {
    problem: 'with the signature of another time',
    headers: { 'toast-signature': signature(BODY, SECRET, '2024-03-28T15:11:01.051Z') },
  },
  { problem: 'with another body', body: BODY.replace('order_updated', 'stock') },
  { problem: 'that is no JSON', body: 'order', headers: { 'toast-signature': signature('order') } },
  { problem: 'from last week', now: SENT + 7 * 86_400_000 },
  { problem: 'from the future', now: SENT - 3_600_000 },
  {
    problem: 'without a secret of the connection',
    headers: { 'toast-signature': signature(BODY, '') },
    secrets: {},
  },
])('refuses an event $problem', ({ body = BODY, headers = { 'toast-signature': signature(BODY) }, now, secrets }) => {
  expect(check(body, headers, now, secrets)).toBe('refused')
})
