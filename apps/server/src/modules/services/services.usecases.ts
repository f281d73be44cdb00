import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { requireService } from './find-service.ts'
import { assertAddressAllowed } from './platform/open-connection.ts'
import { hasOpenRun } from './runs.repo.ts'
import { newServiceSecrets, sealSecrets, secretsOf } from './secrets/service-secrets.ts'
import { requireConnector } from './service-types.ts'
import {
  deleteService,
  hasSample,
  insertService,
  lockAccount,
  type ServiceRow,
  updateService,
} from './services.repo.ts'
import { type CheckedSettings, checkSettings } from './settings.policy.ts'
import { removeStagedFile, stagedFilesOfService } from './staged-files.repo.ts'
import { nextSyncAt } from './sync/next-sync.ts'

/** How often a platform is asked where nobody says. */
const DEFAULT_INTERVAL_MINUTES = 60

interface NewService {
  readonly type: string
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly syncEveryMinutes?: number | null | undefined
}

/**
 * Errors: `service.unknown_type`, `service.not_available`, `request.invalid`, `service.sample_exists`,
 * `service.address_refused`.
 */
export const addService = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'platforms' | 'keys'>,
  accountId: number,
  { type, name, settings, syncEveryMinutes = DEFAULT_INTERVAL_MINUTES }: NewService,
): Promise<ServiceRow> => {
  const checked = checkSettings(requireConnector(type).settingsSchema, settings)
  const platform = platformOf(type)
  if (platform) assertAddressAllowed(deps, platform, checked.settings)
  const id = deps.ids.next()
  const interval = platform ? syncEveryMinutes : null
  const now = deps.clock.now()
  const isSample = type === 'sample'
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    if (isSample && (await hasSample(trx, accountId))) throw fail('service.sample_exists')
    return insertService(trx, {
      id,
      account_id: accountId,
      type,
      name,
      settings: JSON.stringify(checked.settings),
      secrets: platform
        ? sealSecrets(deps.keys, { accountId, serviceId: id }, newServiceSecrets(checked.secrets))
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

/** Errors: those of adding one, and `service.run_in_progress` when a run still works with the settings before. */
export const changeService = async (
  deps: Pick<Deps, 'clock' | 'db' | 'platforms' | 'keys'>,
  accountId: number,
  change: ServiceChange,
): Promise<ServiceRow> => {
  const service = await requireService(deps, accountId, change.id)
  const settled = change.settings ? await changedSettings(deps, service, change.settings) : {}
  const now = deps.clock.now()
  const { name, syncEveryMinutes = service.sync_every_minutes } = change
  const interval = platformOf(service.type) ? syncEveryMinutes : null
  const isNewInterval = interval !== service.sync_every_minutes
  return updateService(deps.db, service, {
    name,
    sync_every_minutes: interval,
    ...(isNewInterval && !service.needs_attention_at ? { next_sync_at: nextSyncAt(now, interval) } : {}),
    ...settled,
    updated_at: new Date(now),
  })
}

/** Settings that were entered anew put things right until the next run says otherwise, and what they lead to is read from its beginning. */
const changedSettings = async (
  deps: Pick<Deps, 'clock' | 'db' | 'platforms' | 'keys'>,
  service: ServiceRow,
  given: Readonly<Record<string, unknown>>,
) => {
  const { id, account_id: accountId, type } = service
  const platform = platformOf(type)
  const secrets = secretsOf(deps.keys, service)
  const stored = secrets === null || secrets === 'unreadable' ? null : secrets
  const checked = checkSettings(requireConnector(type).settingsSchema, given, stored?.settings)
  const settings = JSON.stringify(checked.settings)
  if (!platform) return { settings }
  assertAddressAllowed(deps, platform, checked.settings)
  const isElsewhere = !isSameSettings(checked.settings, service.settings)
  if (isElsewhere && (await hasOpenRun(deps.db, { accountId, serviceId: id }))) throw fail('service.run_in_progress')
  const kept = { ...(stored ?? newServiceSecrets({})), settings: checked.secrets }
  const mended = { problem: null, failures: 0, needs_attention_at: null }
  return {
    settings,
    secrets: sealSecrets(deps.keys, { accountId, serviceId: id }, kept),
    ...mended,
    next_sync_at: service.sync_every_minutes === null ? null : new Date(deps.clock.now()),
    ...(isElsewhere ? { cursors: '{}' } : {}),
  }
}

const isSameSettings = (one: CheckedSettings['settings'], other: CheckedSettings['settings']): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name])

/**
 * Removes a service with its rows, runs and files. The rows go first: killed in between, the service is still there to be
 * removed again. Throws `service.run_in_progress`.
 */
export const removeService = async (
  deps: Pick<Deps, 'db' | 'warehouse' | 'platforms'>,
  accountId: number,
  id: string,
): Promise<void> => {
  const service = await requireService(deps, accountId, id)
  await inTransaction(deps.db, async (trx) => {
    // From here on no run begins by itself.
    await updateService(trx, service, { next_sync_at: null })
    if (await hasOpenRun(trx, { accountId, serviceId: id })) throw fail('service.run_in_progress')
  })
  await deps.warehouse.removeService(accountId, id)
  for (const file of await stagedFilesOfService(deps.db, accountId, id))
    await removeStagedFile(deps, accountId, file.id)
  await deleteService(deps.db, accountId, id)
  deps.platforms.budgets.forget(id)
}
