import { mkdir, rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { AccountFile, readState } from './account-file.ts'
import { textLiteral } from './ddl.ts'
import { migrate } from './migrate.ts'
import type { AccountPaths } from './paths.ts'

export interface OpenLimits {
  /** bytes */
  readonly memoryLimit: number
  readonly threads: number
}

const MAX_TEMP = '16GiB'

// The folders are set before external access is disabled, and the configuration is locked last.
const lockDown = ({ temp, staging }: AccountPaths, { memoryLimit }: OpenLimits): string[] => [
  `SET temp_directory = ${textLiteral(temp)}`,
  `SET max_temp_directory_size = '${MAX_TEMP}'`,
  `SET memory_limit = '${Math.ceil(memoryLimit / 1024)}KiB'`,
  // Imported rows need no order, and preserving it doubles the memory of an import.
  'SET preserve_insertion_order = false',
  "SET GLOBAL TimeZone = 'UTC'",
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET allow_community_extensions = false',
  `SET allowed_directories = [${textLiteral(staging)}]`,
  'SET enable_external_access = false',
  'SET lock_configuration = true',
]

const prepare = async (connection: DuckDBConnection, paths: AccountPaths, limits: OpenLimits) => {
  for (const sql of lockDown(paths, limits)) await connection.run(sql)
  await migrate(connection)
  return readState(connection)
}

/** Opens an account's file, locked down and at the current schema. The caller must open it only once. */
export const openAccountFile = async (paths: AccountPaths, limits: OpenLimits): Promise<AccountFile> => {
  await rm(paths.temp, { recursive: true, force: true })
  await mkdir(paths.temp, { recursive: true })
  await mkdir(paths.staging, { recursive: true })
  // Two instances of one file in a process lose commits silently; the cache returns the same instance.
  const instance = await DuckDBInstance.fromCache(paths.file, { threads: String(limits.threads) })
  const connection = await instance.connect()
  try {
    return new AccountFile(instance, connection, await prepare(connection, paths, limits))
  } catch (error) {
    connection.closeSync()
    instance.closeSync()
    throw error
  }
}
