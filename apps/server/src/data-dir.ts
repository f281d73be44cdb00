import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Absolute paths of the server's data on disk. */
export interface DataPaths {
  readonly root: string
  readonly postgres: string
  readonly warehouse: string
  readonly staging: string
  readonly files: string
  readonly outbox: string
  readonly keys: string
}

export const dataPaths = (root: string): DataPaths => ({
  root,
  postgres: join(root, 'postgres'),
  warehouse: join(root, 'warehouse'),
  staging: join(root, 'staging'),
  files: join(root, 'files'),
  outbox: join(root, 'outbox'),
  keys: join(root, 'keys.json'),
})

const PRIVATE = 0o700

/** Creates missing folders; `postgres` is created by initdb. */
export const makeDataDirs = async (paths: DataPaths): Promise<void> => {
  for (const path of [paths.root, paths.warehouse, paths.staging, paths.files, paths.outbox]) {
    await mkdir(path, { recursive: true, mode: PRIVATE })
  }
}
