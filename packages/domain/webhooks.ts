/** What a webhook can be notified of. */
export const WEBHOOK_EVENTS = ['data.loaded', 'run.failed', 'alert.fired', 'insight.found', 'digest.sent'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** How events are written: `standard` is JSON for programs, the others are messages in a channel of Slack or Microsoft Teams. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]
export type ChannelFormat = Exclude<WebhookFormat, 'standard'>

/** The events that are also written as messages for people. */
export const CHANNEL_EVENTS = ['alert.fired', 'digest.sent'] as const satisfies readonly WebhookEvent[]
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** `schedule.sent` is posted in the channels of a schedule, and `test` on request. */
export const DELIVERY_TYPES = [...WEBHOOK_EVENTS, 'schedule.sent', 'test'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** `waiting`: not sent yet, or to be sent again; `failed`: not accepted at any attempt, or no longer wanted. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
