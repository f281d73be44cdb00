import { CredentialsRejected, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { Failure } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isOutage } from '#server/jobs/outlast-outage.ts'
import { endRun, type RunSource, resumedEnding, sourceOf } from './end-run.ts'
import type { RunEnding } from './notify-run-result.ts'
import { RunCanceled, watchRun } from './run-watch.ts'
import { findRunOfAccount, type RunResult, type RunRow, showWaiting, takeRun } from './runs.repo.ts'
import { findService } from './services.repo.ts'
import type { PlatformRead } from './sync/read-platform.ts'
import { RunSuperseded } from './sync/sync-progress.ts'

/** Longer syncs continue in the next run. */
export const SYNC_LIMIT_MS = 30 * 60_000

interface RunRequest {
  readonly accountId: number
  readonly runId: string
  /** aborts when the server stops: the run stays open and resumes at the next start */
  readonly signal: AbortSignal
  /** milliseconds after which a sync of a platform ends and the next one continues; default: 30 minutes */
  readonly limitMs?: number
}

/** Executes a queued run to its end; does nothing when it has ended or its service is gone. */
export const executeRun = async (
  deps: Deps,
  { accountId, runId, signal, limitMs = SYNC_LIMIT_MS }: RunRequest,
): Promise<void> => {
  const queued = await findRunOfAccount(deps.db, accountId, runId)
  const service = queued && (await findService(deps.db, accountId, queued.service_id))
  const run = service && (await takeRun(deps.db, queued, new Date(deps.clock.now())))
  if (!run) return
  const source = sourceOf(run, service)
  // Of one that waits for a database, nobody else notices it.
  if (run.cancel_requested_at !== null) return endRun(deps, run, source, { kind: 'cancelled' })
  const watch = watchRun(deps, run, signal)
  const limit = source === 'platform' ? AbortSignal.timeout(limitMs) : AbortSignal.any([])
  try {
    await endRun(deps, run, source, await read(source, { deps, run, service, watch, limit }))
  } catch (error) {
    if (error instanceof RunSuperseded) return
    // After a stop or an outage, the job resumes the run, and notices a commit that completed before it.
    if (isOutage(error)) await showWaiting(deps.db, run)
    if (signal.aborted || isOutage(error)) throw error
    await endRun(deps, run, source, endingOf(deps, run, error, { watch: watch.signal, limit }))
  } finally {
    watch.stop()
  }
}

// Each is loaded by the first run that needs it.
const READERS = {
  import: async () => (await import('./run-import.ts')).runImport,
  sample: async () => (await import('./run-sample.ts')).runSample,
  ingest: async () => (await import('./ingest/run-ingest.ts')).runIngest,
  platform: async () => (await import('./sync/read-platform.ts')).readPlatform,
} as const

/**
 * Loads what a run is about. A file and the sample winery are one load with the run as its batch: the warehouse knows whether that
 * was committed, so a run of a killed server is either found committed or executed again, and its rows are never counted twice.
 */
const read = async (source: RunSource, work: PlatformRead): Promise<RunEnding> => {
  if (source === 'platform') {
    const readPlatform = await READERS.platform()
    return { kind: 'succeeded', credentialsEnd: await readPlatform(work) }
  }
  const { deps, run, watch } = work
  if (await deps.warehouse.hasBatch(run.account_id, run.id)) return resumedEnding(run)
  const load = await READERS[source]()
  const result: RunResult = await load(deps, run, watch)
  return result.status === 'succeeded'
    ? { kind: 'succeeded', credentialsEnd: null, result }
    : { kind: 'failed', message: result.errors[0]?.message ?? '', result }
}

interface Signals {
  readonly watch: AbortSignal
  readonly limit: AbortSignal
}

/** How an error ends a run. */
const endingOf = ({ log }: Deps, { id: runId }: RunRow, error: unknown, { watch, limit }: Signals): RunEnding => {
  if (watch.reason instanceof RunCanceled) return { kind: 'cancelled' }
  if (error instanceof CredentialsRejected) return { kind: 'refused', message: error.message }
  if (isPlatformProblem(error)) return { kind: 'failed', message: error.message }
  if (limit.aborted) return { kind: 'interrupted' }
  if (error instanceof Failure) return { kind: 'failed', message: error.message }
  log.error({ err: error, runId }, 'run failed')
  return { kind: 'failed', message: 'An unexpected error occurred' }
}
