import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WebhookRegistrar, WebhookSpec } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/fields.ts'
import { allRecords } from '../kit/paging.ts'
import { parseEach, readEnvelope } from '../kit/read-records.ts'
import { isEqualText } from '../kit/signature.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { BcId } from './fields.ts'

/** Events after which something of a sync may have changed; each covers those below it. */
const EVENTS = ['store/order/*', 'store/customer/*', 'store/product/*']

/** A header that BigCommerce repeats in each event. */
const KEY_HEADER = 'x-cuvee-key'

/** The header's value: known to whoever has the access token and the address. */
export const deriveWebhookKey = (accessToken: string, url: string): string =>
  createHmac('sha256', accessToken).update(url).digest('base64url')

const Hook = z.object({
  id: BcId,
  scope: z.string(),
  destination: z.string(),
  is_active: z.boolean(),
  headers: z.record(z.string(), z.string()).nullish(),
})
const Created = z.object({ data: Hook })

const LIST = { scope: null, name: 'webhooks', path: '/v3/hooks' } as const

/**
 * https://developer.bigcommerce.com/docs/webhooks/webhooks: webhooks belong to the API account and need no scope. BigCommerce
 * deactivates those that failed for two days; they are made again.
 */
export const bigcommerceWebhooks = (api: BigCommerceApi, accessToken: string): WebhookRegistrar => {
  const remove = (id: string) => api.find({ ...LIST, name: 'a webhook', path: `/v3/hooks/${id}`, method: 'DELETE' })
  const create = async (scope: string, url: string, key: string): Promise<string> => {
    const body = { scope, destination: url, is_active: true, headers: { [KEY_HEADER]: key } }
    return readEnvelope(await api.find({ ...LIST, method: 'POST', body }), Created, 'The new webhook').data.id
  }
  return {
    async register(url) {
      const key = deriveWebhookKey(accessToken, url)
      const list = await allRecords(api.pages({ ...LIST, query: { limit: 250 } }))
      const hooks = parseEach(list, Hook).filter((hook) => hook.destination === url)
      const usable = hooks.filter(({ is_active, headers }) => is_active && headers?.[KEY_HEADER] === key)
      for (const hook of hooks) if (!usable.includes(hook)) await remove(hook.id)
      const ids: string[] = []
      for (const scope of EVENTS) {
        ids.push(usable.find((hook) => hook.scope === scope)?.id ?? (await create(scope, url, key)))
      }
      return { ids, secret: key }
    },
    async remove({ ids }) {
      for (const id of ids) await remove(id)
    },
  }
}

const Event = z.object({ scope: z.string(), producer: z.string() })

/** Events carry the header that the webhook was registered with, and name their store. */
export const bigcommerceWebhook: WebhookSpec = {
  instruction:
    'BigCommerce has no page for webhooks. Cuvee registers this URL itself where the server has a public HTTPS address.',
  check({ headers, body, url }, { registeredSecret, secrets, settings }) {
    const given = headers[KEY_HEADER] ?? ''
    const derived = secrets.accessToken ? deriveWebhookKey(secrets.accessToken, url) : null
    const isOurs = [registeredSecret, derived].some((key) => key && isEqualText(key, given))
    const event = Event.safeParse(parseJsonOrNull(body.toString('utf8'))).data
    if (!isOurs || event?.producer !== `stores/${String(settings.storeHash)}`) return 'refused'
    // The hash in the body is the same for each change of one record.
    return { eventId: headers['webhook-id'] ?? null }
  },
}
