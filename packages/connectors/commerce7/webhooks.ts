import { z } from 'zod'
import type { WebhookRegistrar } from '../kit/connector.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { type Commerce7Api, LISTS, PAGE_BUDGET } from './commerce7-api.ts'
import { Id, Text } from './fields.ts'

const OBJECTS = ['Order', 'Customer', 'Club Membership', 'Reservation'] as const
const ACTIONS = ['Create', 'Update', 'Delete'] as const

const Hook = z.object({ id: Id, object: Text, action: Text, url: Text })

const hooksOf = async (api: Commerce7Api, url: string) => {
  const found: z.output<typeof Hook>[] = []
  for await (const { records } of api.byNumber(LISTS.webHooks)) {
    found.push(...records.flatMap((record) => Hook.safeParse(record).data ?? []).filter((hook) => hook.url === url))
  }
  return found
}

/** https://developer.commerce7.com/docs/webhooks: Commerce7 signs nothing, so the address itself is the secret. */
export const commerce7Webhooks = (api: Commerce7Api): WebhookRegistrar => ({
  async register(url) {
    const own = await hooksOf(api, url)
    const ids = own.map(({ id }) => id)
    for (const object of OBJECTS) {
      for (const action of ACTIONS) {
        if (own.some((hook) => hook.object === object && hook.action === action)) continue
        const body = { object, action, url }
        const answer = await api.get({ method: 'POST', path: '/web-hook', body, budgets: [PAGE_BUDGET.name] })
        ids.push(readEnvelope(answer, z.object({ id: Id }), 'The new webhook').id)
      }
    }
    return { ids, secret: null }
  },
  async remove({ ids }) {
    for (const id of ids) await api.remove(`/web-hook/${encodeURIComponent(id)}`)
  },
})
