import type { WebhookRegistrar } from './connector.ts'

/** A webhook as a platform lists it. */
export interface ListedWebhook {
  readonly id: string
  readonly event: string
  readonly url: string
  /** false: it has to be replaced; default: true */
  readonly isUsable?: boolean
}

interface WebhookCalls {
  /** events after which something of a sync may have changed; each gets a webhook */
  readonly events: readonly string[]
  /** what signs the events of an address; null: another secret of the connection */
  secretOf(url: string): string | null
  /** pages of the platform's webhooks; those of other addresses are left alone */
  list(): AsyncIterable<readonly ListedWebhook[]>
  /** Creates the webhook of an event, or updates the one with the ID `existing`. Resolves to its ID. */
  save(event: string, url: string, existing: string | null): Promise<string>
  remove(id: string): Promise<unknown>
}

export const webhookRegistrar = ({ events, secretOf, list, save, remove }: WebhookCalls): WebhookRegistrar => ({
  async register(url) {
    const listed = (await Array.fromAsync(list())).flat().filter((webhook) => webhook.url === url)
    for (const { id, isUsable } of listed) if (isUsable === false) await remove(id)
    const ids: string[] = []
    for (const event of events) {
      const existing = listed.find((webhook) => webhook.event === event && webhook.isUsable !== false)
      ids.push(await save(event, url, existing?.id ?? null))
    }
    return { ids, secret: secretOf(url) }
  },
  async remove({ ids }) {
    for (const id of ids) await remove(id)
  },
})
