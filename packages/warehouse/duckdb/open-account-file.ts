import { constants } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { AccountFile, readState } from './account-file.ts'
import { textLiteral } from './ddl.ts'
import { createSchema, readVersion, SCHEMA_VERSION } from './migrate.ts'
import type { AccountPaths } from './paths.ts'

export interface OpenLimits {
  /** bytes */
  readonly memoryLimit: number
  readonly threads: number
}

export interface OpenOptions extends OpenLimits {
  readonly template: string | null
  readonly checkpointOnClose: boolean
}

/** Brings a closed file of the given version to the current one. */
export type Upgrade = (version: number) => Promise<void>

interface Opened {
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
}

type LockOptions = OpenLimits & Partial<OpenOptions>

const MAX_TEMP = '16GiB'

// The folders are set before external access is disabled, and the configuration is locked last.
export const lockDown = (
  { temp, staging }: Pick<AccountPaths, 'temp' | 'staging'>,
  { memoryLimit, checkpointOnClose = true }: LockOptions,
): string[] => [
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

const close = ({ instance, connection }: Opened): void => {
  connection.closeSync()
  instance.closeSync()
}

/** Runs `use` on the file, opened and locked down; closes it when `use` throws. */
const openLocked = async <Result>(
  paths: AccountPaths,
  options: LockOptions,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> => {
  // Two instances of one file in a process lose commits silently; the cache returns the same instance.
  const instance = await DuckDBInstance.fromCache(paths.file, { threads: String(options.threads) })
  const connection = await instance.connect()
  try {
    for (const sql of lockDown(paths, options)) await connection.run(sql)
    return await use({ instance, connection })
  } catch (error) {
    close({ instance, connection })
    throw error
  }
}

/** Opens a file with limits of its own, runs `work` and closes it. Nothing else may have the file open. */
export const withAccountFile = (
  paths: AccountPaths,
  limits: OpenLimits,
  work: (connection: DuckDBConnection) => Promise<void>,
): Promise<void> =>
  openLocked(paths, limits, async (opened) => {
    await work(opened.connection)
    close(opened)
  })

/** The open file, or its version if that is not the current one. */
const openIfCurrent = (paths: AccountPaths, options: OpenOptions): Promise<AccountFile | number> =>
  openLocked(paths, options, async (opened) => {
    const { instance, connection } = opened
    const version = await readVersion(connection)
    if (version === 0) await createSchema(connection)
    else if (version !== SCHEMA_VERSION) {
      close(opened)
      return version
    }
    const state = await readState(connection)
    return new AccountFile(instance, connection, { state, checkpointOnClose: options.checkpointOnClose })
  })

/**
 * Opens an account's file, locked down and at the current schema. A file of another version is closed for `upgrade` and opened
 * again. The caller must open it only once.
 */
export const openAccountFile = async (
  paths: AccountPaths,
  options: OpenOptions,
  upgrade: Upgrade,
): Promise<AccountFile> => {
  await rm(paths.temp, { recursive: true, force: true })
  await mkdir(paths.temp, { recursive: true })
  await mkdir(paths.staging, { recursive: true })
  if (options.template !== null) await copyIfNew(options.template, paths.file)
  const opened = await openIfCurrent(paths, options)
  if (typeof opened !== 'number') return opened
  await upgrade(opened)
  const upgraded = await openIfCurrent(paths, options)
  if (typeof upgraded === 'number') throw new Error(`The account file still has version ${upgraded}`)
  return upgraded
}

const copyIfNew = (template: string, file: string): Promise<void> =>
  copyFile(template, file, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
