import { randomUUID } from 'node:crypto'
import { describeProblem } from '#connectors/csv/file-problem.ts'
import { failFields } from '#contract/errors.ts'
import type { ImportCheck, ImportSettings } from '#contract/imports.ts'
import { toMajor } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { CsvImportPlan, CsvStaged, OverlappingOrders } from '#warehouse/staging.ts'
import { describeConflict } from './describe-conflict.ts'
import { requireImportService, requireStagedFile } from './find-service.ts'
import { resolveFile } from './preview-import.usecases.ts'
import { presentBridge, presentControlTotals } from './service.present.ts'
import { listServices } from './services.repo.ts'

interface CheckRequest extends ImportSettings {
  readonly id: string
  readonly fileId: string
}

/**
 * Reads a file as its import would and counts the result. Rows with problems are left out, whatever the settings say. Nothing is
 * stored. Throws `service.file_invalid` for settings that cannot work.
 */
export const checkImport = async (
  deps: Deps,
  { caller, signal }: { caller: Pick<Caller, 'accountId' | 'account'>; signal: AbortSignal },
  request: CheckRequest,
): Promise<ImportCheck> => {
  const { accountId, account } = caller
  const { id: serviceId, fileId } = request
  await requireImportService(deps, accountId, serviceId)
  const { file } = await requireStagedFile(deps, { accountId, serviceId, fileId, table: request.table })
  const { plan, problems } = await resolveFile(deps, { accountId, file, currency: account.currency }, request)
  if (problems.length > 0)
    throw failFields(
      'service.file_invalid',
      problems.map((problem) => ({ field: 'mapping', message: describeProblem(problem) })),
    )
  const { staged, ...result } = await readWithoutStoring(deps, { caller, signal, serviceId, plan })
  const rows = { read: file.rows, accepted: staged.accepted, rejected: file.rejected + staged.rejected }
  return { rows, ...result }
}

interface PlannedFile {
  readonly caller: Pick<Caller, 'accountId' | 'account'>
  readonly signal: AbortSignal
  readonly serviceId: string
  readonly plan: CsvImportPlan
}

/** What an import would load and which of its orders other services have; rows with problems are left out. */
export const readWithoutStoring = async (
  deps: Deps,
  { caller: { accountId, account }, signal, serviceId, plan }: PlannedFile,
): Promise<{ staged: CsvStaged } & Omit<ImportCheck, 'rows'>> => {
  const load = await deps.warehouse.beginLoad({
    accountId,
    serviceId,
    batchId: randomUUID(),
    calendar: { timeZone: account.timeZone },
    mode: 'merge',
    isCheck: true,
    signal,
  })
  try {
    const staged = await load.stageFile({ plan: { ...plan, onError: 'skip' }, serviceId, wantsBridges: true })
    const totals = presentControlTotals(await load.controlTotals())
    const overlaps = await nameServices(deps, accountId, await load.overlappingOrders())
    const bridges = staged.bridges.map((bridge) => presentBridge(bridge, account.currency))
    const kinds = staged.kinds.map((one) => ({ ...one, amount: toMajor(one.amount, account.currency) }))
    const conflicts = await load.conflictingOrders()
    return { staged, totals, bridges, kinds, overlaps, conflict: conflicts && describeConflict(conflicts) }
  } finally {
    await load.discard()
  }
}

const nameServices = async (
  { db }: Deps,
  accountId: number,
  overlaps: readonly OverlappingOrders[],
): Promise<ImportCheck['overlaps']> => {
  if (overlaps.length === 0) return []
  const services = new Map((await listServices(db, accountId)).map((service) => [service.id, service]))
  return overlaps.flatMap(({ serviceId, orders }) => {
    const service = services.get(serviceId)
    return service ? [{ serviceId, name: service.name, orders, acceptsFiles: service.type === 'csv' }] : []
  })
}
