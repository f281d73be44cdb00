import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WebhookRegistrar, WebhookSpec } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import { pagesFromEnd } from '../kit/paging.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { isEqualText } from '../kit/signature.ts'
import { webhookRegistrar } from '../kit/webhook-registrar.ts'
import { type BigCommerceApi, numbered } from './bigcommerce-api.ts'
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
  const secretOf = (url: string): string => deriveWebhookKey(accessToken, url)
  const listed = ({ id, scope, destination, is_active, headers }: z.output<typeof Hook>) => ({
    id,
    event: scope,
    url: destination,
    isUsable: is_active && headers?.[KEY_HEADER] === secretOf(destination),
  })
  return webhookRegistrar({
    events: EVENTS,
    secretOf,
    async *list() {
      for await (const { records } of pagesFromEnd(numbered(api, { ...LIST, query: { limit: 250 } }))) {
        yield records.flatMap((record) => Hook.safeParse(record).data ?? []).map(listed)
      }
    },
    async save(scope, url, existing) {
      if (existing !== null) return existing
      const body = { scope, destination: url, is_active: true, headers: { [KEY_HEADER]: secretOf(url) } }
      return readEnvelope(await api.find({ ...LIST, method: 'POST', body }), Created, 'The new webhook').data.id
    },
    remove: (id) => api.find({ ...LIST, name: 'a webhook', path: `/v3/hooks/${id}`, method: 'DELETE' }),
  })
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
    if (
      !isOurs ||
      Event.safeParse(parseJsonOrNull(body.toString('utf8'))).data?.producer !== `stores/${String(settings.storeHash)}`
    )
      return 'refused'
    // The hash in the body is the same for each change of one record.
    return { eventId: headers['webhook-id'] ?? null }
  },
}
