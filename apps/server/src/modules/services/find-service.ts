import { join } from 'node:path'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { findService, type ServiceRow } from './services.repo.ts'
import { readStagedFile, type StagedFile } from './staged-file.ts'
import { findStagedFile, type StagedFileRow } from './staged-files.repo.ts'

/** Throws `service.not_found`, also for a service of another account. */
export const demandService = async (deps: Pick<Deps, 'db'>, accountId: number, id: string): Promise<ServiceRow> => {
  const row = await findService(deps.db, accountId, id)
  if (!row) throw fail('service.not_found')
  return row
}

/** A service that takes files; else `service.not_a_file_service`. */
export const demandFileService = async (deps: Pick<Deps, 'db'>, accountId: number, id: string): Promise<ServiceRow> => {
  const row = await demandService(deps, accountId, id)
  if (row.type !== 'csv') throw fail('service.not_a_file_service')
  return row
}

interface FileOfService {
  readonly accountId: number
  readonly serviceId: string
  readonly fileId: string
}

/** Throws `service.file_not_found` when it expired, was imported already, or belongs to another service. */
export const demandStagedFile = async (
  deps: Pick<Deps, 'db' | 'warehouse'>,
  { accountId, serviceId, fileId }: FileOfService,
): Promise<{ row: StagedFileRow; file: StagedFile }> => {
  const row = await findStagedFile(deps.db, { accountId, serviceId, id: fileId })
  const file = row ? await readStagedFile(join(await deps.warehouse.stagingFolder(accountId), row.id)) : null
  if (!row || !file) throw fail('service.file_not_found')
  return { row, file }
}
