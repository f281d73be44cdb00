import type { z } from 'zod'
import { checkAddress } from '#connectors/kit/address.ts'
import { assertFound, failFields } from '#contract/errors.ts'
import type { WebhookInput } from '#contract/webhooks.ts'
import { CHANNEL_EVENTS, type WebhookFormat } from '#domain/webhooks.ts'
import { inSnapshot, inTransaction } from '#server/db/database.ts'
import type { Page } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { removeScheduledChannel } from '#server/modules/report-schedules/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { isSealedWithCurrentKey, SealedBoxError } from '#server/platform/sealed-box.ts'
import { addressProblem, maskAddress } from './channel-address.ts'
import { deliverWebhookJob, sendTo } from './send-event.ts'
import { firstSecrets, openSecrets, openText, replacedSecrets, sealSecrets, sealText } from './signature.ts'
import {
  allSecrets,
  type DeliveryRow,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  latestDeliveries,
  listDeliveries,
  listWebhooks,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repo.ts'

type Input = z.output<typeof WebhookInput>
type Change = Omit<Input, 'format' | 'url'> & { readonly url?: string | undefined }

const invalidUrl = (message: string) => failFields('request.invalid', [{ field: 'url', message }])

/** The host's addresses are checked again at each delivery, when its name is resolved. */
const assertAllowed = ({ platforms: { allowPrivate } }: Deps, format: WebhookFormat, address: string): void => {
  const url = readUrl(address, allowPrivate)
  if (allowPrivate) return
  if (url.protocol !== 'https:') throw invalidUrl('The URL must start with https://')
  const problem = format === 'standard' ? null : addressProblem(format, url)
  if (problem !== null) throw invalidUrl(problem)
}

const readUrl = (address: string, allowPrivate: boolean): URL => {
  try {
    return checkAddress(address, { allowPrivate })
  } catch {
    throw invalidUrl('Enter a URL with a public host, such as https://example.com/hook')
  }
}

/** A channel has a name, and only events that are written for people. */
const assertWritable = (format: WebhookFormat, { name, events }: Pick<Input, 'name' | 'events'>): void => {
  if (format === 'standard') return
  const known: readonly string[] = CHANNEL_EVENTS
  const problems = [
    ...(name === '' ? [{ field: 'name', message: 'Enter a name' }] : []),
    ...(events.every((event) => known.includes(event))
      ? []
      : [{ field: 'events', message: `A channel can receive ${CHANNEL_EVENTS.join(' and ')}` }]),
  ]
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** A webhook whose secret is shown once. */
export interface NewSecret {
  readonly webhook: WebhookRow
  readonly secret: string
}

/** Where a webhook sends to, as it is stored. */
const storedAddress = ({ keys }: Deps, key: RowKey, format: WebhookFormat, url: string) =>
  format === 'standard' ? { url } : { url: maskAddress(url), secrets: sealText(keys, key, url) }

type RowKey = Pick<WebhookRow, 'account_id' | 'id'>

/** The secret is null for a channel, whose messages are not signed. Errors: `request.invalid`, `request.quota`. */
export const createWebhook = async (
  deps: Deps,
  { accountId }: Caller,
  { format, name, url, events, isActive }: Input,
): Promise<Pick<NewSecret, 'webhook'> & { readonly secret: string | null }> => {
  assertAllowed(deps, format, url)
  assertWritable(format, { name, events })
  const now = new Date(deps.clock.now())
  const key = { id: deps.ids.next(), account_id: accountId }
  const secrets = firstSecrets()
  const webhook = await inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'webhooks', accountId, async () => (await listWebhooks(trx, accountId)).length)
    return insertWebhook(trx, {
      ...key,
      format,
      name,
      secrets: sealSecrets(deps.keys, key, secrets),
      ...storedAddress(deps, key, format, url),
      events: JSON.stringify(events),
      is_active: isActive,
      created_at: now,
      updated_at: now,
    })
  })
  return { webhook, secret: format === 'standard' ? secrets.current : null }
}

/** Without a URL the stored one stays. Errors: `request.invalid`, `webhook.not_found`. */
export const changeWebhook = async (
  deps: Deps,
  { accountId }: Caller,
  id: string,
  { name, url, events, isActive }: Change,
) => {
  const key = { account_id: accountId, id }
  const { format } = assertFound(await findWebhook(deps.db, key), 'webhook.not_found')
  if (url !== undefined) assertAllowed(deps, format, url)
  assertWritable(format, { name, events })
  const webhook = assertFound(
    await updateWebhook(deps.db, key, {
      ...(url === undefined ? {} : storedAddress(deps, key, format, url)),
      name,
      events: JSON.stringify(events),
      is_active: isActive,
      updated_at: new Date(deps.clock.now()),
    }),
    'webhook.not_found',
  )
  return { webhook, latest: (await latestDeliveries(deps.db, accountId)).get(id) }
}

/** The account's webhooks, each with its latest delivery. */
export const readWebhooks = ({ db }: Deps, accountId: number) =>
  inSnapshot(db, async (snapshot) => {
    const latest = await latestDeliveries(snapshot, accountId)
    return (await listWebhooks(snapshot, accountId)).map((webhook) => ({ webhook, latest: latest.get(webhook.id) }))
  })

/** The stored secrets; null after the master key was lost. */
const readableSecrets = (deps: Deps, webhook: WebhookRow) => {
  try {
    return openSecrets(deps.keys, webhook)
  } catch (error) {
    if (error instanceof SealedBoxError) return null
    throw error
  }
}

/** For a day, the former secret signs, too, if it can still be read. Errors: `webhook.not_found`. */
export const replaceSecret = async (deps: Deps, { accountId }: Caller, id: string): Promise<NewSecret> => {
  const key = { account_id: accountId, id }
  const row = await findWebhook(deps.db, key)
  const former = readableSecrets(deps, assertFound(row?.format === 'standard' ? row : undefined, 'webhook.not_found'))
  const secrets = former === null ? firstSecrets() : replacedSecrets(former, deps.clock.now())
  const webhook = assertFound(
    await updateWebhook(deps.db, key, { secrets: sealSecrets(deps.keys, key, secrets) }),
    'webhook.not_found',
  )
  return { webhook, secret: secrets.current }
}

/** Errors: `webhook.not_found`. */
export const removeWebhook = ({ db }: Deps, { accountId }: Caller, id: string): Promise<WebhookRow> =>
  inTransaction(db, async (trx) => {
    const removed = assertFound(await deleteWebhook(trx, { account_id: accountId, id }), 'webhook.not_found')
    await removeScheduledChannel(trx, accountId, id)
    return removed
  })

export const readChannels = async ({ db }: Deps, accountId: number): Promise<WebhookRow[]> =>
  (await listWebhooks(db, accountId)).filter(({ format }) => format !== 'standard')

const TEST = 'This is a test from Cuvee.'
const TEST_TEXT = ['Messages you turn on for this channel will appear here.']

/** Queues a test event, also while the webhook is turned off. Errors: `webhook.not_found`. */
export const testWebhook = (deps: Deps, { accountId }: Caller, id: string): Promise<DeliveryRow> =>
  inTransaction(deps.db, async (trx) => {
    const webhook = assertFound(await findWebhook(trx, { account_id: accountId, id }), 'webhook.not_found')
    const test = { type: 'test', data: { message: TEST }, message: { subject: TEST, paragraphs: TEST_TEXT } } as const
    return sendTo({ ...deps, db: trx }, webhook, test)
  })

/** Latest first. Errors: `webhook.not_found`. */
export const webhookDeliveries = async ({ db }: Deps, { accountId }: Caller, id: string, page: Page) => {
  const key = { account_id: accountId, id }
  assertFound(await findWebhook(db, key), 'webhook.not_found')
  return listDeliveries(db, key, page)
}

/** Queues a delivery again, with its ID and content. Errors: `webhook.not_found`. */
export const redeliver = (deps: Deps, { accountId }: Caller, id: string, deliveryId: string): Promise<DeliveryRow> =>
  inTransaction(deps.db, async (trx) => {
    const delivery = assertFound(
      await findDelivery(trx, { account_id: accountId, id }, deliveryId),
      'webhook.not_found',
    )
    const change = { status: 'waiting' as const, attempts: 0, next_attempt_at: new Date(deps.clock.now()) }
    await deps.jobs.send(trx, deliverWebhookJob, { accountId, deliveryId })
    return assertFound(await updateDelivery(trx, delivery, change), 'webhook.not_found')
  })

/** Encrypts all secrets and addresses with the current master key. Secrets that no key opens stay as they are. Idempotent. */
export const renewWebhookSecrets = async ({ db, keys, log }: Deps): Promise<void> => {
  for (const row of await allSecrets(db)) {
    if (isSealedWithCurrentKey(keys, row.secrets)) continue
    try {
      await updateWebhook(db, row, { secrets: sealText(keys, row, openText(keys, row)) })
    } catch (error) {
      if (!(error instanceof SealedBoxError)) throw error
      log.error({ err: error, webhookId: row.id }, 'the secret of a webhook can no longer be read')
    }
  }
}
