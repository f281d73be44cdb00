import { z } from 'zod'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { SUBSCRIPTION } from './documented-samples.fixture.ts'
import { SquareRefusal } from './fake-paging.fixture.ts'

const Request = z.object({
  idempotency_key: z.string().min(1).max(45),
  subscription: z.object({
    name: z.string(),
    event_types: z.array(z.string()).min(1),
    notification_url: z.url({ protocol: /^https$/ }),
    api_version: z.string(),
  }),
})

type Subscription = typeof SUBSCRIPTION

/** The application's webhook subscriptions: https://developer.squareup.com/reference/square/webhook-subscriptions-api */
export interface FakeSubscriptions {
  readonly registered: Map<string, Subscription>
  /** null: another call. `isApplication`: the call has the application's own token */
  answer(call: FakeCall, isApplication: boolean): FakeAnswer | null
}

const PATH = '/v2/webhooks/subscriptions'

export const createFakeSubscriptions = (): FakeSubscriptions => {
  const registered = new Map<string, Subscription>()
  /** by idempotency key: a repeated request gets the first answer, whatever became of the subscription */
  const created = new Map<string, Subscription>()

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

  const one = ({ method, path }: FakeCall): FakeAnswer => {
    const id = decodeURIComponent(path.slice(PATH.length + 1))
    const subscription = registered.get(id)
    if (!subscription) throw new SquareRefusal(404, 'NOT_FOUND', 'There is no such subscription')
    if (method !== 'DELETE') return { body: { subscription } }
    registered.delete(id)
    return { body: {} }
  }

  return {
    registered,
    answer(call, isApplication) {
      if (!call.path.startsWith(PATH)) return null
      if (!isApplication) throw new SquareRefusal(403, 'FORBIDDEN', 'OAuth access tokens are not supported')
      if (call.path !== PATH) return one(call)
      if (call.method === 'POST') return create(call)
      return { body: { subscriptions: [...registered.values()].map(({ signature_key: _key, ...rest }) => rest) } }
    },
  }
}
