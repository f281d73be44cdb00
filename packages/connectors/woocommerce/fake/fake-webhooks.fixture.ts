import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'
import { WEBHOOK } from './documented-records.fixture.ts'
import { answerList, WpRefusal } from './list-query.fixture.ts'

interface FakeWebhook {
  readonly id: number
  topic: string
  delivery_url: string
  secret: string
  status: string
}

/** The webhooks of a store: their secrets are never returned. */
export const createFakeWebhooks = () => {
  const stored = new Map<number, FakeWebhook>()
  let nextId = 142

  const wire = ({ secret: _, ...webhook }: FakeWebhook) => ({ ...WEBHOOK, ...webhook })

  const found = (path: string): FakeWebhook => {
    const webhook = stored.get(Number(path.split('/')[1]))
    if (!webhook) throw new WpRefusal(404, 'woocommerce_rest_shop_webhook_invalid_id')
    return webhook
  }

  const create = ({ body }: FakeCall): FakeAnswer => {
    const { topic, delivery_url, secret, status } = JSON.parse(body)
    if (!/^(order|customer|product|coupon)\.\w+$/.test(topic))
      throw new WpRefusal(400, 'woocommerce_rest_webhook_invalid_topic')
    const webhook = { id: nextId, topic, delivery_url, secret, status }
    nextId += 1
    stored.set(webhook.id, webhook)
    return { status: 201, body: wire(webhook) }
  }

  const answer = (call: FakeCall, path: string): FakeAnswer => {
    if (call.method === 'POST' && path === 'webhooks') return create(call)
    if (call.method === 'POST') return { body: wire(Object.assign(found(path), JSON.parse(call.body))) }
    if (call.method === 'DELETE') {
      if (call.query.get('force') !== 'true') throw new WpRefusal(501, 'woocommerce_rest_trash_not_supported')
      const webhook = found(path)
      stored.delete(webhook.id)
      return { body: wire(webhook) }
    }
    const listed = [...stored.values()].map((one) => ({ id: one.id, created: 0, modified: 0, wire: () => wire(one) }))
    return answerList(listed, call.query)
  }

  return { stored, answer }
}
