import type { Run, Service, SetAsideRecord } from '#contract/services.ts'
import type { RunRow } from './runs.repo.ts'
import { CREDENTIALS_LOST } from './secrets/renew-secrets.ts'
import type { ServiceSecrets } from './secrets/service-secrets.ts'
import type { ServiceRow } from './services.repo.ts'
import type { SetAsideRow } from './set-aside.repo.ts'

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

export const presentRun = (row: RunRow): Run => ({
  id: row.id,
  status: row.status,
  stream: row.stream,
  done: row.done,
  total: row.total,
  counts: row.counts,
  errors: row.errors,
  fileName: row.file_name,
  kind: row.kind,
  isFull: row.request.full === true,
  startedUtc: instant(row.started_at),
  finishedUtc: instant(row.finished_at),
  createdUtc: row.created_at.toISOString(),
})

/** What is known of a service beside its row. */
export interface ServiceFacts {
  readonly lastRun: RunRow | undefined
  readonly secrets: ServiceSecrets | null | 'unreadable'
  /** records that could not be used and have not come in order since */
  readonly setAside: number
  readonly webhook: Service['webhook']
  /** epoch milliseconds */
  readonly now: number
}

const isOpen = (run: RunRow | undefined): boolean => run?.status === 'queued' || run?.status === 'running'

const stateOf = (row: ServiceRow, { lastRun, secrets, now }: ServiceFacts): Service['state'] => {
  if (row.waiting_until && row.waiting_until.getTime() > now) return 'waiting'
  if (isOpen(lastRun)) return 'syncing'
  if (row.needs_attention_at || secrets === 'unreadable') return 'needsAttention'
  if (row.failures > 0) return 'failing'
  return row.last_synced_at ? 'idle' : 'new'
}

/** Secrets never come along, only the names of those that are stored. */
export const presentService = (row: ServiceRow, facts: ServiceFacts): Service => ({
  id: row.id,
  type: row.type,
  name: row.name,
  settings: row.settings,
  secretsSet: facts.secrets === null || facts.secrets === 'unreadable' ? [] : Object.keys(facts.secrets.settings),
  isSample: row.is_sample,
  createdDateUtc: row.created_at.toISOString(),
  state: stateOf(row, facts),
  problem: facts.secrets === 'unreadable' ? CREDENTIALS_LOST : row.problem,
  lastSyncUtc: instant(row.last_synced_at),
  nextSyncUtc: instant(row.next_sync_at),
  syncEveryMinutes: row.sync_every_minutes,
  setAside: facts.setAside,
  webhook: facts.webhook,
  lastRun: facts.lastRun ? presentRun(facts.lastRun) : null,
})

export const presentSetAside = ({ stream, source_id, field, reason }: SetAsideRow): SetAsideRecord => ({
  stream,
  sourceId: source_id,
  field,
  reason,
})
