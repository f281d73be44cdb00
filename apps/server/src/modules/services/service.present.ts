import type { Run, Service } from '#contract/services.ts'
import type { RunRow } from './runs.repo.ts'
import type { ServiceRow } from './services.repo.ts'

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
  startedUtc: instant(row.started_at),
  finishedUtc: instant(row.finished_at),
  createdUtc: row.created_at.toISOString(),
})

/** Secrets are in a column of their own and never come along. */
export const presentService = (row: ServiceRow, lastRun: RunRow | undefined): Service => ({
  id: row.id,
  type: row.type,
  name: row.name,
  settings: row.settings,
  isSample: row.is_sample,
  createdDateUtc: row.created_at.toISOString(),
  lastRun: lastRun ? presentRun(lastRun) : null,
})
