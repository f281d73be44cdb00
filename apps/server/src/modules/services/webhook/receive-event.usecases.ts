import { createHash, timingSafeEqual } from 'node:crypto'
import type { PlatformConnector, WebhookSpec } from '#connectors/kit/connector.ts'
import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { webhookUrl } from '../answer-service.ts'
import { type ServiceSecrets, secretsOf } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { dueSyncsJob } from '../sync/due-syncs.job.ts'
import { bringForward, enterEvent, findServiceOfWebhook } from './webhook-events.repo.ts'

/** Events come in bursts: what a burst tells is fetched once. */
const GATHER_MS = 5_000
const EVENT_ID_LENGTH = 200

interface Event {
  readonly id: string
  readonly secret: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

interface Receiver {
  readonly service: ServiceRow
  readonly connector: PlatformConnector
  readonly webhook: WebhookSpec
  readonly secrets: ServiceSecrets
}

/**
 * Takes an event of a platform as a hint that something changed: what it is is fetched soon after. One that was received
 * before has no effect. Errors: `service.not_found` (also for a wrong secret), `service.event_refused`.
 */
export const receiveEvent = async (deps: Deps, event: Event): Promise<void> => {
  const { service, webhook, secrets } = await receiverOf(deps, event)
  const url = webhookUrl(deps.publicUrl, service.id, secrets.webhook)
  const call = { headers: event.headers, body: event.body, url }
  const connection = { settings: service.settings, secrets: secrets.settings, now: () => deps.clock.now() }
  const checked = webhook.check(call, connection)
  if (checked === 'refused') throw fail('service.event_refused')
  const eventId = checked.eventId?.slice(0, EVENT_ID_LENGTH) ?? null
  if (eventId === null) return hurry(deps, service)
  await inTransaction(deps.db, async (trx) => {
    if (!(await enterEvent(trx, service, { eventId, at: new Date(deps.clock.now()) }))) return
    await hurry({ ...deps, db: trx }, service)
  })
}

// Of a burst all but the first find that the sync comes anyway. Without a transaction a kill may lose the job; the sync is due
// all the same, and found so within a minute.
const hurry = async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>, service: ServiceRow): Promise<void> => {
  const at = clock.now() + GATHER_MS
  if (service.next_sync_at !== null && service.next_sync_at.getTime() <= at) return
  if (!(await bringForward(db, service, new Date(at)))) return
  await jobs.send(db, dueSyncsJob, {}, { startAfter: new Date(Date.now() + GATHER_MS) })
}

const receiverOf = async (deps: Deps, { id, secret }: Event): Promise<Receiver> => {
  const service = await findServiceOfWebhook(deps.db, id)
  const secrets = service ? secretsOf(deps.keys, service) : null
  const known = secrets === null || secrets === 'unreadable' ? '' : secrets.webhook
  // Compared in any case, so that the time tells nothing.
  const isKnown = isSame(known, secret) && known !== ''
  const connector = service && platformOf(service.type)
  const webhook = connector?.webhook
  if (!isKnown || !connector || !webhook || secrets === null || secrets === 'unreadable')
    throw fail('service.not_found')
  return { service, connector, webhook, secrets }
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
