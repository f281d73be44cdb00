import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DataPaths } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'

/** Written before the database knows the id, so that an interrupted first start can go on. */
const pendingPath = ({ installation }: DataPaths): string => `${installation}.new`

/**
 * Ties the data directory to its database: both hold the same random id, made at the first start.
 *
 * @throws StartFailure when the directory's data belongs to another database, or the database's data to another directory
 */
export const assertSameInstallation = async (
  pool: pg.Pool,
  paths: DataPaths,
  { DATABASE_URL }: Pick<Env, 'DATABASE_URL'>,
): Promise<void> => {
  const { root, installation } = paths
  const [inDirectory, pending, inDatabase] = await Promise.all([
    readId(installation),
    readId(pendingPath(paths)),
    databaseId(pool),
  ])
  if (inDirectory !== null) {
    if (inDirectory === inDatabase) return
    if (DATABASE_URL === undefined) throw lostDatabase(paths)
    throw new StartFailure(
      `${root} belongs to another database: set DATABASE_URL to its database, or restore a backup into an empty directory`,
    )
  }
  if (inDatabase === null ? await isOrphaned(pool, paths) : pending !== inDatabase && (await hasData(pool))) {
    if (DATABASE_URL === undefined && inDatabase === null) throw lostDatabase(paths)
    throw new StartFailure(
      `the data in ${root} and the database do not belong together: set DATA_DIR and DATABASE_URL to the same installation, or restore a backup`,
    )
  }
  await tie(pool, paths, inDatabase ?? pending ?? randomUUID())
}

/** Of the embedded one, a new database has taken the place. */
const lostDatabase = ({ root, postgres }: DataPaths): StartFailure =>
  new StartFailure(
    `the database of ${root} is lost: ${postgres} is new or of another installation; bring it back, or restore a backup into an empty directory`,
  )

/** Gives a restored directory and its database an id of their own, so that the originals are not mixed with them. */
export const renewInstallation = async (pool: pg.Pool, paths: DataPaths): Promise<void> => {
  await pool.query('delete from installation')
  await rm(paths.installation, { force: true })
  await tie(pool, paths, randomUUID())
}

const tie = async (pool: pg.Pool, paths: DataPaths, id: string): Promise<void> => {
  await writeFile(pendingPath(paths), `${id}\n`, { mode: 0o600, flush: true })
  await pool.query('insert into installation (id) values ($1) on conflict do nothing', [id])
  // Another process may have been faster.
  const stored = await databaseId(pool)
  if (stored !== null && stored !== id) return tie(pool, paths, stored)
  await rename(pendingPath(paths), paths.installation)
}

const readId = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const databaseId = async (pool: pg.Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ id: string }>('select id from installation')
  return rows[0]?.id ?? null
}

const accountFiles = async ({ warehouse }: DataPaths): Promise<readonly string[]> =>
  (await readdir(warehouse)).filter((name) => name.endsWith('.duckdb')).map((name) => join(warehouse, name))

/** Account files without any account: their database was lost or replaced. */
const isOrphaned = async (pool: pg.Pool, paths: DataPaths): Promise<boolean> => {
  if ((await accountFiles(paths)).length === 0) return false
  const { rowCount } = await pool.query('select from accounts limit 1')
  return rowCount === 0
}

/** Accounts have data, so a directory without the id is not theirs. */
const hasData = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from account_data where data_version > first_version limit 1')
  return (rowCount ?? 0) > 0
}
