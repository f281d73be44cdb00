import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { DataUnavailable } from '#warehouse/duckdb/data-unavailable.ts'
import { hasOpenRun } from './runs.repo.ts'
import { listServices, lockService, type ServiceRow } from './services.repo.ts'
import { startSync } from './start-run.usecases.ts'

type StartOverDeps = Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'jobs'>

/**
 * Puts unavailable data away and queues a full sync of every service that has one; files have to be uploaded again. Returns how
 * many syncs were queued. Throws `account.data_available`.
 */
export const startOver = async (deps: StartOverDeps, accountId: number): Promise<{ syncs: number }> => {
  await assertUnavailable(deps, accountId)
  await deps.warehouse.replaceAccountData(accountId)
  deps.log.warn({ accountId }, 'unavailable account data put away; starting over')
  let syncs = 0
  for (const service of await listServices(deps.db, accountId)) {
    if (await queueFullSync(deps, service)) syncs += 1
  }
  return { syncs }
}

const assertUnavailable = async ({ warehouse }: StartOverDeps, accountId: number): Promise<void> => {
  try {
    // The status may be known from before; a query reads the file.
    await warehouse.query(accountId, { sql: 'SELECT count(*) FROM orders', params: [] })
  } catch (error) {
    if (error instanceof DataUnavailable) return
    throw error
  }
  throw fail('account.data_available')
}

const queueFullSync = async (
  deps: StartOverDeps,
  { id, account_id: accountId, type }: ServiceRow,
): Promise<boolean> => {
  if (type !== 'sample' && !platformOf(type)) return false
  return inTransaction(deps.db, async (trx) => {
    await lockService(trx, accountId, id)
    if (await hasOpenRun(trx, { accountId, serviceId: id })) return false
    await startSync({ ...deps, db: trx }, accountId, { id, full: true })
    return true
  })
}
