import type { PlatformConnector } from '#connectors/kit/connector.ts'
import { CredentialsRejected } from '#connectors/kit/platform-problems.ts'
import { platformOf } from '#connectors/registry.ts'
import type { Deps } from '#server/deps.ts'
import { isOutage } from '#server/jobs/outlast-outage.ts'
import { findAccountLocale } from '../find-service.ts'
import { openConnection } from '../platform/open-connection.ts'
import { registerWebhook } from '../platform/register-webhook.ts'
import { grantOf } from '../platform/stored-grant.ts'
import { type RunWatch, watchRun } from '../run-watch.ts'
import { findRunOfAccount, type RunRow, showWaiting, takeRun } from '../runs.repo.ts'
import { CREDENTIALS_LOST, secretsOf } from '../secrets/service-secrets.ts'
import { findService, type ServiceRow, updateService } from '../services.repo.ts'
import { classifySyncError, endSync } from './end-sync.ts'
import { retryQuarantined } from './fetch-records.ts'
import { readStream } from './read-stream.ts'
import { parseCursors } from './stream-cursor.ts'
import { sweepService } from './sweep.ts'
import { RunSuperseded, SyncProgress } from './sync-progress.ts'
import { commitEmptyLoad } from './write-chunk.ts'

/** Longer syncs continue in the next run. */
export const SYNC_LIMIT_MS = 30 * 60_000

export type SyncDeps = Pick<
  Deps,
  | 'clock'
  | 'ids'
  | 'log'
  | 'db'
  | 'warehouse'
  | 'mailer'
  | 'platforms'
  | 'jobs'
  | 'events'
  | 'keys'
  | 'publicUrl'
  | 'turns'
>

interface SyncJob {
  readonly run: RunRow
  readonly service: ServiceRow
  readonly connector: PlatformConnector
  /** aborts when the server stops: the run stays open and resumes at the next start */
  readonly signal: AbortSignal
  /** milliseconds after which the run ends and the next one continues */
  readonly limitMs: number
}

interface SyncRequest extends Pick<SyncJob, 'signal'> {
  readonly accountId: number
  readonly runId: string
  /** default: 30 minutes */
  readonly limitMs?: number
}

/** Executes a queued sync; does nothing when its run has ended or its service is gone. */
export const runSync = async (
  deps: SyncDeps,
  { accountId, runId, signal, limitMs = SYNC_LIMIT_MS }: SyncRequest,
): Promise<void> => {
  const run = await findRunOfAccount(deps.db, accountId, runId)
  const service = run && (await findService(deps.db, accountId, run.service_id))
  const connector = service && platformOf(service.type)
  if (run && service && connector) await syncService(deps, { run, service, connector, signal, limitMs })
}

/** Executes a sync from its stored cursors to its end. */
const syncService = async (
  deps: SyncDeps,
  { run: queued, service, connector, signal, limitMs }: SyncJob,
): Promise<void> => {
  const run = await takeRun(deps.db, queued, new Date(deps.clock.now()))
  if (!run) return
  if (run.cancel_requested_at !== null) return endSync(deps, run, { kind: 'cancelled' })
  const watch = watchRun(deps, run, signal)
  const limit = AbortSignal.timeout(limitMs)
  try {
    const credentialsEnd = await readPlatform(deps, { run, service, connector, watch, limit })
    await endSync(deps, run, { kind: 'succeeded', credentialsEnd })
  } catch (error) {
    if (error instanceof RunSuperseded) return
    if (isOutage(error)) await showWaiting(deps.db, run)
    if (signal.aborted || isOutage(error)) throw error
    const ending = classifySyncError(error, { watch: watch.signal, limit })
    if (ending.kind === 'failed' && ending.isUnexpected) deps.log.error({ err: error, runId: run.id }, 'sync failed')
    await endSync(deps, run, ending)
  } finally {
    watch.stop()
  }
}

interface PlatformRead extends Omit<SyncJob, 'signal' | 'limitMs'> {
  readonly watch: RunWatch
  readonly limit: AbortSignal
}

/** Returns when the credentials expire. */
const readPlatform = async (
  deps: SyncDeps,
  { run, service, connector, watch, limit }: PlatformRead,
): Promise<number | null> => {
  const secrets = secretsOf(deps.keys, service)
  if (secrets === null || secrets === 'unreadable') throw new CredentialsRejected(CREDENTIALS_LOST)
  const signal = AbortSignal.any([watch.signal, limit])
  const { session, close } = await openConnection(deps, {
    connector,
    account: await findAccountLocale(deps, run.account_id),
    connectionId: service.id,
    settings: service.settings,
    secrets: secrets.settings,
    grant: grantOf(deps, service, secrets),
    signal,
    onWait: (until) => recordWait(deps, service, until),
  })
  try {
    const progress = new SyncProgress(deps, run, parseCursors(service.cursors))
    if (session.files) {
      const { importFiles } = await import('./import-files.ts')
      const imported = await importFiles({ deps, run, service, watch, progress, signal }, session.files)
      if (imported === 0) await commitEmptyLoad(deps, run, watch.signal)
      return null
    }
    let chunks = 0
    for (const stream of session.streams) {
      chunks += await readStream({ deps, run, watch, progress, streams: session.streams, limit }, stream)
    }
    if (chunks === 0) await commitEmptyLoad(deps, run, watch.signal)
    const credentialsEnd = (await session.credentialsEnd?.()) ?? null
    await registerWebhook(deps, service, { session, secrets })
    const read = { deps, run, watch, progress, streams: session.streams, limit }
    await retryQuarantined(read)
    await sweepService(read)
    return credentialsEnd
  } finally {
    await close()
  }
}

// Shows the pause to users; a short database outage must not end the run.
const recordWait = (deps: Pick<Deps, 'log' | 'db'>, service: ServiceRow, until: Date): void => {
  updateService(deps.db, service, { waiting_until: until }).catch((error) =>
    deps.log.warn({ err: error, serviceId: service.id }, 'pause could not be stored'),
  )
}
