import type { Readable } from 'node:stream'
import { type Entry, open, type ZipFile } from 'yauzl'
import { CsvFileError } from '../file-problem.ts'

const damaged = (cause?: unknown): CsvFileError => {
  const error = new CsvFileError({ line: null, column: null, value: null, message: 'The ZIP file is damaged' })
  error.cause = cause
  return error
}

/** Tables and parts of workbooks; pictures are not read. */
const READ_FILE = /\.(?:csv|tsv|txt|tab|xlsx|gz|xml)$/i

/** More files than this are not one delivery. */
const MAX_ENTRIES = 10_000

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Sizes are checked while reading, so that an entry cannot hold more than it states.
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (zip ? resolve(zip) : reject(damaged(error))))
  })

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) reject(damaged())
      else zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error) => reject(damaged(error)))
    zip.readEntry()
  })

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(damaged(error))))
  })

/**
 * Opens a ZIP file on disk; an XLSX workbook is one. `onBytes` is called with the size of every chunk that is read, and may throw.
 * `assertStated` gets the size that tables and parts of workbooks state before any is read, and may throw.
 */
export const openArchive = async (
  path: string,
  onBytes: (bytes: number) => void,
  assertStated: (bytes: number) => void = () => undefined,
) => {
  const zip = await openZip(path)
  const files = (
    await entriesOf(zip).catch((error: unknown) => {
      zip.close()
      throw error
    })
  ).filter(({ fileName }) => !fileName.endsWith('/'))
  try {
    assertStated(
      files.reduce((sum, { fileName, uncompressedSize }) => sum + (READ_FILE.test(fileName) ? uncompressedSize : 0), 0),
    )
  } catch (error) {
    zip.close()
    throw error
  }
  const entries = new Map(files.map((entry) => [entry.fileName, entry]))
  return {
    /** paths of its files */
    names: [...entries.keys()] as readonly string[],
    close: () => zip.close(),
    /** the file's bytes, decompressed; throws `CsvFileError` when they are damaged or encrypted */
    async *read(name: string): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name)
      if (entry === undefined) return
      const stream = await openEntry(zip, entry)
      try {
        const chunks: AsyncIterable<unknown> = stream
        for await (const chunk of chunks) {
          if (!(chunk instanceof Uint8Array)) continue
          onBytes(chunk.length)
          yield chunk
        }
      } catch (error) {
        // Errors of `onBytes` pass; those of the stream say that its bytes are wrong.
        throw stream.errored === null ? error : damaged(error)
      } finally {
        stream.destroy()
      }
    },
  }
}
export type Archive = Awaited<ReturnType<typeof openArchive>>
