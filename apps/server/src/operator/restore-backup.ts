import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pino from 'pino'
import { dataPaths, makeDataDirs } from '#server/data-dir.ts'
import { openPool } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { openPostgres } from '#server/db/open.ts'
import type { Env } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'
import { importTables } from './copy-tables.ts'
import {
  FILES_FOLDER,
  ignoreMissing,
  KEY_FILE,
  MANIFEST,
  Manifest,
  TABLES_FOLDER,
  WAREHOUSE_FOLDER,
} from './make-backup.ts'

/**
 * Restores a backup into an empty data directory (and an empty external database, if configured). Runs that were in progress
 * become cancelled, because their staged files are not part of a backup.
 *
 * @throws StartFailure when the directory is not empty, or the backup is incomplete or from a newer release
 */
export const restoreBackup = async (env: Env, source: string): Promise<Manifest> => {
  const manifest = await readManifest(source)
  const paths = dataPaths(env.DATA_DIR)
  await assertEmpty(paths.root)
  await makeDataDirs(paths)
  const log = pino({ level: 'error' }, pino.destination(2))
  const postgres = await openPostgres({
    env,
    paths,
    log,
    onOwnerLost: (error) => log.error({ err: error }, 'data directory taken over by another process'),
  })
  const pool = openPool({ connection: postgres.connection, log, max: 2 })
  try {
    // Only up to the backup's own release; the server's next start applies the rest.
    const known = migrations.filter(({ id }) => manifest.migrations.includes(id))
    await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), known)
    const client = await pool.connect()
    await importTables(client, join(source, TABLES_FOLDER), manifest.tables).finally(() => client.release())
    await pool.query(CANCEL_OPEN_RUNS)
    await cp(join(source, WAREHOUSE_FOLDER), paths.warehouse, { recursive: true })
    await cp(join(source, FILES_FOLDER), paths.files, { recursive: true })
    await cp(join(source, KEY_FILE), paths.keys).catch(ignoreMissing)
    return manifest
  } finally {
    await pool.end()
    await postgres.close()
  }
}

const CANCEL_OPEN_RUNS = `update service_runs set status = 'cancelled', finished_at = now()
  where status in ('queued', 'running')`

const readManifest = async (source: string): Promise<Manifest> => {
  const text = await readFile(join(source, MANIFEST), 'utf8').catch(() => {
    throw new StartFailure(`${source} is not a complete backup`)
  })
  const manifest = Manifest.parse(JSON.parse(text))
  const known = new Set(migrations.map(({ id }) => id))
  const newer = manifest.migrations.find((id) => !known.has(id))
  if (newer) throw new StartFailure(`the backup was made by a newer release (${newer})`)
  return manifest
}

const assertEmpty = async (root: string): Promise<void> => {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const content = await readdir(root)
  if (content.length > 0) throw new StartFailure(`${root} is not empty: set DATA_DIR to a new directory`)
}
