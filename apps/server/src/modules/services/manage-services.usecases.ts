import { connectorOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { demandService } from './find-service.ts'
import { hasOpenRun } from './runs.repo.ts'
import { isAnnounced } from './service-types.ts'
import {
  deleteService,
  hasSample,
  insertService,
  lockAccount,
  type ServiceRow,
  updateService,
} from './services.repo.ts'
import { checkSettings } from './settings.policy.ts'
import { stagedFilesOfService } from './staged-files.repo.ts'
import { dropStagedFile } from './sweep-staged-files.ts'

interface NewService {
  readonly type: string
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
}

const demandConnector = (type: string) => {
  const connector = connectorOf(type)
  if (connector) return connector
  throw fail(isAnnounced(type) ? 'service.not_available' : 'service.unknown_type', { field: 'type' })
}

/** Errors: `service.unknown_type`, `service.not_available`, `request.invalid`, `service.sample_exists`. */
export const addService = async (
  deps: Deps,
  accountId: number,
  { type, name, settings }: NewService,
): Promise<ServiceRow> => {
  const connector = demandConnector(type)
  const checked = checkSettings(connector.settingsSchema, settings)
  const isSample = type === 'sample'
  const now = new Date(deps.clock.now())
  return inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    if (isSample && (await hasSample(trx, accountId))) throw fail('service.sample_exists')
    return insertService(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      type,
      name,
      settings: JSON.stringify(checked),
      secrets: null,
      is_sample: isSample,
      created_at: now,
      updated_at: now,
    })
  })
}

export const changeService = async (
  deps: Deps,
  accountId: number,
  { id, name, settings }: { id: string; name: string; settings?: Readonly<Record<string, unknown>> | undefined },
): Promise<ServiceRow> => {
  const service = await demandService(deps, accountId, id)
  const { settingsSchema } = demandConnector(service.type)
  const checked = settings ? checkSettings(settingsSchema, settings) : service.settings
  const updated_at = new Date(deps.clock.now())
  return updateService(deps.db, service, { name, settings: JSON.stringify(checked), updated_at })
}

/**
 * Removes a service with its rows, runs and files. The rows go first: killed in between, the service is still there to be
 * removed again. Throws `service.run_in_progress`.
 */
export const removeService = async (deps: Deps, accountId: number, id: string): Promise<void> => {
  await demandService(deps, accountId, id)
  if (await hasOpenRun(deps.db, { accountId, serviceId: id })) throw fail('service.run_in_progress')
  await deps.warehouse.removeService(accountId, id)
  for (const file of await stagedFilesOfService(deps.db, accountId, id)) await dropStagedFile(deps, accountId, file.id)
  await deleteService(deps.db, accountId, id)
}
