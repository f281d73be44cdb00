import type pg from 'pg'
import { systemClock } from '#domain/clock.ts'
import { compose } from '#server/container.ts'
import { assertRestored, type DataPaths, dataPaths, makeDataDirs } from '#server/data-dir.ts'
import { type Connection, hasAccounts, openPool } from '#server/db/database.ts'
import { assertSameInstallation } from '#server/db/installation.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPostgres, startPostgres } from '#server/db/open.ts'
import { isOwned } from '#server/db/owner-lock.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { assertMasterKey } from '#server/key-check.ts'
import { loadKeys } from '#server/keys.ts'
import { systemIds } from '#server/runtime.ts'
import { commandLog } from './command-log.ts'

export interface Stores {
  readonly deps: Deps
  readonly pool: pg.Pool
}

/**
 * Runs an operator command on the app database, whether the server runs or not. Without a server, the command holds the
 * owner lock and stops the database afterwards. Only with `exclusive` may the command access the warehouse.
 *
 * @throws StartFailure "data directory is in use (pid n)" when a server runs and `exclusive` is set, or when a restore into the
 * directory was interrupted
 */
export const withStores = async <T>(
  env: Env,
  { exclusive }: { readonly exclusive: boolean },
  work: (stores: Stores) => Promise<T>,
): Promise<T> => {
  const paths = dataPaths(env.DATA_DIR)
  assertRestored(paths)
  await makeDataDirs(paths)
  if (!exclusive) {
    const connection = await startPostgres(env, paths)
    if (await isOwned(connection)) return withConnection(env, paths, connection, work)
  }
  const log = commandLog()
  const onOwnerLost = (error: unknown) => log.error({ err: error }, 'data directory taken over by another process')
  const postgres = await openPostgres({ env, paths, log, onOwnerLost })
  try {
    return await withConnection(env, paths, postgres.connection, work)
  } finally {
    await postgres.close()
  }
}

const withConnection = async <T>(
  env: Env,
  paths: DataPaths,
  connection: Connection,
  work: (stores: Stores) => Promise<T>,
): Promise<T> => {
  const log = commandLog()
  const pool = openPool({ connection, log, max: 3 })
  await applyMigrations(pool)
  await assertSameInstallation(pool, paths, env)
  const keys = await loadKeys({ env, path: paths.keys, hasAccounts: () => hasAccounts(pool) })
  await assertMasterKey(pool, keys)
  const publicUrl = env.PUBLIC_URL ?? env.LOCAL_URL ?? `http://${env.HOST}:${env.PORT}`
  const { deps } = await compose({ env, clock: systemClock, ids: systemIds, log, pool, keys, paths, publicUrl })
  try {
    return await work({ deps, pool })
  } finally {
    await deps.warehouse.close()
    await pool.end()
  }
}
