import { constants } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileKey, FileKeys } from '../file-store.ts'
import { AccountFile, readFacts } from './account-file.ts'
import { textLiteral } from './ddl.ts'
import { ALLOW_ENCRYPTION, type Database, findKey, openDatabase, removeDatabase } from './encryption/open-database.ts'
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
  readonly keys: FileKeys
}

/** What may have to be done to a closed file before it can be used; the key is what it is encrypted with. */
export interface OpeningSteps {
  /** Brings a file of the given version to the current one. */
  upgrade(version: number, key: FileKey | null): Promise<void>
  /** Encrypts the file with the key that it should have; false: it stays as it is. */
  turnOver(key: FileKey | null): Promise<boolean>
}

interface Opened {
  readonly database: Database
  readonly connection: DuckDBConnection
}

type LockOptions = OpenLimits & Partial<OpenOptions>

const MAX_TEMP = '16GiB'

/** As one text, because each call of the engine waits for a thread. */
export const lockDown = (paths: Pick<AccountPaths, 'temp' | 'staging'>, options: LockOptions): string =>
  settingStatements(paths, options).join(';')

// The folders are set before external access is disabled, and the configuration is locked last.
const settingStatements = (
  { temp, staging }: Pick<AccountPaths, 'temp' | 'staging'>,
  { memoryLimit, threads, checkpointOnClose = true }: LockOptions,
): string[] => [
  `SET threads = ${threads}`,
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
  "SET allowed_configs = ['threads']",
  'SET lock_configuration = true',
]

const close = ({ database, connection }: Opened): void => {
  connection.closeSync()
  database.close()
}

/** Runs `use` on the file, opened and locked down; closes it when `use` throws. */
const openLocked = async <Result>(
  paths: AccountPaths,
  key: FileKey | null,
  options: LockOptions,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> => {
  const database = await openDatabase(paths.file, key)
  const connection = await database.connect()
  try {
    if (key === null && options.keys?.wanted) await connection.run(ALLOW_ENCRYPTION)
    await connection.run(lockDown(paths, options))
    return await use({ database, connection })
  } catch (error) {
    close({ database, connection })
    throw error
  }
}

/** Opens a file with limits of its own, runs `work` and closes it. Nothing else may have the file open. */
export const withAccountFile = (
  paths: AccountPaths,
  key: FileKey | null,
  limits: OpenLimits,
  work: (connection: DuckDBConnection) => Promise<void>,
): Promise<void> =>
  openLocked(paths, key, limits, async (opened) => {
    await work(opened.connection)
    close(opened)
  })

/** The open file, or its version if that is not the current one. */
const openIfCurrent = (paths: AccountPaths, key: FileKey | null, options: OpenOptions): Promise<AccountFile | number> =>
  openLocked(paths, key, options, async (opened) => {
    const { database, connection } = opened
    const version = await readVersion(connection)
    if (version === 0) await createSchema(connection)
    else if (version !== SCHEMA_VERSION) {
      close(opened)
      return version
    }
    const { checkpointOnClose, keys, threads } = options
    return new AccountFile(database, connection, {
      ...(await readFacts(connection)),
      checkpointOnClose,
      keys,
      key,
      threads,
    })
  })

const openCurrent = async (paths: AccountPaths, key: FileKey | null, options: OpenOptions): Promise<AccountFile> => {
  const opened = await openIfCurrent(paths, key, options)
  if (typeof opened === 'number') throw new Error(`The account file still has version ${opened}`)
  return opened
}

/**
 * Opens an account's file, locked down, at the current schema, and encrypted as it should be. A file of another version, or with
 * another key, is closed for the step that it needs and opened again. The caller must open it only once.
 */
export const openAccountFile = async (
  paths: AccountPaths,
  options: OpenOptions,
  { upgrade, turnOver }: OpeningSteps,
): Promise<AccountFile> => {
  await Promise.all([
    rm(paths.temp, { recursive: true, force: true }).then(() => mkdir(paths.temp, { recursive: true })),
    removeDatabase(paths.turning),
    mkdir(paths.staging, { recursive: true }),
  ])
  const { template, keys } = options
  if (template !== null && keys.wanted === null) await copyIfNew(template, paths.file)
  const key = await findKey(paths.file, keys)
  let opened = await openIfCurrent(paths, key, options)
  if (typeof opened === 'number') {
    await upgrade(opened, key)
    opened = await openCurrent(paths, key, options)
  }
  if (opened.hasWantedKey) return opened
  await opened.close()
  return openCurrent(paths, (await turnOver(key)) ? keys.wanted : key, options)
}

const copyIfNew = (template: string, file: string): Promise<void> =>
  copyFile(template, file, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
