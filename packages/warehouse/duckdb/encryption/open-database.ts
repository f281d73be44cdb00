import { open, rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { FileKey, FileKeys } from '../../file-store.ts'
import { quoted, textLiteral } from '../ddl.ts'

/** An engine without a file. */
export const createInstance = (): Promise<DuckDBInstance> => DuckDBInstance.create(':memory:', { threads: '1' })

/** An open database file. Statements of its connections run in it. */
export interface Database {
  connect(): Promise<DuckDBConnection>
  /** Nothing may run on a connection. */
  close(): void
}

/** The name of an open file's database. */
const ALIAS = 'account'

/**
 * Without it the engine refuses to write encrypted files with the cipher that it was built with, because of the source of its
 * nonces: see ADR 18.
 */
export const ALLOW_ENCRYPTION = 'SET force_mbedtls_unsafe = true'

/** The cipher is named, so that a changed file header cannot choose one that does not authenticate. */
const attachOptions = (key: FileKey | null, isReadOnly: boolean): string => {
  const options = [
    ...(key === null ? [] : [`ENCRYPTION_KEY ${textLiteral(key)}`, `ENCRYPTION_CIPHER 'GCM'`]),
    ...(isReadOnly ? ['READ_ONLY'] : []),
  ]
  return options.length === 0 ? '' : ` (${options.join(', ')})`
}

interface Attached {
  readonly file: string
  readonly alias: string
  /** null: not encrypted */
  readonly key: FileKey | null
  readonly isReadOnly?: boolean
}

/** Writing an encrypted file needs `ALLOW_ENCRYPTION` first. */
export const attachSql = ({ file, alias, key, isReadOnly = false }: Attached): string =>
  `ATTACH ${textLiteral(file)} AS ${quoted(alias)}${attachOptions(key, isReadOnly)}`

/** Files that this process has open: two engines of one file lose commits silently. */
const openFiles = new Set<string>()

/**
 * Opens a file in a new engine, which is closed with it. The file is created if it does not exist; one that is encrypted with
 * another key throws.
 */
export const openDatabase = async (file: string, key: FileKey | null): Promise<Database> => {
  if (openFiles.has(file)) throw new Error(`${file} is open already`)
  openFiles.add(file)
  try {
    return await attachTo(await createInstance(), file, key)
  } catch (error) {
    openFiles.delete(file)
    throw error
  }
}

// Without the last, temporary tables, which hold staged rows, are spilled as they are.
const ENCRYPTED_TOO = [ALLOW_ENCRYPTION, 'SET temp_file_encryption = true']

const attachTo = async (instance: DuckDBInstance, file: string, key: FileKey | null): Promise<Database> => {
  const connect = async () => {
    const connection = await instance.connect()
    await connection.run(`USE ${ALIAS}`)
    return connection
  }
  const close = () => {
    instance.closeSync()
    openFiles.delete(file)
  }
  const first = await instance.connect()
  try {
    const settings = key === null ? [] : ENCRYPTED_TOO
    await first.run([...settings, attachSql({ file, alias: ALIAS, key })].join(';'))
    return { connect, close }
  } catch (error) {
    // An open connection keeps the instance, and with it the file.
    first.closeSync()
    instance.closeSync()
    throw error
  } finally {
    first.closeSync()
  }
}

/** Offset of the flags in a file's header, and the flag of an encrypted one. */
const FLAGS_AT = 20
const ENCRYPTED = 1

/** Whether a database file is encrypted; null when there is none. */
export const isEncrypted = async (file: string): Promise<boolean | null> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, FLAGS_AT)
    return bytesRead === 0 ? null : ((buffer[0] ?? 0) & ENCRYPTED) !== 0
  } finally {
    await handle.close()
  }
}

/** Also recognized in DuckDB's messages: see `isLocked`. */
const NO_KEY = 'Wrong encryption key: none of the known keys opens the file'

/** The key that the file is encrypted with; of a missing file the key that a new one gets. Throws when it is not known. */
export const findKey = async (file: string, { wanted, previous }: FileKeys): Promise<FileKey | null> => {
  const encrypted = await isEncrypted(file)
  if (encrypted === null) return wanted
  if (!encrypted) return null
  const known = [wanted, ...previous].filter((key) => key !== null)
  const [only] = known
  if (known.length === 1 && only !== undefined) return only
  for (const key of known) if (await isKeyOf(file, key)) return key
  throw new Error(NO_KEY)
}

const isKeyOf = async (file: string, key: FileKey): Promise<boolean> => {
  const instance = await createInstance()
  const connection = await instance.connect()
  try {
    await connection.run(attachSql({ file, alias: ALIAS, key, isReadOnly: true }))
    return true
  } catch (error) {
    // Any other error, such as one of the log, comes after the header was read with the key.
    return !(error instanceof Error && /Wrong encryption key/i.test(error.message))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Deletes a database file with its log. */
export const removeDatabase = async (file: string): Promise<void> => {
  for (const path of [file, `${file}.wal`]) await rm(path, { force: true })
}
