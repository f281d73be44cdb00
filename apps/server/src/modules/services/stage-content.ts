import type { Readable } from 'node:stream'
import { CsvFileError } from '#connectors/csv/file-problem.ts'
import { type ByteBudget, decompress } from './decompress.ts'
import { PartWriter } from './part-writer.ts'
import { stageArchive } from './stage-archive.ts'
import { countStagedLines, type Output, stageTable } from './stage-table.ts'
import { type StagedTable, writeReport } from './staged-files.repo.ts'

/** Maximum size of an upload after decompression. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024

/** A file as it arrives; its name is for display. */
export interface NamedContent {
  readonly name: string
  readonly content: Readable
}

interface Contents {
  readonly accountId: number
  /** read one after the other */
  readonly files: AsyncIterable<NamedContent>
  readonly signal: AbortSignal
}

/**
 * Decompresses and normalizes files into a folder, with their report: text, gzip, XLSX, or ZIP files with any of them. Several
 * files must have the same columns, in any order; of a workbook among them, its first sheet is read.
 *
 * Errors: `CsvFileError` that names the file if there are several, `service.file_too_large`, `service.file_invalid` for a damaged gzip.
 */
export const stageContents = async ({ accountId, files, signal }: Contents, folder: string) => {
  const parts = new PartWriter(folder)
  const budget: ByteBudget = { left: MAX_FILE_BYTES }
  const arriving = files[Symbol.asyncIterator]()
  const names: string[] = []
  let tables: readonly StagedTable[] = []
  try {
    for (let next = await arriving.next(); !next.done; next = await arriving.next()) {
      const { name, content } = next.value
      try {
        const found = await stageOne(content, { accountId, folder, signal, parts, budget, tables })
        tables =
          names.length === 0 ? found : [...oneOfSeveral(tables, names), ...oneOfSeveral(found, [name], tables[0])]
        names.push(name)
      } catch (error) {
        if (!(error instanceof CsvFileError)) throw error
        content.resume()
        const isAlone = names.length === 0 && (await arriving.next()).done
        throw isAlone ? error : inFile(name, error)
      }
    }
    await parts.close()
    if (names.length > 0) await writeReport(folder, tables)
    return { bytes: parts.bytes, names }
  } finally {
    await parts.close()
    await arriving.return?.(undefined)
  }
}

interface OneOutput extends Output {
  readonly accountId: number
  readonly folder: string
  readonly budget: ByteBudget
  /** of the files before */
  readonly tables: readonly StagedTable[]
}

const stageOne = async (content: Readable, { tables, ...output }: OneOutput): Promise<readonly StagedTable[]> => {
  const bytes = decompress(content, output.budget)
  const first = await firstBytes(bytes)
  const whole = followedBy(first, bytes)
  const position = { linesBefore: countStagedLines(tables), like: tables[0] }
  if (isZip(first)) return stageArchive(whole, { ...output, ...position })
  return [await stageTable(whole, { name: '', isSheet: false, ...position }, output)]
}

const inFile = (name: string, { problem }: CsvFileError): CsvFileError => {
  const place = problem.line === null ? '' : `line ${problem.line}`
  const column = problem.column === null ? '' : `column “${problem.column}”`
  const message = `${[`“${name}”`, place, column].filter(Boolean).join(', ')}: ${problem.message}`
  return new CsvFileError({ line: null, column: null, value: null, message })
}

/**
 * The tables of one of several files, named by it: all of a ZIP file, the first of a workbook. Throws `CsvFileError` when its columns
 * are not those of `first`.
 */
const oneOfSeveral = (
  tables: readonly StagedTable[],
  [name = '']: readonly string[],
  first?: StagedTable,
): StagedTable[] => {
  const read = tables[0]?.isSheet ? tables.slice(0, 1) : tables
  return read.map((table) => {
    if (first) assertSameColumns(table, first)
    const own = table.name === '' ? name : table.name.startsWith(name) ? table.name : `${name}: ${table.name}`
    return { ...table, name: own, isSheet: false }
  })
}

const assertSameColumns = ({ columns }: StagedTable, first: StagedTable): void => {
  const missing = first.columns.find((column) => !columns.includes(column))
  const added = columns.find((column) => !first.columns.includes(column))
  if (missing === undefined && added === undefined) return
  const column = missing ?? added ?? ''
  const message = `The columns aren’t those of the first file: “${column}” is ${missing === undefined ? 'added' : 'missing'}`
  throw new CsvFileError({ line: 1, column: null, value: null, message })
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
