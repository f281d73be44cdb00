import { constants } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { AccountFile, readState } from './account-file.ts'
import { textLiteral } from './ddl.ts'
import { migrate } from './migrate.ts'
import type { AccountPaths } from './paths.ts'

export interface OpenOptions {
  /** bytes */
  readonly memoryLimit: number
  readonly threads: number
  readonly template: string | null
  readonly checkpointOnClose: boolean
}

const MAX_TEMP = '16GiB'

// The folders are set before external access is disabled, and the configuration is locked last.
const lockDown = ({ temp, staging }: AccountPaths, { memoryLimit, checkpointOnClose }: OpenOptions): string[] => [
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
  ...(checkpointOnClose ? [] : ['PRAGMA disable_checkpoint_on_shutdown']),
  'SET enable_external_access = false',
  'SET lock_configuration = true',
]

const prepare = async (connection: DuckDBConnection, paths: AccountPaths, options: OpenOptions) => {
  for (const sql of lockDown(paths, options)) await connection.run(sql)
  await migrate(connection)
  return readState(connection)
}

/** Opens an account's file, locked down and at the current schema. The caller must open it only once. */
export const openAccountFile = async (paths: AccountPaths, options: OpenOptions): Promise<AccountFile> => {
  await rm(paths.temp, { recursive: true, force: true })
  await mkdir(paths.temp, { recursive: true })
  await mkdir(paths.staging, { recursive: true })
  if (options.template !== null) await copyIfNew(options.template, paths.file)
  // Two instances of one file in a process lose commits silently; the cache returns the same instance.
  const instance = await DuckDBInstance.fromCache(paths.file, { threads: String(options.threads) })
  const connection = await instance.connect()
  try {
    const state = await prepare(connection, paths, options)
    return new AccountFile(instance, connection, { state, checkpointOnClose: options.checkpointOnClose })
  } catch (error) {
    connection.closeSync()
    instance.closeSync()
    throw error
  }
}

const copyIfNew = (template: string, file: string): Promise<void> =>
  copyFile(template, file, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
