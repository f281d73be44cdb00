import { sql } from 'kysely'
import { findPlatformConnector } from '#connectors/registry.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isOutage } from '#server/jobs/outlast-outage.ts'
import { removeValuesOfDeleted } from '#server/modules/custom-fields/index.ts'
import { parseCustomFieldKeys } from './import-request.ts'
import { settleIngest } from './ingest/queue-ingest.ts'
import { notifyImportResult, notifySkippedRecords, notifySyncResult, type RunEnding } from './notify-run-result.ts'
import { countQuarantinedByService } from './quarantined-records.repo.ts'
import {
  dataLoaded,
  findRunOfAccount,
  publishRunEnd,
  type RunResult,
  type RunRow,
  storeProblems,
  updateOpenRun,
} from './runs.repo.ts'
import { lockService, type ServiceRow, updateService } from './services.repo.ts'
import { removeStagedFile } from './staged-files.repo.ts'
import { nextRetryAt, nextSyncAt } from './sync/queue-syncs.ts'
import { retryFailedFiles } from './sync/read-files.ts'

/** What a run loads: a file, the sample winery, what programs sent, or what a platform has. */
export type RunSource = 'import' | 'sample' | 'ingest' | 'platform'

export const sourceOf = ({ kind, request }: RunRow, { type }: ServiceRow): RunSource => {
  if (kind === 'import') return 'import'
  if (request.ingest === true) return 'ingest'
  return findPlatformConnector(type) ? 'platform' : 'sample'
}

const STATUS = {
  succeeded: 'succeeded',
  interrupted: 'succeeded',
  cancelled: 'cancelled',
  refused: 'failed',
  failed: 'failed',
} as const satisfies Record<RunEnding['kind'], RunRow['status']>

const TIME_LIMIT_MESSAGE = 'This run reached its limit of 30 minutes. The next run continues from here.'

const messageOf = (ending: RunEnding): string | null => {
  if (ending.kind === 'interrupted') return TIME_LIMIT_MESSAGE
  return ending.kind === 'refused' || ending.kind === 'failed' ? ending.message : null
}

const resultOf = (ending: RunEnding): RunResult | null => ('result' in ending ? (ending.result ?? null) : null)

/** How a run ends whose batch was committed before the server stopped. */
export const resumedEnding = ({ counts, errors }: RunRow): RunEnding => ({
  kind: 'succeeded',
  credentialsEnd: null,
  result: { status: 'succeeded', counts, errors },
})

/** How a run that was stopped ends nevertheless, because its only load was committed; null: it was not. */
const committedEnding = async ({ db, warehouse }: Deps, run: RunRow): Promise<RunEnding | null> => {
  const { account_id: accountId, id } = run
  const isCommitted = await warehouse.hasBatch(accountId, id).catch((error: unknown) => {
    // Unavailable data must not keep the run open; without an answer nobody knows, and the next look ends it.
    if (isOutage(error)) throw error
    return false
  })
  return isCommitted ? resumedEnding((await findRunOfAccount(db, accountId, id)) ?? run) : null
}

interface Settling {
  readonly service: ServiceRow
  readonly ending: RunEnding
  /** epoch milliseconds */
  readonly now: number
}

/** Updates the service of a run that has ended. Returns what the run says about the next one; null: nothing. */
type Settle = (deps: Deps, settling: Settling) => Promise<string | null>

const settleRows: Settle = async ({ db }, { service, ending, now }) => {
  if (ending.kind !== 'succeeded') return null
  const last_synced_at = new Date(now)
  await updateService(db, service, { last_synced_at, ...(service.type === 'csv' ? { problem: null } : {}) })
  if (service.type === 'files') await retryFailedFiles(db, service, last_synced_at)
  return null
}

const settlePlatform: Settle = async ({ db }, { service, ending, now }) => {
  await updateService(db, service, { waiting_until: null, ...nextServiceState(service, ending, now) })
  return null
}

// A webhook may have moved the next sync forward during this run; `least` ignores nulls.
const noLaterThan = (next: Date | null) => sql<Date | null>`least(next_sync_at, ${next}::timestamptz)`

const HEALTHY = { problem: null, failures: 0, needs_attention_at: null } as const

const nextServiceState = (service: ServiceRow, ending: RunEnding, now: number) => {
  const minutes = service.sync_every_minutes
  switch (ending.kind) {
    case 'succeeded':
      return { ...HEALTHY, last_synced_at: new Date(now), next_sync_at: noLaterThan(nextSyncAt(now, minutes)) }
    case 'interrupted':
      return { ...HEALTHY, next_sync_at: new Date(now) }
    case 'cancelled':
      return { next_sync_at: noLaterThan(nextSyncAt(now, minutes)) }
    case 'refused':
      return {
        problem: ending.message,
        failures: service.failures + 1,
        needs_attention_at: service.needs_attention_at ?? new Date(now),
        next_sync_at: null,
      }
    case 'failed': {
      const failures = service.failures + 1
      return { problem: ending.message, failures, next_sync_at: nextRetryAt(now, { minutes, failures }) }
    }
  }
}

const SETTLE: Readonly<Record<RunSource, Settle>> = {
  import: settleRows,
  sample: settleRows,
  ingest: settleIngest,
  platform: settlePlatform,
}

/** Notifies of skipped records once, until all of them were fixed. */
const settleSkipped = async (deps: Deps, service: ServiceRow, now: number): Promise<void> => {
  const { account_id, id, rejects_notified_at } = service
  const isSkipping = ((await countQuarantinedByService(deps.db, account_id)).get(id) ?? 0) > 0
  const notifiedAt = isSkipping ? (rejects_notified_at ?? new Date(now)) : null
  await updateService(deps.db, service, { rejects_notified_at: notifiedAt })
  if (isSkipping && rejects_notified_at === null) await notifySkippedRecords(deps, deps.db, service)
}

/**
 * Ends a run, however it ended, and in the same transaction updates its service, notifies, and publishes the end. A file is removed
 * after the result is stored and before the run ends, so that an ended run leaves nothing behind: after a kill in between, the
 * next start finds the batch committed and repeats this.
 */
export const endRun = async (deps: Deps, run: RunRow, source: RunSource, given: RunEnding): Promise<void> => {
  const isStopped = source !== 'platform' && resultOf(given) === null
  const ending = (isStopped && (await committedEnding(deps, run))) || given
  const { kind } = ending
  const result = resultOf(ending)
  const outcome = result && { counts: JSON.stringify(result.counts), errors: JSON.stringify(result.errors) }
  if (kind === 'succeeded' && run.file_id) {
    await updateOpenRun(deps.db, run, { stream: null, ...outcome })
    await removeStagedFile(deps, run.account_id, run.file_id)
  }
  const now = deps.clock.now()
  const change = { status: STATUS[kind], stream: null, ...outcome, finished_at: new Date(now) }
  await inTransaction(deps.db, async (trx) => {
    const inTrx = { ...deps, db: trx }
    const service = await lockService(trx, run.account_id, run.service_id)
    if (!service || !(await updateOpenRun(trx, run, change))) return
    const next = await SETTLE[source](inTrx, { service, ending, now })
    const messages = [messageOf(ending), next].filter((message) => message !== null)
    if (result === null && messages.length > 0) await storeProblems(trx, run, messages)
    if (source === 'ingest' || source === 'platform') await notifySyncResult(deps, trx, service, ending)
    if (source === 'platform') await settleSkipped(inTrx, service, now)
    if (source === 'import' && kind !== 'cancelled') await notifyImportResult(deps, trx, run)
    await publishRunEnd(deps, trx, run)
    if (kind !== 'succeeded' && source !== 'platform') return
    await deps.events.publish(trx, dataLoaded, { accountId: run.account_id })
    if (source === 'import') await removeValuesOfDeleted(inTrx, run.account_id, parseCustomFieldKeys(run.request))
  })
}
