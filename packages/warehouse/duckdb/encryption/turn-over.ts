import { open, rename, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileKey } from '../../file-store.ts'
import { COPY, copyTables, currentDatabase } from '../backup/copy-database.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { interruptible } from '../interruptible.ts'
import { lockDown, type OpenLimits } from '../open-account-file.ts'
import type { AccountPaths } from '../paths.ts'
import { ALLOW_ENCRYPTION, attachSql, openDatabase, removeDatabase } from './open-database.ts'

/** Which keys a file changes between; null: not encrypted. */
export interface KeyChange {
  readonly from: FileKey | null
  readonly to: FileKey | null
}

/** Bytes of disk that stay free. */
const LEAST_FREE = 128 * 1024 ** 2

/**
 * Replaces an account's closed file by a copy with another key. The copy is complete, compared row by row and on disk before it
 * takes the file's name, so that a kill at any time leaves one whole file. On an error the file stays as it is.
 */
export const turnOver = async (
  paths: AccountPaths,
  { from, to }: KeyChange,
  limits: OpenLimits,
  signal: AbortSignal,
): Promise<void> => {
  await assertRoom(paths)
  await removeDatabase(paths.turning)
  const database = await openDatabase(paths.file, from)
  try {
    const connection = await database.connect()
    try {
      await connection.run(ALLOW_ENCRYPTION)
      await connection.run(attachSql({ file: paths.turning, alias: COPY, key: to }))
      await connection.run(lockDown(paths, limits))
      await interruptible(connection, { signals: [signal] }, () => copyAndCompare(connection))
    } finally {
      connection.closeSync()
    }
  } finally {
    database.close()
  }
  await takeOver(paths)
}

const copyAndCompare = async (connection: DuckDBConnection): Promise<void> => {
  await connection.run('CHECKPOINT')
  await copyTables(connection)
  await connection.run(`CHECKPOINT ${COPY}`)
  const source = await contentOf(connection, await currentDatabase(connection))
  const copy = await contentOf(connection, COPY)
  if (!isDeepStrictEqual(source, copy)) throw new Error('The copy differs from the file')
  await connection.run(`DETACH ${COPY}`)
}

/** Each table's definition, rows, and the sum of the hashes of its rows, whatever their order. */
const contentOf = async (connection: DuckDBConnection, database: string): Promise<unknown[]> => {
  const tables = await connection.runAndReadAll(
    'SELECT table_name, sql FROM duckdb_tables() WHERE database_name = $1 AND NOT internal AND NOT temporary ORDER BY 1',
    [database],
  )
  const content: unknown[] = []
  for (const [name, definition] of tables.getRows()) {
    const table = `${quoted(database)}.${quoted(String(name))}`
    const reader = await connection.runAndReadAll(
      `SELECT ${textLiteral(String(name))}, count(*)::VARCHAR, sum(hash(t)::HUGEINT)::VARCHAR FROM ${table} t`,
    )
    content.push([definition, ...reader.getRows()])
  }
  return content
}

const takeOver = async ({ file, turning }: AccountPaths): Promise<void> => {
  // A log belongs to the file that it was written for.
  for (const path of [file, turning])
    if (await stat(`${path}.wal`).catch(() => null)) throw new Error(`${path}.wal is not empty`)
  await flush(turning)
  await rename(turning, file)
  await flush(dirname(file))
}

const assertRoom = async ({ file }: AccountPaths): Promise<void> => {
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(file), statfs(dirname(file))])
  if (bavail * bsize < size + LEAST_FREE) throw new Error(`No space left on device for a copy of ${size} bytes`)
}

/** Waits until the content of a file, or the names in a folder, are on disk. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
