import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookSpec } from '../kit/connector.ts'
import { SquareId, SquareInstant } from './fields.ts'

const SIGNATURE = 'x-square-hmacsha256-signature'
/** Square repeats an event that was not taken for a day. */
const OLDEST_MS = 3 * 24 * 3_600_000
/** Clocks differ by less. */
const EARLIEST_MS = 5 * 60_000

const Event = z.object({ event_id: SquareId, created_at: SquareInstant })

const parsedEvent = (body: Buffer): z.infer<typeof Event> | null => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

const isSigned = (key: string, url: string, body: Buffer, given: string): boolean => {
  const right = createHmac('sha256', key).update(url).update(body).digest()
  const signature = Buffer.from(given, 'base64')
  return signature.length === right.length && timingSafeEqual(signature, right)
}

/** Square signs each event with a key of the subscription, over the address that it calls and the body. */
export const squareWebhook: WebhookSpec = {
  instruction:
    'In the Square Developer Console open your application, add a webhook subscription with this address and the events order, payment, customer, catalog and inventory, and enter its signature key here.',
  check({ headers, body, url }, { secrets, now }) {
    const key = secrets.webhookSignatureKey
    const given = headers[SIGNATURE]
    if (!key || !given || !isSigned(key, url, body, given)) return 'refused'
    const event = parsedEvent(body)
    if (event === null) return 'refused'
    const age = now() - event.created_at
    return age > OLDEST_MS || age < -EARLIEST_MS ? 'refused' : { eventId: event.event_id }
  },
}
