import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.repo.ts'
import {
  changeWebhook,
  createWebhook,
  readChannels,
  readWebhooks,
  redeliver,
  removeWebhook,
  replaceSecret,
  testWebhook,
  webhookDeliveries,
} from './webhooks.usecases.ts'

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  answerStatus: row.answer_status,
  problem: row.problem,
  durationMs: row.duration_ms,
  createdDateUtc: row.created_at.toISOString(),
  lastAttemptUtc: row.last_attempt_at?.toISOString() ?? null,
  nextAttemptUtc: row.next_attempt_at?.toISOString() ?? null,
  payload: row.payload,
})

const presentWebhook = (row: WebhookRow, latest: DeliveryRow | undefined): Webhook => ({
  id: row.id,
  format: row.format,
  name: row.name,
  url: row.url,
  events: row.events,
  isActive: row.is_active,
  createdDateUtc: row.created_at.toISOString(),
  lastDelivery: latest ? presentDelivery(latest) : null,
})

/** Of the host only: the rest of a URL may be a secret. */
const noted = ({ url, name }: WebhookRow) => ({ host: new URL(url).host, ...(name === '' ? {} : { name }) })

const { webhooks } = signedIn

export const webhooksRoutes: RoutesOf<'webhooks'> = {
  list: webhooks.list.handler(async ({ context: { deps, caller } }) =>
    (await readWebhooks(deps, caller.accountId)).map(({ webhook, latest }) => presentWebhook(webhook, latest)),
  ),
  channels: webhooks.channels.handler(async ({ context: { deps, caller } }) =>
    (await readChannels(deps, caller.accountId)).map(({ id, name }) => ({ id, name })),
  ),
  create: webhooks.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const { webhook, secret } = await createWebhook(deps, caller, input)
    call.note(noted(webhook))
    return { id: webhook.id, secret }
  }),
  update: webhooks.update.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const { webhook: row, latest } = await changeWebhook(deps, caller, params.id, body)
    call.note({ ...noted(row), events: row.events, isActive: row.is_active })
    return presentWebhook(row, latest)
  }),
  replaceSecret: webhooks.replaceSecret.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    const { webhook, secret } = await replaceSecret(deps, caller, id)
    call.note(noted(webhook))
    return { id, secret }
  }),
  test: webhooks.test.handler(async ({ input: { id }, context: { deps, caller } }) =>
    presentDelivery(await testWebhook(deps, caller, id)),
  ),
  remove: webhooks.remove.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    call.note(noted(await removeWebhook(deps, caller, id)))
  }),
  deliveries: webhooks.deliveries.handler(async ({ input: { id, page, pageSize }, context: { deps, caller } }) => {
    const { items, total } = await webhookDeliveries(deps, caller, id, { page, pageSize })
    return { items: items.map(presentDelivery), total }
  }),
  redeliver: webhooks.redeliver.handler(async ({ input: { id, deliveryId }, context: { deps, caller } }) =>
    presentDelivery(await redeliver(deps, caller, id, deliveryId)),
  ),
}
