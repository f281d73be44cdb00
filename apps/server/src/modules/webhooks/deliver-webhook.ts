import { request } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent, type ResolveName } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { SealedBoxError } from '#server/platform/sealed-box.ts'
import { deliverWebhookJob } from './send-event.ts'
import { openSecrets, signatureHeaders } from './signature.ts'
import { type DeliveryRow, findDue, updateDelivery, type WebhookRow } from './webhooks.repo.ts'

/** Pauses before the second and later attempts: about 21 hours in all. */
const RETRY_MINUTES = [1, 5, 30, 120, 360, 720]
const MINUTE_MS = 60_000
const ANSWER_MS = 10_000
const TURNED_OFF = 'The webhook was turned off before this was sent'
const NO_SECRET = 'The signing secret can no longer be read. Replace it, then send this again.'

export interface DeliverDeps extends Pick<Deps, 'clock' | 'db' | 'jobs' | 'keys' | 'platforms'> {
  /** default: the system resolver */
  readonly resolve?: ResolveName
}

interface Attempt {
  /** null: there was no answer */
  readonly status: number | null
  /** null: accepted with a status from 200 to 299 */
  readonly problem: string | null
}

const describeStatus = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Response ${status}: redirects are not followed`
  return `Response ${status}`
}

// Messages of network errors can contain addresses, so they are replaced.
const describeError = (error: unknown): string => {
  if (error instanceof SealedBoxError) return NO_SECRET
  if (error instanceof AddressNotAllowed) return 'The URL leads to an address that isn’t allowed'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof DOMException || code.includes('TIMEOUT')) return 'No answer within 10 seconds'
  return 'The URL couldn’t be reached'
}

const post = async (
  { clock, keys, platforms: { allowPrivate }, resolve }: DeliverDeps,
  webhook: WebhookRow,
  { id, payload }: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> => {
  assertMayCallOut('webhook')
  const agent = createGuardedAgent({ allowPrivate, ...(resolve ? { resolve } : {}) })
  try {
    const { statusCode } = await request(checkAddress(webhook.url, { allowPrivate }), {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Cuvee',
        ...signatureHeaders({ id, payload }, openSecrets(keys, webhook), clock.now()),
      },
      body: payload,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    return { status: statusCode, problem: describeStatus(statusCode) }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, problem: describeError(error) }
  } finally {
    // Discards the rest of the answer.
    await agent.destroy()
  }
}

/** When a delivery that failed `attempts` times is sent again; null: never. */
const nextAttempt = (attempts: number, now: number): Date | null => {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes === undefined ? null : new Date(now + minutes * MINUTE_MS)
}

const settle = (deps: DeliverDeps, delivery: DeliveryRow, { status, problem }: Attempt, startedAt: number) => {
  const now = deps.clock.now()
  const attempts = delivery.attempts + 1
  const next = problem === null ? null : nextAttempt(attempts, now)
  const isFinal = problem !== null && next === null
  return inTransaction(deps.db, async (trx: Db) => {
    await updateDelivery(trx, delivery, {
      attempts,
      status: problem === null ? 'delivered' : isFinal ? 'failed' : 'waiting',
      answer_status: status,
      problem,
      duration_ms: Math.round(now - startedAt),
      last_attempt_at: new Date(startedAt),
      next_attempt_at: next,
    })
    if (next !== null)
      await deps.jobs.send(
        trx,
        deliverWebhookJob,
        { accountId: delivery.account_id, deliveryId: delivery.id },
        { startAfter: next },
      )
  })
}

/** Sends a delivery once and stores the answer. A receiver may get a message twice: its ID stays the same. */
const deliver = async (
  deps: DeliverDeps,
  { accountId, deliveryId }: { readonly accountId: number; readonly deliveryId: string },
  signal: AbortSignal,
): Promise<void> => {
  const due = await findDue(deps.db, { account_id: accountId, id: deliveryId })
  if (due === undefined || due.delivery.status !== 'waiting') return
  const { delivery, webhook } = due
  if (!webhook.is_active && delivery.type !== 'test') {
    await updateDelivery(deps.db, delivery, { status: 'failed', problem: TURNED_OFF, next_attempt_at: null })
    return
  }
  const startedAt = deps.clock.now()
  await settle(deps, delivery, await post(deps, webhook, delivery, signal), startedAt)
}

export const deliverWebhookHandler = handleJob(deliverWebhookJob, (deps: DeliverDeps, data, { signal }) =>
  deliver(deps, data, signal),
)
