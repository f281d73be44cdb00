import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookSpec } from '../kit/connector.ts'

const signatureOf = (body: Buffer, secret: string): Buffer => createHmac('sha256', secret).update(body).digest()

const isSigned = (body: Buffer, given: string | undefined, secret: string): boolean => {
  const expected = signatureOf(body, secret)
  const found = Buffer.from(given ?? '', 'base64')
  return found.length === expected.length && timingSafeEqual(found, expected)
}

/** Shopify signs each event with the app's client secret. */
export const shopifyWebhook: WebhookSpec = {
  instruction:
    'In Shopify, under Settings, Notifications, Webhooks, or in the app, send the events of orders, refunds, customers and products to this address as JSON, and enter the secret that signs them as the webhook secret.',
  check({ headers, body }, { settings, secrets }) {
    const secret = secrets.webhookSecret
    if (!secret || !isSigned(body, headers['x-shopify-hmac-sha256'], secret)) return 'refused'
    const shop = headers['x-shopify-shop-domain']
    if (shop !== undefined && shop !== settings.shop) return 'refused'
    return { eventId: headers['x-shopify-webhook-id'] ?? null }
  },
}
