import { describeProblem } from '#connectors/csv/file-problem.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail, failFields } from '#contract/errors.ts'
import type { ImportSettings } from '#contract/imports.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, callerUserId } from '#server/http/caller.ts'
import { ensureCustomFields } from '#server/modules/custom-fields/index.ts'
import { serviceForOrders } from './duplicate-orders.usecases.ts'
import { requireFileService, requireImportService, requireService, requireStagedFile } from './find-service.ts'
import { importRequest } from './import-request.ts'
import { endCanceled } from './orphaned-runs.usecases.ts'
import { assertKindKnown, resolveFile } from './preview-import.usecases.ts'
import { findRun, insertRun, type RunRow, updateOpenRun } from './runs.repo.ts'
import { headerFingerprint } from './saved-settings.repo.ts'
import { serviceRunJob } from './service-runs.job.ts'
import { moveStagedFile, removeStagedFile } from './staged-files.repo.ts'
import { queueSync } from './sync/queue-syncs.ts'

interface NewRun {
  readonly accountId: number
  /** user who started it */
  readonly userId?: string | null
  readonly serviceId: string
  readonly kind: RunRow['kind']
  readonly request: Readonly<Record<string, unknown>>
  readonly file?: { readonly id: string; readonly name: string }
}

/** Queues a run, whose id is also its batch id. Throws `service.run_in_progress`. */
const queueRun = async (
  deps: Deps,
  { accountId, userId, serviceId, kind, request, file }: NewRun,
): Promise<{ runId: string }> => {
  const runId = deps.ids.next()
  await inTransaction(deps.db, async (trx) => {
    await insertRun(trx, {
      id: runId,
      account_id: accountId,
      service_id: serviceId,
      kind,
      status: 'queued',
      request: JSON.stringify(request),
      user_id: userId ?? null,
      file_id: file?.id ?? null,
      file_name: file?.name ?? null,
      created_at: new Date(deps.clock.now()),
    })
    await deps.jobs.send(trx, serviceRunJob, { accountId, runId })
  })
  return { runId }
}

/**
 * Queues a run that fetches changes, or everything with `full`. Errors: `service.run_in_progress`,
 * `service.nothing_to_sync`.
 */
export const startSync = async (
  deps: Deps,
  accountId: number,
  { id: serviceId, full = false }: { id: string; full?: boolean | undefined },
): Promise<{ runId: string }> => {
  const service = await requireService(deps, accountId, serviceId)
  if (service.type === 'sample') return queueRun(deps, { accountId, serviceId, kind: 'sync', request: { full: true } })
  if (!findPlatformConnector(service.type)) throw fail('service.nothing_to_sync')
  return inTransaction(deps.db, (trx) => queueSync({ ...deps, db: trx }, service, full))
}

interface FileImport {
  /** service that the file was uploaded to */
  readonly serviceId: string
  /** service that gets the rows */
  readonly into: string
  readonly fileId: string
  readonly settings: ImportSettings
  readonly signal: AbortSignal
}

/**
 * Queues the import of a staged file. Throws `service.file_invalid` for settings that cannot work, `service.kind_unsure`,
 * `service.orders_exist`.
 */
export const startImport = async (
  deps: Deps,
  caller: Pick<Caller, 'accountId' | 'userId' | 'apiKey' | 'account'>,
  { serviceId, into: target, fileId, settings, signal }: FileImport,
): Promise<{ runId: string; serviceId: string }> => {
  const { accountId, account } = caller
  await requireImportService(deps, accountId, serviceId)
  if (target !== serviceId) await requireFileService(deps, accountId, target)
  const { row, file } = await requireStagedFile(deps, { accountId, serviceId, fileId, table: settings.table })
  const details = await resolveFile(deps, { accountId, file, currency: account.currency }, settings)
  assertKindKnown(settings, details)
  const { kind, mapping, unpivot, problems } = details
  if (problems.length > 0) {
    const items = problems.map((problem) => ({ field: 'mapping', message: describeProblem(problem) }))
    throw failFields('service.file_invalid', items)
  }
  const into = await serviceForOrders(deps, {
    caller,
    signal,
    into: target,
    plan: details.plan,
    duplicates: settings.duplicates,
  })
  const started = await inTransaction(deps.db, async (trx) => {
    const fields = await ensureCustomFields(trx, accountId, settings.customFields ?? [])
    const request = importRequest(
      { ...settings, kind, mapping, unpivot: unpivot && { columns: [...unpivot] } },
      fields.map(({ key }) => key),
    )
    return queueRun(
      { ...deps, db: trx },
      {
        accountId,
        userId: callerUserId(caller),
        serviceId: into,
        kind: 'import',
        request: { ...request, fingerprint: headerFingerprint(file.columns) },
        file: { id: row.id, name: row.name },
      },
    )
  })
  if (into !== serviceId) await moveStagedFile(deps.db, { accountId, serviceId: into, id: fileId })
  return { ...started, serviceId: into }
}

interface SentFile extends Pick<FileImport, 'serviceId' | 'fileId' | 'signal'> {
  readonly readSettings: () => ImportSettings
}

/** Imports a file whose sender never receives its id, so one that cannot be imported is removed. Errors: as `startImport`. */
export const importSentFile = async (
  deps: Deps,
  caller: Caller,
  { serviceId, fileId, readSettings, signal }: SentFile,
): Promise<{ runId: string; serviceId: string }> => {
  try {
    return await startImport(deps, caller, { serviceId, into: serviceId, fileId, settings: readSettings(), signal })
  } catch (error) {
    await removeStagedFile(deps, caller.accountId, fileId)
    throw error
  }
}

/** Stops a run; one that has ended stays as it is. A worker that executes it notices within a second. */
export const cancelRun = async (
  deps: Deps,
  of: { accountId: number; serviceId: string },
  runId: string,
): Promise<RunRow> => {
  const now = new Date(deps.clock.now())
  const run = await findRun(deps.db, of, runId)
  if (!run) throw fail('service.run_not_found')
  await updateOpenRun(deps.db, run, { cancel_requested_at: now })
  await endCanceled(deps, run)
  return (await findRun(deps.db, of, runId)) ?? run
}
