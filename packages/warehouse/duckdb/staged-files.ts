import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { lockDown, type OpenLimits } from './open-account-file.ts'
import type { AccountPaths } from './paths.ts'
import { createInstance } from './spare-instances.ts'

/** Spilled blocks of the engines that read staged files; worthless after a restart. */
const readingRoot = (dataDir: string): string => join(dataDir, 'warehouse', 'reading')

/** Removes what an earlier process left. Nothing else may have the data directory open. */
export const sweepReading = (dataDir: string): Promise<void> =>
  rm(readingRoot(dataDir), { recursive: true, force: true })

/**
 * Runs `use` on an engine of its own, which has no tables, and of all folders can read the account's staging folder only. The
 * account's file may be busy with an import, or wait for an upgrade: neither its memory nor its lock is shared.
 */
export const withStagedFiles = async <Result>(
  dataDir: string,
  { staging }: AccountPaths,
  limits: OpenLimits,
  use: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> => {
  await mkdir(staging, { recursive: true })
  await mkdir(readingRoot(dataDir), { recursive: true })
  const temp = await mkdtemp(join(readingRoot(dataDir), 'spill-'))
  const instance = await createInstance()
  const connection = await instance.connect()
  try {
    await connection.run(lockDown({ temp, staging }, limits))
    return await use(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(temp, { recursive: true, force: true })
  }
}
