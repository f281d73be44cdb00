import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CsvFileError } from '#connectors/csv/file-problem.ts'
import { createCsvNormalizer } from '#connectors/csv/normalizer.ts'
import { createUtf8Reader } from '#connectors/csv/utf8.ts'
import { type Archive, openArchive } from '#connectors/csv/workbook/archive.ts'
import { isWorkbook, readWorkbook } from '#connectors/csv/workbook/workbook.ts'
import { fail } from '#contract/errors.ts'
import { partName, type StagedTable, writeReport } from './staged-files.repo.ts'

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
 * Decompresses and normalizes a file into a folder, with its report: text, gzip, XLSX, or a ZIP file with any of them. Returns
 * the bytes written.
 *
 * Errors: `CsvFileError`, `service.file_too_large`, `service.file_invalid` for a damaged gzip.
 */
export const stageContent = async ({ content, signal }: Content, folder: string): Promise<number> => {
  const parts = new PartWriter(folder)
  try {
    const bytes = decompress(content, MAX_FILE_BYTES)
    const first = await firstBytes(bytes)
    const whole = followedBy(first, bytes)
    const tables = isZip(first)
      ? await stageArchive(whole, { folder, signal, parts })
      : [await stageTable(whole, { name: '', isSheet: false, linesBefore: 0 }, { signal, parts })]
    await parts.close()
    await writeReport(folder, tables)
    return parts.bytes
  } finally {
    await parts.close()
  }
}

const isZip = (chunk: Uint8Array): boolean => [0x50, 0x4b, 0x03, 0x04].every((byte, index) => chunk[index] === byte)

/** At least four bytes, unless the file has fewer. */
const firstBytes = async (chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> => {
  let first: Uint8Array = new Uint8Array(0)
  while (first.length < 4) {
    const { done, value } = await chunks.next()
    if (done) break
    first = first.length === 0 ? value : Buffer.concat([first, value])
  }
  return first
}

async function* followedBy(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

interface Output {
  readonly signal: AbortSignal
  readonly parts: PartWriter
}

interface TableSource {
  /** of the sheet or the file in a ZIP file; blank for a file of its own */
  readonly name: string
  readonly isSheet: boolean
  readonly linesBefore: number
}

/** Normalizes one table, which ends the current part. */
const stageTable = async (
  bytes: AsyncIterable<Uint8Array>,
  { name, isSheet, linesBefore }: TableSource,
  { signal, parts }: Output,
): Promise<StagedTable> => {
  const reader = createUtf8Reader()
  const normalizer = createCsvNormalizer({ linesBefore, ...(isSheet ? { isPadded: true, delimiter: ',' } : {}) })
  const from = parts.names.length
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    await parts.write(normalizer.push(reader.push(chunk)))
  }
  signal.throwIfAborted()
  await parts.write(normalizer.push(reader.end()))
  await parts.write(normalizer.end())
  await parts.close()
  const report = normalizer.report()
  const encoding = reader.encoding()
  const notes = [...(encoding === 'UTF-8' ? [] : [`The text is ${encoding}`]), ...report.notes]
  return { ...report, name, isSheet, linesBefore, lines: normalizer.lines(), notes, parts: parts.names.slice(from) }
}

const ARCHIVE = 'archive.part'
const TABLE_FILE = /\.(?:csv|tsv|txt|tab|xlsx|gz)$/i
/** Files that programs add for themselves. */
const HIDDEN_FILE = /^__MACOSX\/|(?:^|\/)\./
const MAX_TABLES = 100

/** A ZIP file is read from its end, so it is written to disk first. */
const stageArchive = async (
  bytes: AsyncGenerator<Uint8Array>,
  { folder, signal, parts }: Output & { readonly folder: string },
): Promise<StagedTable[]> => {
  const spooled = [await spool(bytes, join(folder, ARCHIVE), signal)]
  const tables: StagedTable[] = []
  let read = 0
  const count = (size: number) => {
    read += size
    if (read > MAX_FILE_BYTES) throw fail('service.file_too_large')
  }
  let problem: unknown = new CsvFileError({
    line: null,
    column: null,
    value: null,
    message: 'The ZIP file has no CSV or XLSX file',
  })
  const take = async (name: string, isSheet: boolean, chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    const linesBefore = (tables.at(-1)?.linesBefore ?? 0) + (tables.at(-1)?.lines ?? 0)
    try {
      if (tables.length < MAX_TABLES)
        tables.push(await stageTable(chunks, { name, isSheet, linesBefore }, { signal, parts }))
    } catch (error) {
      // Other tables can still be imported: a workbook has empty sheets, and a delivery has notes.
      if (!(error instanceof CsvFileError)) throw error
      problem = error
    }
  }
  const takeWorkbook = async (archive: Archive, prefix: string): Promise<void> => {
    for (const sheet of await readWorkbook(archive)) await take(`${prefix}${sheet.name}`, true, sheet.read())
  }
  const archive = await openArchive(spooled[0] ?? '', count)
  try {
    if (isWorkbook(archive)) await takeWorkbook(archive, '')
    else {
      for (const name of archive.names.filter((one) => TABLE_FILE.test(one) && !HIDDEN_FILE.test(one)).sort()) {
        if (!/\.xlsx$/i.test(name)) {
          const content = Readable.from(archive.read(name))
          await take(name, false, decompress(content, MAX_FILE_BYTES))
          continue
        }
        const path = await spool(archive.read(name), join(folder, `${spooled.length}.${ARCHIVE}`), signal)
        spooled.push(path)
        const inner = await openArchive(path, count)
        try {
          await takeWorkbook(inner, `${name}: `)
        } finally {
          inner.close()
        }
      }
    }
  } finally {
    archive.close()
    for (const path of spooled) await rm(path, { force: true })
  }
  if (tables.length === 0) throw problem
  return tables
}

const spool = async (bytes: AsyncIterable<Uint8Array>, path: string, signal: AbortSignal): Promise<string> => {
  await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }), { signal })
  return path
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
