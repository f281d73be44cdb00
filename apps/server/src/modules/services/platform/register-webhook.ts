import { checkAddress } from '#connectors/kit/address.ts'
import type { PlatformSession } from '#connectors/kit/connector.ts'
import { isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { DAY_MS } from '#domain/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { decryptSecrets, type RegisteredWebhook, type ServiceSecrets, sealSecrets } from '../secrets/service-secrets.ts'
import { lockService, type ServiceRow, updateService } from '../services.repo.ts'

/** The URL that a platform sends a service's events to. */
export const webhookUrl = (publicUrl: string, serviceId: string, secret: string): string =>
  `${publicUrl}/api/service/${serviceId}/webhook/${secret}`

/** Whether platforms can call this server: over HTTPS, by a public name. */
export const isReachable = (publicUrl: string): boolean => {
  if (!publicUrl.startsWith('https://')) return false
  try {
    checkAddress(publicUrl, { allowPrivate: false })
    return true
  } catch {
    return false
  }
}

/** Platforms end webhooks that fail for a while, so that they are looked at once a day. */
const CHECKED_EVERY_MS = DAY_MS

const isDue = (registered: RegisteredWebhook | null, url: string, now: number): boolean =>
  registered === null || registered.url !== url || registered.checked < now - CHECKED_EVERY_MS

const saveRegistered = (deps: Deps, service: ServiceRow, registered: RegisteredWebhook): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockService(trx, service.account_id, service.id)
    const secrets = row ? decryptSecrets(deps.keys, row) : null
    if (!row || secrets === null || secrets === 'unreadable' || row.sync_every_minutes === null) return false
    const owner = { accountId: service.account_id, serviceId: service.id }
    await updateService(trx, row, { secrets: sealSecrets(deps.keys, owner, { ...secrets, registered }) })
    return true
  })

const tryToRegister = async (
  { clock, log }: Deps,
  webhooks: NonNullable<PlatformSession['webhooks']>,
  url: string,
): Promise<RegisteredWebhook> => {
  const checked = clock.now()
  try {
    const { ids, secret } = await webhooks.register(url)
    return { url, ids: [...ids], secret, problem: null, checked }
  } catch (error) {
    if (!isPlatformProblem(error)) throw error
    log.info({ err: error }, 'webhook not registered')
    return { url, ids: [], secret: null, problem: error.message, checked }
  }
}

/**
 * Asks the platform to send events of this service, unless it does already. A platform that refuses is asked again a day later; the
 * service syncs by its schedule meanwhile.
 */
export const registerWebhook = async (
  deps: Deps,
  service: ServiceRow,
  { session, secrets }: { readonly session: PlatformSession; readonly secrets: ServiceSecrets },
): Promise<void> => {
  const { webhooks } = session
  if (!webhooks || service.sync_every_minutes === null || !isReachable(deps.publicUrl)) return
  const url = webhookUrl(deps.publicUrl, service.id, secrets.webhook)
  if (!isDue(secrets.registered, url, deps.clock.now())) return
  const registered = await tryToRegister(deps, webhooks, url)
  // The service may have been paused or removed meanwhile.
  if (!(await saveRegistered(deps, service, registered)) && registered.ids.length > 0) await webhooks.remove(registered)
}
