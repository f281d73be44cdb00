import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from './runtime.ts'

/** Absolute paths of the server's data on disk. */
export interface DataPaths {
  readonly root: string
  readonly postgres: string
  readonly warehouse: string
  readonly staging: string
  /** what loads into ClickHouse stage in DuckDB until they are committed */
  readonly loads: string
  readonly files: string
  readonly outbox: string
  readonly keys: string
  /** contains the id that the directory shares with its database */
  readonly installation: string
  /** exists from the first write of a restore until its end */
  readonly restoreMarker: string
  /** contains the path of a backup that is being made */
  readonly backupMarker: string
  /** contains when the last backup was made */
  readonly lastBackup: string
}

export const dataPaths = (root: string): DataPaths => ({
  root,
  postgres: join(root, 'postgres'),
  warehouse: join(root, 'warehouse'),
  staging: join(root, 'staging'),
  loads: join(root, 'loads'),
  files: join(root, 'files'),
  outbox: join(root, 'outbox'),
  keys: join(root, 'keys.json'),
  installation: join(root, 'installation-id'),
  restoreMarker: join(root, 'restore-unfinished'),
  backupMarker: join(root, 'backup-unfinished'),
  lastBackup: join(root, 'last-backup.json'),
})

const PRIVATE = 0o700

/** Creates missing folders; `postgres` is created by initdb. */
export const makeDataDirs = async (paths: DataPaths): Promise<void> => {
  for (const path of [paths.root, paths.warehouse, paths.staging, paths.files, paths.outbox]) {
    await mkdir(path, { recursive: true, mode: PRIVATE })
  }
}

/** @throws StartFailure when a restore into the directory was interrupted: its data is incomplete */
export const assertRestored = ({ root, restoreMarker }: DataPaths): void => {
  if (!existsSync(restoreMarker)) return
  throw new StartFailure(
    `a restore into ${root} did not finish: delete the directory and restore again, with DATABASE_URL into an empty database`,
  )
}
