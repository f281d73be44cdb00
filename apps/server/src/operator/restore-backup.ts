import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { assertRestored, type DataPaths, dataPaths, makeDataDirs } from '#server/data-dir.ts'
import { hasAccounts, openPool } from '#server/db/database.ts'
import { renewInstallation } from '#server/db/installation.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { openPostgres } from '#server/db/open.ts'
import type { Env } from '#server/env.ts'
import { assertKeyOpens } from '#server/key-check.ts'
import { chooseMasterKeys } from '#server/keys.ts'
import { openFileKey } from '#server/modules/accounts/index.ts'
import { StartFailure } from '#server/runtime.ts'
import type { FileKey } from '#warehouse/file-store.ts'
import { assertIntact } from './backup-digests.ts'
import {
  accountFileName,
  type Backup,
  FILES_FOLDER,
  KEY_FILE,
  type Manifest,
  openBackup,
  WAREHOUSE_FOLDER,
} from './backup-manifest.ts'
import { loadMasterKeys, withMasterKey } from './backup-seal.ts'
import { commandLog } from './command-log.ts'
import { flushFile } from './copy-accounts.ts'
import { importTables } from './copy-tables.ts'

/** By account. */
type FileKeysById = ReadonlyMap<number, FileKey>

/** The keys of a backup's encrypted account files. @throws StartFailure when the master key that sealed them is not set */
const openFileKeys = async (env: Env, { keys }: Manifest): Promise<FileKeysById> => {
  const sealed = Object.entries(keys)
  if (sealed.length === 0) return new Map()
  const master = await loadMasterKeys(env)
  return withMasterKey(
    () => new Map(sealed.map(([id, box]) => [Number(id), openFileKey(master, Number(id), Buffer.from(box, 'base64'))])),
  )
}

const STORE_KEY = `insert into account_encryption_keys (account_id, version, sealed, created_at)
  select id, 1, $2, now() from accounts where id = $1`

/** A copy's key may be newer than the snapshot of the database, so keys are not part of that. */
const restoreFileKeys = async (pool: pg.Pool, { keys }: Manifest): Promise<void> => {
  for (const [accountId, box] of Object.entries(keys)) {
    await pool.query(STORE_KEY, [accountId, Buffer.from(box, 'base64')])
  }
}

export interface Restored {
  readonly manifest: Manifest
  /** keys of the encrypted account files */
  readonly fileKeys: FileKeysById
  readonly paths: DataPaths
  readonly pool: pg.Pool
}

/**
 * Restores a backup into an empty data directory (and an empty external database, if configured). Runs that were in progress
 * fail, because their staged files are not part of a backup. Services of accounts without analytics data will be
 * read from the beginning. Until all is written, a marker file keeps the server from starting.
 *
 * @param use runs on the restored data before its database is closed
 * @throws StartFailure when the directory or the database is not empty, the backup is incomplete, damaged or from a newer release, or
 * the master key that it was made with is not set
 */
export const restoreBackup = async <T>(
  env: Env,
  source: string,
  use: (restored: Restored) => Promise<T>,
): Promise<T> => {
  const backup = await openBackup(env, source)
  const { manifest } = backup
  assertComplete(source, manifest)
  await assertIntact(source, manifest.digests)
  await assertMasterKeyOpens(env, backup)
  const fileKeys = await openFileKeys(env, manifest)
  const paths = dataPaths(env.DATA_DIR)
  await assertEmpty(paths)
  await writeFile(paths.restoreMarker, '', { mode: 0o600, flush: true })
  await makeDataDirs(paths)
  const log = commandLog()
  const postgres = await openPostgres({
    env,
    paths,
    log,
    onOwnerLost: (error) => log.error({ err: error }, 'data directory taken over by another process'),
  })
  const pool = openPool({ connection: postgres.connection, log, max: 2 })
  try {
    await restoreTables(pool, backup)
    await restoreFileKeys(pool, manifest)
    await restoreFiles(paths, source, backup)
    if (manifest.tables.installation !== undefined) await renewInstallation(pool, paths)
    if (manifest.keyCheck !== null) await pool.query(STORE_KEY_CHECK, [manifest.keyCheck])
    await rm(paths.restoreMarker)
    return await use({ manifest, fileKeys, paths, pool })
  } finally {
    await pool.end()
    await postgres.close()
  }
}

const END_OPEN_RUNS = `update service_runs set status = 'failed', finished_at = now(), errors = jsonb_build_array(jsonb_build_object('message', $1::text))
  where status in ('queued', 'running')`
const ENDED_BY_RESTORE =
  'This run was in progress when the backup was made, so it ended with the restore. Sync again, or upload the file again.'
/** Jobs are not part of a backup, such as one that was moving an account to another time zone. */
const RECONCILE = 'update account_data set needs_reconciliation = true'
const READ_FROM_BEGINNING = `update services set cursors = '{}' where account_id = any($1)`

const restoreTables = async (pool: pg.Pool, { files, manifest }: Backup) => {
  const { migrations: ids, tables, failed } = manifest
  await assertNoAccounts(pool)
  // Only up to the backup's own release; the server's next start applies the rest.
  const known = migrations.filter(({ id }) => ids.includes(id))
  await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), known)
  const client = await pool.connect()
  await importTables(client, files, tables).finally(() => client.release())
  await pool.query(END_OPEN_RUNS, [ENDED_BY_RESTORE])
  if (ids.includes('0049-account-reconciliation')) await pool.query(RECONCILE)
  await pool.query(READ_FROM_BEGINNING, [failed.map(({ accountId }) => accountId)])
}

const assertNoAccounts = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ table: string | null }>(`select to_regclass('public.accounts') as table`)
  if (rows[0]?.table && (await hasAccounts(pool)))
    throw new StartFailure('the database of DATABASE_URL is not empty: restore into a new one')
}

const restoreFiles = async (paths: DataPaths, source: string, { files, manifest }: Backup): Promise<void> => {
  for (const accountId of manifest.accounts) {
    const file = join(paths.warehouse, accountFileName(accountId))
    await cp(join(source, WAREHOUSE_FOLDER, accountFileName(accountId)), file)
    await flushFile(file)
  }
  await files.restoreFolder(FILES_FOLDER, paths.files)
  if (!files.has(KEY_FILE)) return
  await writeFile(paths.keys, await buffer(files.read(KEY_FILE)), { mode: 0o600, flush: true })
}

const assertComplete = (source: string, { accounts }: Manifest): void => {
  const missing = accounts.find((id) => !existsSync(join(source, WAREHOUSE_FOLDER, accountFileName(id))))
  if (missing === undefined) return
  throw new StartFailure(
    `${source} is not a complete backup: ${WAREHOUSE_FOLDER}/${accountFileName(missing)} is missing`,
  )
}

/** Before anything is written. Without any key, the start says what is missing. */
const assertMasterKeyOpens = async (env: Env, { files, manifest: { keyCheck } }: Backup): Promise<void> => {
  const keyFile = files.has(KEY_FILE) ? await text(files.read(KEY_FILE)) : null
  const keys = await chooseMasterKeys(env, keyFile)
  if (keys !== null && keyCheck !== null) assertKeyOpens(keys, keyCheck)
}

const STORE_KEY_CHECK = "update installation set key_check = decode($1, 'base64')"

const assertEmpty = async (paths: DataPaths): Promise<void> => {
  await mkdir(paths.root, { recursive: true, mode: 0o700 })
  assertRestored(paths)
  const content = await readdir(paths.root)
  if (content.length > 0) throw new StartFailure(`${paths.root} is not empty: set DATA_DIR to a new directory`)
}
