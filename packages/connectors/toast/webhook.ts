import { z } from 'zod'
import type { WebhookSpec } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import { isSignedBase64 } from '../kit/signature.ts'
import { ToastId, ToastInstant } from './fields.ts'

/** Toast doesn't say how long it repeats an event that wasn't accepted. */
const OLDEST_MS = 3 * 86_400_000
/** Maximum clock difference. */
const EARLIEST_MS = 5 * 60_000

const Event = z.object({ guid: ToastId, timestamp: z.string() })

/**
 * Toast signs the body, followed by the time that it names, with the secret of the subscription:
 * https://doc.toasttab.com/doc/devguide/apiMessageSigning.html
 */
export const toastWebhook: WebhookSpec = {
  instruction:
    'In Toast Web, under Integrations, Toast API access, Webhooks, add a subscription for orders with this URL, and enter its secret here.',
  check({ headers, body }, { secrets, now }) {
    const { data: event } = Event.safeParse(parseJsonOrNull(body.toString('utf8')))
    const secret = secrets.webhookSecret
    if (!event || !secret) return 'refused'
    if (!isSignedBase64({ secret, parts: [body, event.timestamp], signature: headers['toast-signature'] }))
      return 'refused'
    const { data: sent } = ToastInstant.safeParse(event.timestamp)
    if (sent === undefined) return 'refused'
    const age = now() - sent
    return age > OLDEST_MS || age < -EARLIEST_MS ? 'refused' : { eventId: event.guid }
  },
}
