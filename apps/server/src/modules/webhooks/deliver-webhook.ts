import { request } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { SealedBoxError } from '#server/platform/sealed-box.ts'
import { type ChannelRefusal, channelRefusal } from './channel-refusal.ts'
import { deliverWebhookJob } from './send-event.ts'
import { openSecrets, openText, signatureHeaders } from './signature.ts'
import { type DeliveryRow, type Due, findDue, updateDelivery, type WebhookRow } from './webhooks.repo.ts'

/** Pauses before the second and later attempts: about 21 hours in all. */
const RETRY_MINUTES = [1, 5, 30, 120, 360, 720]
const MINUTE_MS = 60_000
const ANSWER_MS = 10_000
const MAX_RETRY_AFTER_MS = DAY_MS
const TURNED_OFF = 'It was turned off before this was sent'
const NO_SECRET = 'The secret can no longer be read. Replace it, then send this again.'

interface Attempt {
  /** null: there was no answer */
  readonly status: number | null
  /** null: accepted with a status from 200 to 299 */
  readonly problem: string | null
  /** the pause that the receiver asks for */
  readonly retryAfterMs?: number
  /** absent: it can succeed later */
  readonly refuses?: ChannelRefusal['refuses']
}

const describeStatus = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `Response ${status}: redirects are not followed`
  return `Response ${status}`
}

const retryAfterMs = (header: string | string[] | undefined): number => {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1000), MAX_RETRY_AFTER_MS) : 0
}

// Messages of network errors can contain addresses, so they are replaced.
const describeError = (error: unknown): string => {
  if (error instanceof SealedBoxError) return NO_SECRET
  if (error instanceof AddressNotAllowed) return 'The URL leads to an address that isn’t allowed'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof DOMException || code.includes('TIMEOUT')) return 'No answer within 10 seconds'
  return 'The URL couldn’t be reached'
}

/** Where a message goes, and what proves that it is ours. Throws `SealedBoxError`. */
const readTarget = (
  keys: Deps['keys'],
  webhook: WebhookRow,
  message: Pick<DeliveryRow, 'id' | 'payload'>,
  now: number,
) =>
  webhook.format === 'standard'
    ? { url: webhook.url, headers: signatureHeaders(message, openSecrets(keys, webhook), now) }
    : { url: openText(keys, webhook), headers: {} }

const post = async (
  { clock, keys, platforms }: Deps,
  webhook: WebhookRow,
  { id, payload }: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> => {
  assertMayCallOut('webhook')
  const agent = createGuardedAgent(platforms)
  try {
    const { url, headers } = readTarget(keys, webhook, { id, payload }, clock.now())
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(checkAddress(url, platforms), {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Cuvee',
        ...headers,
      },
      body: payload,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    return {
      status: statusCode,
      problem: describeStatus(statusCode),
      retryAfterMs: retryAfterMs(answered['retry-after']),
      ...(webhook.format === 'standard' ? {} : await channelRefusal(webhook.format, statusCode, body)),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { status: null, problem: describeError(error) }
  } finally {
    // Discards the rest of the answer.
    await agent.destroy()
  }
}

/** When a delivery that failed `attempts` times is sent again; null: never. */
const nextAttempt = (attempts: number, now: number, { refuses, retryAfterMs = 0 }: Attempt): Date | null => {
  const minutes = RETRY_MINUTES[attempts - 1]
  if (minutes === undefined || refuses !== undefined) return null
  return new Date(now + Math.max(minutes * MINUTE_MS, retryAfterMs))
}

/** Once until the channel is changed, however many messages it refuses. */
const notifyOfRefusal = (deps: Deps, trx: Db, { id, account_id, name, updated_at }: WebhookRow, problem: string) =>
  notify(deps, trx, {
    accountId: account_id,
    kind: 'channelStopped',
    to: 'administrators',
    event: `channel ${id} ${updated_at.toISOString()}`,
    subject: `${name} no longer receives messages`,
    paragraphs: [problem],
    link: { label: 'Open channels', path: '/notifications?tab=channels' },
  })

const settle = (deps: Deps, { delivery, webhook }: Due, attempt: Attempt, startedAt: number) => {
  const { status, problem } = attempt
  const now = deps.clock.now()
  const attempts = delivery.attempts + 1
  const next = problem === null ? null : nextAttempt(attempts, now, attempt)
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
    if (attempt.refuses === 'address' && problem !== null) await notifyOfRefusal(deps, trx, webhook, problem)
  })
}

/** Sends a delivery once and stores the answer. A receiver may get a message twice: its ID stays the same. */
const deliver = async (
  deps: Deps,
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
  await settle(deps, due, await post(deps, webhook, delivery, signal), startedAt)
}

export const deliverWebhookHandler = handleJob(deliverWebhookJob, (deps: Deps, data, { signal }) =>
  deliver(deps, data, signal),
)
