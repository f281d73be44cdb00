import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { createUtf8Reader } from '#connectors/csv/utf8.ts'
import { fail } from '#contract/errors.ts'
import { partName, writeReport } from './staged-files.repo.ts'

/** Maximum size after decompression. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024
/** Imports report progress, check for cancellation and use memory per part. */
const PART_BYTES = 16 * 1024 * 1024

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

interface Content {
  readonly content: Readable
  readonly signal: AbortSignal
}

/**
 * Decompresses and normalizes a file into a folder, with its report. Returns the bytes written.
 *
 * Errors: `CsvFileError`, `service.file_too_large`, `service.file_invalid` for a damaged gzip.
 */
export const stageContent = async ({ content, signal }: Content, folder: string): Promise<number> => {
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
  const report = normalizer.report()
  const encoding = reader.encoding()
  const notes = [...(encoding === 'UTF-8' ? [] : [`The text is ${encoding}`]), ...report.notes]
  await writeReport(folder, { ...report, notes }, parts.names)
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
