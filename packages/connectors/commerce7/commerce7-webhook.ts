import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookSpec } from '../kit/connector.ts'
import { basic } from './commerce7-api.ts'

/** The user name that the user enters with the password. */
export const WEBHOOK_USER = 'cuvee'

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

const isSame = (given: string | undefined, wanted: string): boolean =>
  timingSafeEqual(hashed(given ?? ''), hashed(wanted))

const Event = z.looseObject({ tenantId: z.string().nullish() })

const tenantOf = (body: Buffer): string | null => {
  try {
    return Event.parse(JSON.parse(body.toString('utf8'))).tenantId ?? null
  } catch {
    return null
  }
}

/** Commerce7 sends neither signature nor event ID: the URL is the secret, and a password if one is set. */
export const commerce7Webhook: WebhookSpec = {
  instruction: `In Commerce7, under Developer and Web Hooks, add this URL for Order, Customer, Club Membership, and Reservation. If you set a webhook password here, enter the user name ${WEBHOOK_USER} and that password there.`,
  check({ headers, body }, { settings, secrets }) {
    const password = secrets.webhookPassword
    if (password && !isSame(headers.authorization, basic(WEBHOOK_USER, password))) return 'refused'
    const tenant = tenantOf(body)
    return tenant !== null && tenant !== settings.tenant ? 'refused' : { eventId: null }
  },
}
