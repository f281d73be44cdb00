import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertKeyOpens, readKeyCheck } from '#server/key-check.ts'
import { chooseMasterKeys } from '#server/keys.ts'
import { removeAtStop } from '#server/platform/at-stop.ts'
import { StartFailure } from '#server/runtime.ts'
import { readAccountSettings } from './account-differences.ts'
import { digestFiles } from './backup-digests.ts'
import { type BackupFiles, plainFiles, sealedFiles } from './backup-files.ts'
import { FILES_FOLDER, KEY_FILE, type Manifest, WAREHOUSE_FOLDER, writeManifest } from './backup-manifest.ts'
import { makeSeal } from './backup-seal.ts'
import { AccountCopies } from './copy-accounts.ts'
import { beginSnapshot, exportTables } from './copy-tables.ts'
import { PLACES_TURN } from './move-accounts.ts'

const UNFINISHED = '.unfinished'

/** Data directories that are being backed up by this process. */
const inProgress = new Set<string>()

/**
 * Creates a folder with all the server's data as of one instant: app rows, each account's warehouse, photos and keys. It
 * contains secrets, encrypted if the data is. It is renamed to its final name when complete; on an error, nothing is left of it. Accounts that cannot be
 * copied are listed as `failed` in the manifest.
 *
 * @param target absolute; must not exist
 * @throws StartFailure when another backup is being made
 */
export const makeBackup = async (deps: Deps, pool: pg.Pool, target: string): Promise<Manifest> => {
  const { root, backupMarker } = deps.paths
  if (inProgress.has(root)) throw new StartFailure('another backup is being made: try again when it has finished')
  inProgress.add(root)
  const unfinished = `${target}${UNFINISHED}`
  const forget = removeAtStop(unfinished)
  try {
    await removeLeftovers(backupMarker)
    await rm(unfinished, { recursive: true, force: true })
    await writeFile(backupMarker, unfinished, { mode: 0o600, flush: true })
    const manifest = await deps.turns.run(PLACES_TURN, () => writeBackup(deps, pool, unfinished))
    await rename(unfinished, target)
    const { accounts, failed, madeUtc } = manifest
    // Metrics report its age; the backup is complete without this.
    await writeFile(deps.paths.lastBackup, JSON.stringify({ madeUtc, failed: failed.length }), { mode: 0o600 }).catch(
      (error) => deps.log.warn({ err: error }, 'the time of the backup could not be stored'),
    )
    deps.log.info({ target, accounts: accounts.length, failed: failed.length }, 'backup made')
    return manifest
  } catch (error) {
    deps.log.error({ err: error, target }, 'backup failed')
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    forget()
    await rm(backupMarker, { force: true })
    inProgress.delete(root)
  }
}

/** Removes the folder of a backup whose process was killed. */
const removeLeftovers = async (backupMarker: string): Promise<void> => {
  const unfinished = await readFile(backupMarker, 'utf8').catch(() => '')
  if (unfinished.endsWith(UNFINISHED)) await rm(unfinished, { recursive: true, force: true })
}

const writeBackup = async (deps: Deps, pool: pg.Pool, folder: string): Promise<Manifest> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const seal = deps.env.ENCRYPT_DATA ? makeSeal(deps.keys) : null
  const files = seal === null ? plainFiles(folder) : sealedFiles(folder, seal.key)
  await files.addFolder(FILES_FOLDER, deps.paths.files)
  const copies = new AccountCopies(deps, join(folder, WAREHOUSE_FOLDER))
  const client = await pool.connect()
  try {
    await beginAtOneInstant(deps, { pool, client, copies })
    const app = await exportApp(client, files)
    // A picture that was added before the snapshot, or deleted after it, is in one of the two copies.
    await files.addFolder(FILES_FOLDER, deps.paths.files)
    // There is no key file when the environment contains the keys.
    if (existsSync(deps.paths.keys)) await addKeyFile(deps, files, app.keyCheck)
    const copied = await copies.finish(await readIds(client, 'select id from accounts'))
    const madeUtc = new Date(deps.clock.now()).toISOString()
    const manifest = { madeUtc, ...app, ...copied, digests: await digestFiles(folder) }
    await writeManifest(folder, manifest, seal)
    return manifest
  } finally {
    await client.query('rollback').finally(() => client.release())
  }
}

/** Tries to begin the snapshot while no account changes; each waits for running commits as long as the warehouse lets a call wait. */
const INSTANT_TRIES = 20
const PAUSE_MS = 500

interface SnapshotParts {
  readonly pool: pg.Pool
  readonly client: pg.PoolClient
  readonly copies: AccountCopies
}

/**
 * Begins the snapshot of the database at an instant at which the copy of every account is complete. Most is copied before; what changed
 * meanwhile is copied again, at last while changes wait. A restored backup is thus what a server finds after a crash at that instant.
 */
const beginAtOneInstant = async ({ warehouse, log }: Deps, { pool, client, copies }: SnapshotParts): Promise<void> => {
  const update = async () =>
    copies.update({ withData: await readIds(pool, WITH_DATA), elsewhere: await readIds(pool, IN_CLICKHOUSE) })
  for (let attempt = 1; ; attempt += 1) {
    await update()
    await update()
    try {
      await warehouse.files.withoutCommits(async () => {
        await update()
        await beginSnapshot(client)
      })
      const differences = copies.differences(await readAccountSettings(client))
      if (differences.length === 0) return
      // Such as a time zone that was saved and that the rows do not follow yet.
      log.warn({ differences }, 'accounts differ from their settings')
      if (attempt === INSTANT_TRIES) return
      await client.query('rollback')
      await setTimeout(PAUSE_MS)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'warehouse.busy') || attempt === INSTANT_TRIES) throw error
    }
  }
}

const WITH_DATA = 'select account_id as id from account_data where data_version > first_version'
const IN_CLICKHOUSE = "select account_id as id from account_places where place = 'clickhouse' order by account_id"

const readIds = async (client: pg.Pool | pg.ClientBase, sql: string): Promise<ReadonlySet<number>> => {
  const { rows } = await client.query<{ id: number }>(sql)
  return new Set(rows.map(({ id }) => id))
}

/** Adds the key file; refuses one that was replaced since the server started. */
const addKeyFile = async ({ env, paths }: Deps, files: BackupFiles, keyCheck: string | null): Promise<void> => {
  const content = await readFile(paths.keys, 'utf8')
  const keys = await chooseMasterKeys(env, content)
  if (keys !== null && keyCheck !== null) assertKeyOpens(keys, keyCheck)
  await files.write(KEY_FILE, Readable.from([content]))
}

const exportApp = async (client: pg.ClientBase, files: BackupFiles) => {
  const applied = await client.query<{ id: string }>('select id from schema_migrations order by id')
  return {
    tables: await exportTables(client, files),
    migrations: applied.rows.map(({ id }) => id),
    elsewhere: [...(await readIds(client, IN_CLICKHOUSE))],
    keyCheck: await readKeyCheck(client),
  }
}
