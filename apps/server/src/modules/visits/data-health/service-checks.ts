import type { Db } from '#server/db/database.ts'
import { listServices, type ServiceRow } from '#server/modules/services/index.ts'
import type { Counted, HealthCheck } from './health-check.ts'

const MINUTE_MS = 60_000
/** How long after the planned time a service counts as stale. */
const SLACK_MS = 24 * 60 * MINUTE_MS

export const SERVICES_PATH = '/admin/services'

export const QUARANTINED: HealthCheck = {
  id: 'set-aside-records',
  title: 'Skipped records',
  effect: 'They’re missing from all numbers until they’re fixed on the platform',
  noticeFrom: 0,
  badFrom: 0.01,
}

export const FAILING: HealthCheck = {
  id: 'failing-services',
  title: 'Services that can’t sync',
  effect: 'No new data arrives, so recent days are too low',
  noticeFrom: 0,
  badFrom: 0,
}

export const STALE: HealthCheck = {
  id: 'stale-services',
  title: 'Services not synced recently',
  effect: 'Their most recent days are missing from all numbers',
  noticeFrom: 0,
  badFrom: 1,
}

const isFailing = ({ needs_attention_at, failures }: ServiceRow): boolean => needs_attention_at !== null || failures > 0

const isStale = ({ sync_every_minutes, last_synced_at, created_at }: ServiceRow, now: number): boolean =>
  sync_every_minutes !== null &&
  now - (last_synced_at ?? created_at).getTime() > sync_every_minutes * MINUTE_MS + SLACK_MS

/** Counts failing services, and those whose last sync is more than a day overdue. */
export const countServices = async (
  db: Db,
  accountId: number,
  now: number,
): Promise<{ failing: Counted; stale: Counted }> => {
  const services = await listServices(db, accountId)
  const of = services.length
  return {
    failing: { count: services.filter(isFailing).length, of },
    stale: { count: services.filter((service) => isStale(service, now)).length, of },
  }
}

/** Counts unresolved quarantined records. */
export const countQuarantined = async (db: Db, accountId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('set_aside_records')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
