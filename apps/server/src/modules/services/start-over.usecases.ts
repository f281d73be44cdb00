import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { DataUnavailable } from '#warehouse/data-unavailable.ts'
import { hasOpenRun } from './runs.repo.ts'
import { listServices, lockService, type ServiceRow, updateService } from './services.repo.ts'
import { startSync } from './start-run.usecases.ts'
import { withoutData } from './without-data.ts'

/**
 * Puts unavailable data away and queues a full sync of every service that has one. What people uploaded and programs sent is not
 * kept, so that the other services say that they wait for it; `emptied` names those. Throws `account.data_available`.
 */
export const startOver = async (deps: Deps, accountId: number) => {
  await assertUnavailable(deps, accountId)
  await deps.warehouse.putAway(accountId)
  deps.log.warn({ accountId }, 'unavailable account data put away; starting over')
  let syncs = 0
  const emptied: string[] = []
  for (const service of await listServices(deps.db, accountId)) {
    const lost = withoutData(service)
    if (lost === null) {
      if (await queueFullSync(deps, service)) syncs += 1
    } else if (service.last_synced_at !== null) {
      await updateService(deps.db, service, lost)
      emptied.push(service.name)
    }
  }
  return { syncs, emptied }
}

const assertUnavailable = async ({ warehouse }: Deps, accountId: number): Promise<void> => {
  try {
    // The status may be known from before; a query reads the file.
    await warehouse.query(accountId, { sql: 'SELECT count(*) FROM orders', params: [] })
  } catch (error) {
    if (error instanceof DataUnavailable) return
    throw error
  }
  throw fail('account.data_available')
}

const queueFullSync = async (deps: Deps, { id, account_id: accountId }: ServiceRow): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    await lockService(trx, accountId, id)
    if (await hasOpenRun(trx, { accountId, serviceId: id })) return false
    await startSync({ ...deps, db: trx }, accountId, { id, full: true })
    return true
  })
