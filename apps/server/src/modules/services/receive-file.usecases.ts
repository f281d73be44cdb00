import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CsvFileError, describeProblem } from '#connectors/csv/file-problem.ts'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { createUtf8Reader } from '#connectors/csv/utf8.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import {
  deleteStagedFile,
  insertStagedFile,
  PART_SUFFIX,
  partName,
  removeStagedFolder,
  stagedBytes,
  writeReport,
} from './staged-files.repo.ts'

const isGzip = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b

/**
 * The bytes of an upload, decompressed if gzip. Throws `service.file_too_large` at the first byte beyond `limit` and
 * `service.file_invalid` when the gzip is damaged.
 */
async function* decompress(source: Readable, limit: number): AsyncGenerator<Uint8Array> {
  // The caller still drains the rest of a rejected body, so returning early must not destroy it.
  const arriving = source.iterator({ destroyOnReturn: false })
  try {
    const first = await nextBytes(arriving)
    if (first === null) return
    const all = remainingChunks(first, arriving)
    let size = 0
    for await (const chunk of isGzip(first) ? gunzipChunks(all) : all) {
      size += chunk.length
      if (size > limit) throw fail('service.file_too_large')
      yield chunk
    }
  } finally {
    // Releases the source, because the rest cannot be read while an iterator is open.
    await arriving.return?.(undefined)
  }
}

const nextBytes = async (chunks: AsyncIterator<unknown>): Promise<Uint8Array | null> => {
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return null
    if (value instanceof Uint8Array && value.length > 0) return value
  }
}

async function* remainingChunks(first: Uint8Array, chunks: AsyncIterator<unknown>): AsyncGenerator<Uint8Array> {
  for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await nextBytes(chunks)) yield chunk
}

async function* gunzipChunks(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // An error of the source surfaces in the loop below through the gunzip stream.
  const piping = pipeline(Readable.from(packed), gunzip).catch(() => undefined)
  try {
    for await (const chunk of gunzip) if (chunk instanceof Uint8Array) yield chunk
  } catch (cause) {
    const isDamaged = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')
    if (isDamaged)
      throw fail('service.file_invalid', { values: { message: 'The gzip file is damaged or cut short' }, cause })
    throw cause
  } finally {
    gunzip.destroy()
    await piping
  }
}

/** Maximum size after decompression. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024
/** Maximum total size of an account's staged files. */
const ACCOUNT_QUOTA_BYTES = 2 * 1024 * 1024 * 1024
const MAX_UPLOADS_AT_ONCE = 5
/** Imports report progress, check for cancellation and use memory per part. */
const PART_BYTES = 16 * 1024 * 1024
const WAIT_SECONDS = 30

/** Distinguishes this process's unfinished uploads from those of a killed one. */
const PROCESS_SUFFIX = `.${randomUUID()}${PART_SUFFIX}`

interface IncomingFile {
  readonly accountId: number
  readonly serviceId: string
  /** name given by the sender, for display; never used as a path */
  readonly name: string
  readonly content: Readable
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
}

/**
 * Receives a file as a stream: decompresses, checks and normalizes it into the account's staging folder. Removes
 * everything on failure.
 *
 * Errors: `service.file_too_large`, `service.file_invalid` (naming line and column), `service.quota_exceeded`,
 * `request.too_many`, `storage.full`.
 */
export const receiveFile = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse'>,
  file: IncomingFile,
): Promise<{ fileId: string }> => {
  const { accountId, serviceId, name } = file
  const staging = await deps.warehouse.stagingFolder(accountId)
  await assertStagingCapacity(deps, accountId, staging)
  const fileId = deps.ids.next()
  const folder = join(staging, `${fileId}${PROCESS_SUFFIX}`)
  const target = join(staging, fileId)
  try {
    await mkdir(folder)
    const bytes = await writeParts(file, folder)
    const created_at = new Date(deps.clock.now())
    const row = { id: fileId, account_id: accountId, service_id: serviceId, name, bytes, created_at }
    // The row is written first, so that a kill in between leaves no file without a row.
    await insertStagedFile(deps.db, row)
    await rename(folder, target)
    return { fileId }
  } catch (error) {
    await removeStagedFolder(folder)
    await deleteStagedFile(deps.db, accountId, fileId).catch(() => undefined)
    throw toFailure(error, file.signal)
  }
}

const assertStagingCapacity = async (deps: Pick<Deps, 'db'>, accountId: number, staging: string): Promise<void> => {
  if ((await stagedBytes(deps.db, accountId)) >= ACCOUNT_QUOTA_BYTES) throw fail('service.quota_exceeded')
  const unfinished = (await readdir(staging)).filter((entry) => entry.endsWith(PART_SUFFIX))
  const arriving = unfinished.filter((entry) => entry.endsWith(PROCESS_SUFFIX))
  const abandoned = unfinished.filter((entry) => !arriving.includes(entry))
  for (const entry of abandoned) await removeStagedFolder(join(staging, entry))
  if (arriving.length >= MAX_UPLOADS_AT_ONCE) throw fail('request.too_many', { retryAfter: WAIT_SECONDS })
}

/** Returns the bytes written. */
const writeParts = async ({ content, signal }: IncomingFile, folder: string): Promise<number> => {
  const reader = createUtf8Reader()
  const normalizer = createCsvNormalizer()
  const parts = new PartWriter(folder)
  try {
    for await (const chunk of decompress(content, MAX_FILE_BYTES)) {
      signal.throwIfAborted()
      await parts.write(normalizer.push(reader.push(chunk)))
    }
    signal.throwIfAborted()
    await parts.write(normalizer.push(reader.end()))
    await parts.write(normalizer.end())
  } finally {
    await parts.close()
  }
  await writeReport(folder, normalizer.report(), parts.names)
  return parts.bytes
}

/** Writes whole rows to files of about `PART_BYTES`. */
class PartWriter {
  readonly #folder: string
  readonly names: string[] = []
  bytes = 0
  #handle: FileHandle | null = null
  #partBytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(rows: Uint8Array): Promise<void> {
    if (rows.length === 0) return
    if (this.#partBytes >= PART_BYTES) await this.close()
    this.#handle ??= await this.#openNext()
    await this.#handle.appendFile(rows)
    this.bytes += rows.length
    this.#partBytes += rows.length
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = null
    this.#partBytes = 0
  }

  #openNext(): Promise<FileHandle> {
    const name = partName(this.names.length)
    this.names.push(name)
    return open(join(this.#folder, name), 'w', 0o600)
  }
}

const toFailure = (error: unknown, { aborted }: AbortSignal): unknown => {
  if (error instanceof CsvFileError) {
    return fail('service.file_invalid', { values: { message: describeProblem(error.problem) }, cause: error })
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC') return fail('storage.full', { cause: error })
  // The client has disconnected, so the error is not shown.
  return aborted || code === 'ECONNRESET' ? fail('request.malformed', { cause: error }) : error
}
