import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WebhookRegistrar, WebhookSpec } from '../kit/connector.ts'
import { readEnvelope } from '../kit/read-records.ts'
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
type Hook = z.output<typeof Hook>
const Created = z.object({ data: Hook })

const LIST = { scope: null, name: 'webhooks', path: '/v3/hooks' } as const

const hooksOf = async (api: BigCommerceApi, url: string): Promise<readonly Hook[]> => {
  const hooks: Hook[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.page({ ...LIST, query: { page, limit: 250 } })
    pages = answer.pages
    hooks.push(...answer.records.flatMap((record) => Hook.safeParse(record).data ?? []))
  }
  return hooks.filter(({ destination }) => destination === url)
}

const remove = async (api: BigCommerceApi, id: string): Promise<void> => {
  await api.find({ scope: null, name: 'a webhook', path: `/v3/hooks/${id}`, method: 'DELETE' })
}

const create = async (api: BigCommerceApi, scope: string, url: string, key: string): Promise<string> => {
  const body = { scope, destination: url, is_active: true, headers: { [KEY_HEADER]: key } }
  const answer = await api.find({ ...LIST, method: 'POST', body })
  return readEnvelope(answer, Created, 'The new webhook').data.id
}

/**
 * https://developer.bigcommerce.com/docs/webhooks/webhooks: webhooks belong to the API account and need no scope. BigCommerce
 * deactivates those that failed for two days; they are made again.
 */
export const bigcommerceWebhooks = (api: BigCommerceApi, accessToken: string): WebhookRegistrar => ({
  async register(url) {
    const key = deriveWebhookKey(accessToken, url)
    const own = await hooksOf(api, url)
    const isUsable = ({ is_active, headers }: Hook): boolean => is_active && headers?.[KEY_HEADER] === key
    for (const hook of own) if (!isUsable(hook)) await remove(api, hook.id)
    const ids: string[] = []
    for (const scope of EVENTS) {
      const found = own.find((hook) => hook.scope === scope && isUsable(hook))
      ids.push(found?.id ?? (await create(api, scope, url, key)))
    }
    return { ids, secret: key }
  },
  async remove({ ids }) {
    for (const id of ids) await remove(api, id)
  },
})

const Event = z.object({ scope: z.string(), producer: z.string() })

const eventOf = (body: Buffer): z.output<typeof Event> | null => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Events carry the header that the webhook was registered with, and name their store. */
export const bigcommerceWebhook: WebhookSpec = {
  instruction:
    'BigCommerce has no page for webhooks. Cuvee registers this URL itself where the server has a public HTTPS address.',
  check({ headers, body, url }, { registeredSecret, secrets, settings }) {
    const given = headers[KEY_HEADER] ?? ''
    const derived = secrets.accessToken ? deriveWebhookKey(secrets.accessToken, url) : null
    const isOurs = [registeredSecret, derived].some((key) => key && isEqualText(key, given))
    if (!isOurs || eventOf(body)?.producer !== `stores/${String(settings.storeHash)}`) return 'refused'
    // The hash in the body is the same for each change of one record.
    return { eventId: headers['webhook-id'] ?? null }
  },
}
