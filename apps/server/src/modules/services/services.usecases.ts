import type { UpdateObject } from 'kysely'
import type { Grant } from '#connectors/kit/authorization.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import { lockAccount } from '#server/modules/accounts/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { requireService } from './find-service.ts'
import { assertAddressAllowed } from './platform/open-connection.ts'
import { queueWebhookRemoval } from './platform/remove-webhooks.ts'
import { hasOpenRun } from './runs.repo.ts'
import { decryptSecrets, newServiceSecrets, sealSecrets } from './secrets/service-secrets.ts'
import {
  countServices,
  deleteService,
  hasSample,
  insertService,
  type ServiceRow,
  updateService,
} from './services.repo.ts'
import { type CheckedSettings, checkConnectionSettings } from './settings.policy.ts'
import { removeStagedFile, stagedFilesOfService } from './staged-files.repo.ts'
import { nextSyncAt } from './sync/queue-syncs.ts'

/** Default sync interval. */
const DEFAULT_INTERVAL_MINUTES = 60

interface NewService {
  readonly type: string
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly syncEveryMinutes?: number | null | undefined
  /** access that the user gave on the platform; default: the settings hold the credentials */
  readonly grant?: Grant | null
}

/**
 * Errors: `service.unknown_type`, `request.invalid`, `service.sample_exists`,
 * `service.address_refused`, `request.quota`.
 */
export const addService = async (
  deps: Deps,
  accountId: number,
  { type, name, settings, grant = null, syncEveryMinutes = DEFAULT_INTERVAL_MINUTES }: NewService,
): Promise<ServiceRow> => {
  const checked = checkConnectionSettings(type, settings, { secrets: {}, grant })
  const platform = findPlatformConnector(type)
  if (platform) assertAddressAllowed(deps, platform, checked.settings)
  const id = deps.ids.next()
  const interval = platform ? syncEveryMinutes : null
  const now = deps.clock.now()
  const isSample = type === 'sample'
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    await assertRoom(trx, 'services', accountId, () => countServices(trx, accountId))
    if (isSample && (await hasSample(trx, accountId))) throw fail('service.sample_exists')
    return insertService(trx, {
      id,
      account_id: accountId,
      type,
      name,
      settings: JSON.stringify(checked.settings),
      secrets: platform
        ? sealSecrets(deps.keys, { accountId, serviceId: id }, newServiceSecrets(checked.secrets, grant))
        : null,
      is_sample: isSample,
      sync_every_minutes: interval,
      next_sync_at: nextSyncAt(now, interval),
      created_at: new Date(now),
      updated_at: new Date(now),
    })
  })
}

interface ServiceChange {
  readonly id: string
  readonly name: string
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly syncEveryMinutes?: number | null | undefined
}

/** Errors: as `addService`, and `service.run_in_progress` while a run still uses the previous settings. */
export const changeService = async (deps: Deps, accountId: number, change: ServiceChange) => {
  const service = await requireService(deps, accountId, change.id)
  const changes: UpdateObject<Schema, 'services'> = change.settings
    ? await changedSettings(deps, service, change.settings)
    : {}
  const now = deps.clock.now()
  const { name, syncEveryMinutes = service.sync_every_minutes } = change
  const interval = findPlatformConnector(service.type) ? syncEveryMinutes : null
  const isNewInterval = interval !== service.sync_every_minutes
  const after = await inTransaction(deps.db, async (trx) => {
    const changed = await updateService(trx, service, {
      name,
      sync_every_minutes: interval,
      ...(isNewInterval && !service.needs_attention_at ? { next_sync_at: nextSyncAt(now, interval) } : {}),
      ...changes,
      updated_at: new Date(now),
    })
    if (changes.cursors !== undefined) await queueWebhookRemoval({ ...deps, db: trx }, service)
    return isNewInterval && interval === null ? endWebhooks({ ...deps, db: trx }, changed) : changed
  })
  return { before: service, after }
}

/** A service that no longer syncs by itself needs no events. */
const endWebhooks = async (deps: Deps, service: ServiceRow): Promise<ServiceRow> => {
  const secrets = decryptSecrets(deps.keys, service)
  if (secrets === null || secrets === 'unreadable' || secrets.registered === null) return service
  await queueWebhookRemoval(deps, service)
  const owner = { accountId: service.account_id, serviceId: service.id }
  return updateService(deps.db, service, { secrets: sealSecrets(deps.keys, owner, { ...secrets, registered: null }) })
}

/** New settings clear the service's problem until the next run, and a different source is read from the beginning. */
const changedSettings = async (deps: Deps, service: ServiceRow, given: Readonly<Record<string, unknown>>) => {
  const { id, account_id: accountId, type } = service
  const platform = findPlatformConnector(type)
  const secrets = decryptSecrets(deps.keys, service)
  const stored = secrets === null || secrets === 'unreadable' ? null : secrets
  const isReplaced = (platform?.authorization?.replaces ?? []).some((name) => given[name])
  // Entered credentials end the use of a consent.
  const grant = isReplaced ? null : (stored?.grant ?? null)
  const checked = checkConnectionSettings(type, given, {
    secrets: stored?.settings ?? {},
    grant,
    settings: service.settings,
  })
  const settings = JSON.stringify(checked.settings)
  if (!platform) return { settings }
  assertAddressAllowed(deps, platform, checked.settings)
  const isNewSource = !isSameSettings(checked.settings, service.settings)
  if (isNewSource && (await hasOpenRun(deps.db, { accountId, serviceId: id }))) throw fail('service.run_in_progress')
  const before = stored ?? newServiceSecrets({})
  const registered = isNewSource ? null : before.registered
  const updated = { ...before, settings: checked.secrets, grant, registered }
  const healthy = { problem: null, failures: 0, needs_attention_at: null }
  return {
    settings,
    secrets: sealSecrets(deps.keys, { accountId, serviceId: id }, updated),
    ...healthy,
    next_sync_at: service.sync_every_minutes === null ? null : new Date(deps.clock.now()),
    ...(isNewSource ? { cursors: '{}' } : {}),
  }
}

const isSameSettings = (one: CheckedSettings['settings'], other: CheckedSettings['settings']): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name])

/**
 * Removes a service with its rows, runs and files. Rows are removed first, so that after a kill in between the service
 * still exists and can be removed again. Returns what it was. Throws `service.run_in_progress`.
 */
export const removeService = async (deps: Deps, accountId: number, id: string): Promise<ServiceRow> => {
  const service = await requireService(deps, accountId, id)
  await inTransaction(deps.db, async (trx) => {
    // Prevents scheduled runs from here on.
    await updateService(trx, service, { next_sync_at: null })
    if (await hasOpenRun(trx, { accountId, serviceId: id })) throw fail('service.run_in_progress')
  })
  await deps.warehouse.removeService(accountId, id)
  for (const file of await stagedFilesOfService(deps.db, accountId, id))
    await removeStagedFile(deps, accountId, file.id)
  await inTransaction(deps.db, async (trx) => {
    await queueWebhookRemoval({ ...deps, db: trx }, service)
    await deleteService(trx, accountId, id)
  })
  deps.platforms.budgets.forget(id)
  deps.platforms.caches.forget(id)
  return service
}
