import { Failure } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isOutage } from '#server/jobs/outlast-outage.ts'
import { removeValuesOfDeleted } from '#server/modules/custom-fields/index.ts'
import { customFieldKeysOf } from './import-request.ts'
import { settleIngest } from './ingest/queue-ingest.ts'
import { runIngest } from './ingest/run-ingest.ts'
import { notifyImportResult } from './notify-run-result.ts'
import { runImport } from './run-import.ts'
import { runSample } from './run-sample.ts'
import { RunCancelled, watchRun } from './run-watch.ts'
import {
  dataLoaded,
  findRunOfAccount,
  publishRunEnd,
  type RunResult,
  type RunRow,
  showWaiting,
  storeProblems,
  updateOpenRun,
} from './runs.repo.ts'
import { updateService } from './services.repo.ts'
import { removeStagedFile } from './staged-files.repo.ts'
import { retryFailedFiles } from './sync/read-files.ts'

interface RunRequest {
  readonly accountId: number
  readonly runId: string
  /** aborts when the server stops: the run stays open and resumes at the next start */
  readonly signal: AbortSignal
}

/**
 * Executes a run that imports a file, stores what programs sent, or generates the sample winery; the last two as one load, with the run as its batch. The warehouse
 * knows whether that batch was committed, so a run of a killed server is either found committed or executed again; its rows
 * are never counted twice.
 */
export const runService = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'mailer' | 'events' | 'jobs' | 'publicUrl'>,
  { accountId, runId, signal }: RunRequest,
): Promise<void> => {
  const run = await findRunOfAccount(deps.db, accountId, runId)
  if (!run || (run.status !== 'queued' && run.status !== 'running')) return
  // Of one that waits for a database, nobody else notices it.
  if (run.cancel_requested_at !== null) return endRun(deps, run, { kind: 'cancelled' })
  const started_at = run.started_at ?? new Date(deps.clock.now())
  if (!(await updateOpenRun(deps.db, run, { status: 'running', stream: null, started_at }))) return
  const watch = watchRun(deps, run, signal)
  try {
    const result = await work(deps, run, watch)
    await finish(deps, run, result)
  } catch (error) {
    // After a stop or an outage, the job resumes the run, and notices a commit that completed before it.
    if (isOutage(error)) await showWaiting(deps.db, run)
    if (signal.aborted || isOutage(error)) throw error
    await endRun(deps, run, endingOf(deps, run, error, watch.signal))
  } finally {
    watch.stop()
  }
}

/** The result of a batch that was committed before the server stopped. */
const resumedResult = ({ counts, errors }: RunRow): RunResult => ({ status: 'succeeded', counts, errors })

const isIngest = ({ request }: RunRow): boolean => request.ingest === true

type Watch = ReturnType<typeof watchRun>

const work = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse'>,
  run: RunRow,
  watch: Watch,
): Promise<RunResult> => {
  if (await deps.warehouse.hasBatch(run.account_id, run.id)) {
    return resumedResult(run)
  }
  if (isIngest(run)) return runIngest(deps, run, watch)
  return run.kind === 'import' ? runImport(deps, run, watch) : runSample(deps, run, watch)
}

/**
 * Stores the run's result, then removes its file, and only then marks the run as ended, so that an ended run leaves
 * nothing behind. After a kill in between, the next start finds the batch committed and repeats this.
 */
const finish = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse' | 'mailer' | 'events' | 'jobs' | 'publicUrl'>,
  run: RunRow,
  { status, counts, errors }: RunResult,
): Promise<void> => {
  const outcome = { stream: null, counts: JSON.stringify(counts), errors: JSON.stringify(errors) }
  if (status === 'succeeded' && run.file_id) {
    await updateOpenRun(deps.db, run, outcome)
    await removeStagedFile(deps, run.account_id, run.file_id)
  }
  const finished_at = new Date(deps.clock.now())
  await inTransaction(deps.db, async (trx) => {
    if (!(await updateOpenRun(trx, run, { status, ...outcome, finished_at }))) return
    if (isIngest(run)) await settleIngest({ ...deps, db: trx }, run, { kind: 'succeeded', credentialsEnd: null })
    await notifyImportResult(deps, trx, run)
    await publishRunEnd(deps, trx, run)
    if (status !== 'succeeded') return
    const key = { account_id: run.account_id, id: run.service_id }
    const service = await updateService(trx, key, { last_synced_at: finished_at })
    if (service.type === 'csv') await updateService(trx, key, { problem: null })
    if (service.type === 'files') await retryFailedFiles(trx, service, finished_at)
    await deps.events.publish(trx, dataLoaded, { accountId: run.account_id })
    if (run.kind === 'import')
      await removeValuesOfDeleted({ ...deps, db: trx }, run.account_id, customFieldKeysOf(run.request))
  })
}

type RunEnding = { readonly kind: 'cancelled' } | { readonly kind: 'failed'; readonly message: string }

const endingOf = ({ log }: Pick<Deps, 'log'>, run: RunRow, error: unknown, { reason }: AbortSignal): RunEnding => {
  if (reason instanceof RunCancelled) return { kind: 'cancelled' }
  if (error instanceof Failure) return { kind: 'failed', message: error.message }
  log.error({ err: error, runId: run.id }, 'run failed')
  return { kind: 'failed', message: 'An unexpected error occurred' }
}

/** Ends a run that did not finish. If its load was committed nevertheless, the run has succeeded. */
export const endRun = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse' | 'mailer' | 'events' | 'jobs' | 'publicUrl'>,
  run: RunRow,
  ending: RunEnding,
): Promise<void> => {
  const { account_id: accountId, id } = run
  const isCommitted = await deps.warehouse.hasBatch(accountId, id).catch((error: unknown) => {
    // Unavailable data must not keep the run open; without an answer nobody knows, and the next look ends it.
    if (isOutage(error)) throw error
    return false
  })
  if (isCommitted) return finish(deps, run, resumedResult((await findRunOfAccount(deps.db, accountId, id)) ?? run))
  const change = { status: ending.kind, stream: null, finished_at: new Date(deps.clock.now()) }
  await inTransaction(deps.db, async (trx) => {
    if (!(await updateOpenRun(trx, run, change))) return
    const outcome = ending.kind === 'failed' ? { ...ending, isUnexpected: true } : ending
    const next = isIngest(run) ? await settleIngest({ ...deps, db: trx }, run, outcome) : null
    if (ending.kind !== 'failed') return
    await storeProblems(trx, run, [ending.message, ...(next === null ? [] : [next])])
    await notifyImportResult(deps, trx, run)
    await publishRunEnd(deps, trx, run)
  })
}
