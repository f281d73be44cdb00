import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stagingRoot } from '../paths.ts'

const FOLDER = 'exports'

/** A new file name in the part of the account's staging folder that is for files on their way out. */
export const newExportPath = async (staging: string): Promise<string> => {
  const folder = join(staging, FOLDER)
  await mkdir(folder, { recursive: true })
  return join(folder, `${randomUUID()}.csv`)
}

/** Removes what an earlier process was writing when it ended. Nothing else may have the data directory open. */
export const sweepExports = async (dataDir: string): Promise<void> => {
  const root = stagingRoot(dataDir)
  const accounts = await readdir(root).catch(() => [])
  await Promise.all(accounts.map((account) => rm(join(root, account, FOLDER), { recursive: true, force: true })))
}
