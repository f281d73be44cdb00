import type { DataHealthItem } from '#contract/visits.ts'
import type { Db } from '#server/db/database.ts'
import { listServices, type ServiceRow } from '#server/modules/services/index.ts'

/** A kind of gap with its thresholds. */
export interface HealthCheck {
  readonly id: string
  readonly title: string
  /** a sentence about the affected numbers */
  readonly effect: string
  /** share of records, 0 to 1, from which the status is a notice; 0: from the first record */
  readonly noticeFrom: number
  /** share from which the status is bad; above 1: never */
  readonly badFrom: number
}

export interface Counted {
  readonly count: number
  /** total number of records */
  readonly of: number
}

/** Good without gaps or below `noticeFrom`; bad from `badFrom`. */
export const rateSeverity = (
  { noticeFrom, badFrom }: Pick<HealthCheck, 'noticeFrom' | 'badFrom'>,
  { count, of }: Counted,
): DataHealthItem['severity'] => {
  if (count === 0) return 'good'
  const share = count / Math.max(of, count)
  if (share >= badFrom) return 'bad'
  return share >= noticeFrom ? 'notice' : 'good'
}

export const presentCheck = (
  check: HealthCheck,
  { count, of }: Counted,
  path: DataHealthItem['path'],
): DataHealthItem => {
  const { id, title, effect } = check
  return { id, title, effect, count, of, severity: rateSeverity(check, { count, of }), path }
}

const MINUTE_MS = 60_000
/** How long after the planned time a service counts as stale. */
const SLACK_MS = 24 * 60 * MINUTE_MS

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
