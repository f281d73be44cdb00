import { CredentialsRejected } from '#connectors/kit/platform-problems.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import type { Deps } from '#server/deps.ts'
import { findAccountLocale } from '../find-service.ts'
import { openConnection } from '../platform/open-connection.ts'
import { registerWebhook } from '../platform/register-webhook.ts'
import { createGrantAccess } from '../platform/stored-grant.ts'
import type { RunWatch } from '../run-watch.ts'
import type { RunRow } from '../runs.repo.ts'
import { CREDENTIALS_LOST, decryptSecrets } from '../secrets/service-secrets.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'
import { retryQuarantined } from './fetch-records.ts'
import { readStream } from './read-stream.ts'
import { parseCursors } from './stream-cursor.ts'
import { sweepService } from './sweep.ts'
import { SyncProgress } from './sync-progress.ts'
import { commitEmptyLoad } from './write-chunk.ts'

export interface PlatformRead {
  readonly deps: Deps
  readonly run: RunRow
  readonly service: ServiceRow
  readonly watch: RunWatch
  /** aborts when the run reaches its time limit */
  readonly limit: AbortSignal
}

/** Reads a platform from the stored cursors to its end. Returns when the credentials expire, epoch milliseconds. */
export const readPlatform = async ({ deps, run, service, watch, limit }: PlatformRead): Promise<number | null> => {
  const connector = findPlatformConnector(service.type)
  if (!connector) throw new Error(`No platform is called ${service.type}`)
  const secrets = decryptSecrets(deps.keys, service)
  if (secrets === null || secrets === 'unreadable') throw new CredentialsRejected(CREDENTIALS_LOST)
  const signal = AbortSignal.any([watch.signal, limit])
  const { session, close } = await openConnection(deps, {
    connector,
    account: await findAccountLocale(deps, run.account_id),
    connectionId: service.id,
    settings: service.settings,
    secrets: secrets.settings,
    grant: createGrantAccess(deps, service, secrets),
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
const recordWait = (deps: Deps, service: ServiceRow, until: Date): void => {
  updateService(deps.db, service, { waiting_until: until }).catch((error) =>
    deps.log.warn({ err: error, serviceId: service.id }, 'pause could not be stored'),
  )
}
