import { createHash, timingSafeEqual } from 'node:crypto'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { type Db, inTransaction, unscoped, updatesAny } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { webhookUrl } from './platform/register-webhook.ts'
import { decryptSecrets } from './secrets/service-secrets.ts'
import { dueSyncsJob } from './service-runs.job.ts'
import type { ServiceRow } from './services.repo.ts'

/** Finds a service by id alone, because webhook calls are authenticated by the secret in their URL, not by an account. */
const findServiceOfWebhook = (db: Db, id: string): Promise<ServiceRow | undefined> =>
  unscoped(db).selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst()

/** False when the event was received before. */
const insertEvent = async (
  db: Db,
  { id, account_id }: Pick<ServiceRow, 'id' | 'account_id'>,
  { eventId, at }: { eventId: string; at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_events')
    .values({ account_id, service_id: id, event_id: eventId, received_at: at })
    .onConflict((conflict) => conflict.columns(['service_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Moves the next sync to `at` at the latest; false when it is due by then anyway, or the service needs attention. */
const scheduleSyncBy = (
  db: Db,
  { id, account_id }: Pick<ServiceRow, 'id' | 'account_id'>,
  at: Date,
): Promise<boolean> =>
  updatesAny(
    db
      .updateTable('services')
      .set({ next_sync_at: at })
      .where((eb) => eb.and({ account_id, id }))
      .where('needs_attention_at', 'is', null)
      .where((row) => row.or([row('next_sync_at', 'is', null), row('next_sync_at', '>', at)])),
  )

/** Events arrive in bursts, which one sync covers. */
const DEBOUNCE_MS = 5_000
const EVENT_ID_LENGTH = 200

interface Event {
  readonly id: string
  readonly secret: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/**
 * Handles a platform's event as a signal to sync soon. An event that was received before has no effect. Errors: `service.not_found` (also for a wrong secret), `service.event_refused`,
 * `request.too_many`.
 */
export const receiveEvent = async (deps: Deps, event: Event): Promise<void> => {
  const { service, webhook, secrets } = await findReceiver(deps, event)
  await assertWithinLimit(deps, 'platformEvent', service.id)
  const url = webhookUrl(deps.publicUrl, service.id, secrets.webhook)
  const call = { headers: event.headers, body: event.body, url }
  const connection = {
    settings: service.settings,
    secrets: secrets.settings,
    app: secrets.grant === null ? null : (deps.platforms.apps[service.type] ?? null),
    registeredSecret: secrets.registered?.secret ?? null,
    now: () => deps.clock.now(),
  }
  const checked = webhook.check(call, connection)
  if (checked === 'refused') throw fail('service.event_refused')
  const eventId = checked.eventId?.slice(0, EVENT_ID_LENGTH) ?? null
  if (eventId === null) return requestSync(deps, service)
  await inTransaction(deps.db, async (trx) => {
    if (!(await insertEvent(trx, service, { eventId, at: new Date(deps.clock.now()) }))) return
    await requestSync({ ...deps, db: trx }, service)
  })
}

// In a burst, all events after the first find the sync already scheduled. Without a transaction a kill may lose the job, but
// the due sync is found within a minute.
const requestSync = async ({ db, clock, jobs }: Deps, service: ServiceRow): Promise<void> => {
  const at = clock.now() + DEBOUNCE_MS
  if (service.next_sync_at !== null && service.next_sync_at.getTime() <= at) return
  if (!(await scheduleSyncBy(db, service, new Date(at)))) return
  await jobs.send(db, dueSyncsJob, {}, { startAfter: new Date(Date.now() + DEBOUNCE_MS) })
}

const findReceiver = async (deps: Deps, { id, secret }: Event) => {
  const service = await findServiceOfWebhook(deps.db, id)
  const secrets = service ? decryptSecrets(deps.keys, service) : null
  const expected = secrets === null || secrets === 'unreadable' ? '' : secrets.webhook
  // Always compared, so that timing reveals nothing.
  const isKnown = isEqualConstantTime(expected, secret) && expected !== ''
  const connector = service && findPlatformConnector(service.type)
  const webhook = connector?.webhook
  if (!isKnown || !connector || !webhook || secrets === null || secrets === 'unreadable')
    throw fail('service.not_found')
  return { service, connector, webhook, secrets }
}

const isEqualConstantTime = (one: string, other: string): boolean => timingSafeEqual(sha256(one), sha256(other))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
