import { z } from 'zod'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { refuseWith } from './fake-paging.fixture.ts'
import { SUBSCRIPTION } from './samples.fixture.ts'

const Request = z.object({
  idempotency_key: z.string().min(1).max(45),
  subscription: z.object({
    name: z.string(),
    event_types: z.array(z.string()).min(1),
    notification_url: z.url({ protocol: /^https$/ }),
    api_version: z.string(),
  }),
})

export type FakeSubscription = typeof SUBSCRIPTION

const PATH = '/v2/webhooks/subscriptions'

/** The application's webhook subscriptions: https://developer.squareup.com/reference/square/webhook-subscriptions-api */
export const createSubscriptions = (registered: Map<string, FakeSubscription>) => {
  /** by idempotency key: a repeated request gets the first answer, whatever became of the subscription */
  const created = new Map<string, FakeSubscription>()

  const find = (id = ''): FakeSubscription =>
    registered.get(id) ?? refuseWith(404, 'NOT_FOUND', 'There is no such subscription')

  const create = ({ body }: FakeCall): FakeAnswer => {
    const { idempotency_key, subscription } = Request.parse(JSON.parse(body))
    const before = created.get(idempotency_key)
    if (before) return { body: { subscription: before } }
    const id = `wbhk_${created.size + 1}`
    const added = { ...SUBSCRIPTION, ...subscription, id, signature_key: `key-of-${id}` }
    registered.set(id, added)
    created.set(idempotency_key, added)
    return { body: { subscription: added } }
  }

  return {
    [`POST ${PATH}`]: create,
    [`GET ${PATH}`]: () => ({
      body: { subscriptions: [...registered.values()].map(({ signature_key: _key, ...rest }) => rest) },
    }),
    [`GET ${PATH}/*`]: (_call: FakeCall, [id]: readonly string[]) => ({ body: { subscription: find(id) } }),
    [`DELETE ${PATH}/*`]: (_call: FakeCall, [id]: readonly string[]) => {
      registered.delete(find(id).id)
      return { body: {} }
    },
  }
}
