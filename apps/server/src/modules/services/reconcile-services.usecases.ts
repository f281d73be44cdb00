import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { insertService, listServices, updateService } from './services.repo.ts'
import { withoutData } from './without-data.ts'

/** Names of services whose rows and records differed. */
export interface ReconciledServices {
  /** had rows and no record: they are shown again, and can be removed */
  readonly recovered: readonly string[]
  /** had imported records and no rows: they are read from the beginning, or their files are uploaded again */
  readonly emptied: readonly string[]
}

const RECOVERED_NAME = 'Recovered data'

interface StoredServices {
  /** ids of services that had rows */
  readonly withRows: readonly string[]
  /** ids of the services that there were before these rows were looked for: one that is gone since was removed */
  readonly before: ReadonlySet<string>
}

/** Makes the services of an account agree with those that have rows, in the caller's transaction. */
export const reconcileServices = async (
  { db, clock }: Deps,
  accountId: number,
  { withRows, before }: StoredServices,
): Promise<ReconciledServices> => {
  const now = new Date(clock.now())
  const services = await listServices(db, accountId)
  const unknown = withRows.filter((id) => !before.has(id) && services.every((service) => service.id !== id))
  for (const id of unknown) {
    const row = { id, account_id: accountId, type: 'csv', name: RECOVERED_NAME, settings: '{}' }
    await insertService(db, { ...row, created_at: now, updated_at: now })
  }
  const loaded = await servicesWithRecords(db, accountId)
  const emptied = services.filter(({ id }) => loaded.has(id) && !withRows.includes(id))
  for (const service of emptied)
    await updateService(db, service, {
      cursors: '{}',
      ...withoutData(service),
      ...(service.sync_every_minutes === null || service.needs_attention_at ? {} : { next_sync_at: now }),
    })
  return { recovered: unknown.map(() => RECOVERED_NAME), emptied: emptied.map(({ name }) => name) }
}

/** Services of which a run has loaded records. */
const servicesWithRecords = async (db: Db, accountId: number): Promise<ReadonlySet<string>> => {
  const runs = await db
    .selectFrom('service_runs')
    .select(['service_id', 'counts'])
    .where((eb) => eb.and({ account_id: accountId, status: 'succeeded' }))
    .execute()
  return new Set(runs.flatMap(({ service_id, counts }) => ((counts.orders ?? 0) > 0 ? [service_id] : [])))
}
