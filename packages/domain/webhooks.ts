/** What a webhook can be notified of. */
export const WEBHOOK_EVENTS = ['data.loaded', 'run.failed', 'alert.fired', 'insight.found'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** A delivery on request is of type `test`. */
export const DELIVERY_TYPES = [...WEBHOOK_EVENTS, 'test'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** `waiting`: not sent yet, or to be sent again; `failed`: not accepted at any attempt, or no longer wanted. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
