import { z } from 'zod'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { HOOK } from './documented-records.fixture.ts'
import { newList, refusal } from './fake-lists.fixture.ts'

const Request = z.object({
  scope: z.string().min(1),
  destination: z.url({ protocol: /^https$/ }),
  is_active: z.boolean(),
  headers: z.record(z.string(), z.string()),
})

type FakeHook = z.output<typeof Request> & { readonly id: number; is_active: boolean }

/** The API account's webhooks: https://developer.bigcommerce.com/docs/webhooks/webhooks */
export interface FakeHooks {
  readonly registered: Map<number, FakeHook>
  /** `path`: below the store's */
  answer(call: FakeCall, path: string): FakeAnswer
}

export const createFakeHooks = (): FakeHooks => {
  const registered = new Map<number, FakeHook>()
  let last = 18_048_286
  return {
    registered,
    answer({ method, body, query }, path) {
      if (path === '/v3/hooks') {
        if (method !== 'POST') return newList([...registered.values()], { query })
        last += 1
        const hook = { ...HOOK, ...Request.parse(JSON.parse(body)), id: last }
        registered.set(last, hook)
        return { body: { data: hook, meta: {} } }
      }
      const id = Number(path.slice('/v3/hooks/'.length))
      const hook = registered.get(id)
      if (!hook) return refusal(404, `Webhook with id [${id}] not found`)
      if (method === 'DELETE') registered.delete(id)
      return { body: { data: hook, meta: {} } }
    },
  }
}
