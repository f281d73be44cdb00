import { copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import pg from 'pg'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { exportTables } from './copy-tables.ts'

const COPY_NAME = 'backup-copy.duckdb'

/** Copies a snapshot of each account's warehouse file while it is in use. Returns the ids of the accounts. */
const copyWarehouse = async (
  { warehouse, paths }: Pick<Deps, 'warehouse' | 'paths'>,
  folder: string,
): Promise<readonly number[]> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const accountIds = (await readdir(paths.warehouse)).flatMap(accountOf)
  for (const accountId of accountIds) {
    // The account's database can only write to the account's own folder.
    const copy = join(await warehouse.stagingFolder(accountId), COPY_NAME)
    await rm(copy, { force: true })
    await warehouse.withConnection(accountId, (connection) => copyDatabase(connection, copy))
    await moveFile(copy, join(folder, fileOf(accountId)))
  }
  return accountIds
}

const fileOf = (accountId: number): string => `${accountId}.duckdb`

const accountOf = (file: string): number[] => {
  const [, id] = /^(\d+)\.duckdb$/.exec(file) ?? []
  return id ? [Number(id)] : []
}

const copyDatabase = async (connection: DuckDBConnection, copy: string): Promise<void> => {
  const current = await connection.runAndReadAll('select current_database()')
  const [[source] = []] = current.getRows()
  await connection.run(`attach ${pg.escapeLiteral(copy)} as backup_copy`)
  try {
    await connection.run(`copy from database ${pg.escapeIdentifier(String(source))} to backup_copy`)
  } finally {
    await connection.run('detach backup_copy')
  }
}

/** Copies when the backup is on another disk. */
const moveFile = async (from: string, to: string): Promise<void> => {
  await rename(from, to).catch(async () => {
    await copyFile(from, to)
    await rm(from)
  })
}

export const MANIFEST = 'manifest.json'
export const TABLES_FOLDER = 'app'
export const WAREHOUSE_FOLDER = 'warehouse'
export const FILES_FOLDER = 'files'
export const KEY_FILE = 'keys.json'

/** The description of a backup; written last, so a folder without one is incomplete. */
export const Manifest = z.object({
  madeUtc: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.number().int()),
  accounts: z.array(z.number().int()),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * Creates a folder with all the server's data: app rows in one snapshot, then each account's warehouse, photos and keys. It
 * contains secrets. It is renamed to its final name when complete.
 *
 * @param target absolute; must not exist
 */
export const makeBackup = async (
  deps: Pick<Deps, 'clock' | 'warehouse' | 'paths'>,
  pool: pg.Pool,
  target: string,
): Promise<Manifest> => {
  const unfinished = `${target}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const { tables, migrations } = await exportApp(pool, join(unfinished, TABLES_FOLDER))
  // After the app rows: a load that commits in between is in the warehouse without its row, and loading is idempotent.
  const accounts = await copyWarehouse(deps, join(unfinished, WAREHOUSE_FOLDER))
  await cp(deps.paths.files, join(unfinished, FILES_FOLDER), { recursive: true })
  await cp(deps.paths.keys, join(unfinished, KEY_FILE)).catch(ignoreMissing)
  const manifest = { madeUtc: new Date(deps.clock.now()).toISOString(), migrations, tables, accounts: [...accounts] }
  await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, target)
  return manifest
}

const exportApp = async (pool: pg.Pool, folder: string) => {
  const client = await pool.connect()
  try {
    const applied = await client.query<{ id: string }>('select id from schema_migrations order by id')
    return { tables: await exportTables(client, folder), migrations: applied.rows.map(({ id }) => id) }
  } finally {
    client.release()
  }
}

/** There is no key file when the environment contains the keys. */
export const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
