import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { removeStagedFolder } from './staged-file.ts'
import { deleteStagedFile, expiredFiles } from './staged-files.repo.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

type FileDeps = Pick<Deps, 'db' | 'warehouse'>

/** Removes a staged file from disk, then from the list: killed in between, the list still leads to what is left. */
export const dropStagedFile = async ({ db, warehouse }: FileDeps, accountId: number, fileId: string): Promise<void> => {
  await removeStagedFolder(join(await warehouse.stagingFolder(accountId), fileId))
  await deleteStagedFile(db, accountId, fileId)
}

/** Removes files that nobody imported within a day. */
export const sweepStagedFiles = async (deps: Pick<Deps, 'db' | 'warehouse' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now() - LIFETIME_MS)
  for (const { account_id, id } of await expiredFiles(deps.db, before)) await dropStagedFile(deps, account_id, id)
}
