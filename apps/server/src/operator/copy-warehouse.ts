import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import pg from 'pg'
import type { Deps } from '#server/deps.ts'

const COPY_NAME = 'backup-copy.duckdb'

/** Copies a snapshot of each account's warehouse file while it is in use. Returns the ids of the accounts. */
export const copyWarehouse = async (
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
