import { z } from 'zod'
import type { DeliveryType } from '#domain/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/jobs/job.ts'
import { alertFired } from '#server/modules/alerts/index.ts'
import { digestSent, insightsFound } from '#server/modules/insights/index.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'
import { scheduleSent } from '#server/modules/report-schedules/index.ts'
import { runEnded } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { channelPayload } from './channel-message.ts'
import { type DeliveryRow, insertDelivery, listWebhooks, type WebhookRow } from './webhooks.repo.ts'

/** Sends one delivery once. A later attempt is another job. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  schema: z.object({ accountId: z.number().int(), deliveryId: z.string() }),
  concurrency: 4,
  retries: 2,
  expireSeconds: 60,
  turnsBy: 'accountId',
  limitBy: { field: 'accountId', limit: 2 },
})

export interface WebhookMessage {
  readonly type: DeliveryType
  /** values as the API answers them: money in major units, instants in UTC */
  readonly data: object
  /** absent: not for channels */
  readonly message?: NotificationMessage
}

/** Queues a message to one webhook, in the transaction of `db`. */
export const sendTo = async (
  deps: Deps,
  { account_id, id, format }: Pick<WebhookRow, 'account_id' | 'id' | 'format'>,
  { type, data, message }: WebhookMessage,
): Promise<DeliveryRow> => {
  const now = new Date(deps.clock.now())
  const payload =
    format === 'standard' || message === undefined
      ? JSON.stringify({ type, timestamp: now.toISOString(), data })
      : channelPayload(format, message, deps.publicUrl)
  const row = await insertDelivery(deps.db, {
    id: deps.ids.next(),
    account_id,
    webhook_id: id,
    type,
    payload,
    status: 'waiting',
    answer_status: null,
    problem: null,
    duration_ms: null,
    created_at: now,
    last_attempt_at: null,
    next_attempt_at: now,
  })
  await deps.jobs.send(deps.db, deliverWebhookJob, { accountId: account_id, deliveryId: row.id })
  return row
}

/** Queues a message to every active webhook of the account that wants its type. */
const sendEvent = async (deps: Deps, accountId: number, message: WebhookMessage): Promise<void> => {
  for (const webhook of await listWebhooks(deps.db, accountId))
    if (webhook.is_active && webhook.events.some((event) => event === message.type))
      await sendTo(deps, webhook, message)
}

export const announceRuns = subscribe(runEnded, async (deps: Deps, { accountId, hasFailed, ...data }) => {
  const type = hasFailed ? 'run.failed' : 'data.loaded'
  await sendEvent(deps, accountId, { type, data })
})

export const announceAlerts = subscribe(alertFired, (deps: Deps, { accountId, message, ...data }) =>
  sendEvent(deps, accountId, { type: 'alert.fired', data, message }),
)

export const announceDigests = subscribe(digestSent, (deps: Deps, { accountId, message }) => {
  const data = { title: message.subject, paragraphs: message.paragraphs }
  return sendEvent(deps, accountId, { type: 'digest.sent', data, message })
})

export const announceInsights = subscribe(insightsFound, async (deps: Deps, { accountId, insights }) => {
  for (const data of insights) await sendEvent(deps, accountId, { type: 'insight.found', data })
})

export const announceSchedules = subscribe(scheduleSent, async (deps: Deps, { accountId, channels, message }) => {
  for (const webhook of await listWebhooks(deps.db, accountId))
    if (webhook.is_active && channels.includes(webhook.id))
      await sendTo(deps, webhook, { type: 'schedule.sent', data: {}, message })
})
