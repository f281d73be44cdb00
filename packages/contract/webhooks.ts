import { z } from 'zod'
import { DELIVERY_STATUSES, DELIVERY_TYPES, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '#domain/webhooks.ts'
import { audited, endpoint } from './endpoint.ts'
import { ById, Id, Instant, PageQuery, paged, RequiredText } from './fields.ts'

export const WebhookInput = z.object({
  /** of the messages; `slack` and `teams` post in a channel, and write only `alert.fired` and `digest.sent` */
  format: z.enum(WEBHOOK_FORMATS).default('standard'),
  /** of a channel, such as `#tasting-room` */
  name: z.string().trim().max(100).default(''),
  /** receives a POST for each event; https, with a public host, or the incoming webhook of Slack or Microsoft Teams */
  url: RequiredText(2000),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Choose at least one event').max(WEBHOOK_EVENTS.length),
  /** false: nothing is sent */
  isActive: z.boolean().default(true),
})
export type WebhookInput = z.input<typeof WebhookInput>

export const WebhookDelivery = z.object({
  id: z.string(),
  type: z.enum(DELIVERY_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number().int(),
  /** HTTP status of the last answer; null: there was none */
  answerStatus: z.number().int().nullable(),
  /** why the last attempt failed; null: it did not */
  problem: z.string().nullable(),
  /** of the last attempt, in milliseconds */
  durationMs: z.number().int().nullable(),
  createdDateUtc: Instant,
  lastAttemptUtc: Instant.nullable(),
  /** null: it will not be sent again by itself */
  nextAttemptUtc: Instant.nullable(),
  /** what is sent, as JSON text */
  payload: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** Without a URL the stored one stays. The format can't be changed. */
const WebhookChange = WebhookInput.omit({ format: true }).partial({ url: true })

export const Webhook = WebhookInput.extend({
  id: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  name: z.string(),
  /** of a channel it is masked: whoever knows it can post */
  url: z.string(),
  isActive: z.boolean(),
  createdDateUtc: Instant,
  /** null: nothing was sent yet */
  lastDelivery: WebhookDelivery.pick({
    status: true,
    answerStatus: true,
    problem: true,
    createdDateUtc: true,
  }).nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** The secret is answered only here: it signs what is sent. */
const WebhookSecret = z.object({ id: z.string(), secret: z.string() })
const CreatedWebhook = WebhookSecret.extend({
  /** null: messages in a channel aren't signed */
  secret: z.string().nullable(),
})

const Channel = Webhook.pick({ id: true, name: true })
export type Channel = z.infer<typeof Channel>

const SAMPLE = { url: 'https://example.com/cuvee', events: ['data.loaded'] }

const change = audited('services', { access: 'administration' })

export const webhooks = {
  list: endpoint('GET /webhooks', 'Webhooks of the account, oldest first', { access: 'administration' }).output(
    z.array(Webhook),
  ),
  channels: endpoint('GET /webhooks/channels', 'Channels in which reports can be posted', { access: 'sharing' }).output(
    z.array(Channel),
  ),
  create: change(
    'POST /webhooks',
    'Add a webhook, or a channel of Slack or Teams; its secret is answered once',
    'Added a webhook',
    {
      successStatus: 201,
      ignoresKey: 'a stored answer would hold the secret',
      proof: 'withSecondFactor',
      sample: { body: SAMPLE },
    },
  )
    .input(WebhookInput)
    .output(CreatedWebhook),
  update: change('PUT /webhooks/{id}', 'Change a webhook, or turn it on or off', 'Changed a webhook', {
    worksReadOnly: true,
    inputStructure: 'detailed',
    proof: 'withSecondFactor',
    sample: { body: SAMPLE },
  })
    .input(z.object({ params: ById, body: WebhookChange }))
    .output(Webhook),
  replaceSecret: change(
    'POST /webhooks/{id}/secret',
    'Replace the secret; for 24 hours both the new and the former one sign',
    'Replaced the secret of a webhook',
    { worksReadOnly: true, ignoresKey: 'a stored answer would hold the secret', proof: 'withSecondFactor' },
  )
    .input(ById)
    .output(WebhookSecret),
  test: change('POST /webhooks/{id}/test', 'Send a test event', 'Sent a test to a webhook', {
    successStatus: 202,
    rateLimit: { bucket: 'webhook-test', hits: 20, seconds: 600, per: 'account' },
  })
    .input(ById)
    .output(WebhookDelivery),
  remove: change('DELETE /webhooks/{id}', 'Delete a webhook and its deliveries', 'Deleted a webhook', {
    worksReadOnly: true,
  })
    .input(ById)
    .output(z.void()),
  deliveries: endpoint('GET /webhooks/{id}/deliveries', 'Deliveries of the last 30 days, latest first', {
    access: 'administration',
  })
    .input(ById.extend(PageQuery.shape))
    .output(paged(WebhookDelivery)),
  redeliver: change(
    'POST /webhooks/{id}/deliveries/{deliveryId}',
    'Send a delivery again',
    'Sent an event to a webhook again',
    { successStatus: 202, rateLimit: { bucket: 'webhook-test', hits: 20, seconds: 600, per: 'account' } },
  )
    .input(ById.extend({ deliveryId: Id }))
    .output(WebhookDelivery),
}
