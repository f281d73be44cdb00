import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CsvFileError, fileError } from '#connectors/csv/file-problem.ts'
import type { TableHead } from '#connectors/csv/header-row.ts'
import { type Archive, openArchive } from '#connectors/csv/workbook/archive.ts'
import { isWorkbook, readWorkbook } from '#connectors/csv/workbook/workbook.ts'
import { type ByteBudget, decompress, spend } from './decompress.ts'
import { PartWriter } from './part-writer.ts'
import { spool } from './spool.ts'
import { countStagedLines, stageTable } from './stage-table.ts'
import type { StagedTable } from './staged-files.repo.ts'

/** A ZIP file or workbook on disk, and where its tables are written. */
export interface ArchiveTask {
  readonly path: string
  readonly folder: string
  /** parts of the folder before */
  readonly names: readonly string[]
  /** that it may unpack to */
  readonly bytesLeft: number
  readonly linesBefore: number
  readonly like: TableHead | undefined
}

/** The tables of an archive, and the parts that hold them. */
export interface ArchiveTables {
  readonly tables: readonly StagedTable[]
  readonly names: readonly string[]
  readonly bytes: number
  readonly bytesLeft: number
}

const TABLE_FILE = /\.(?:csv|tsv|txt|tab|xlsx|gz)$/i
/** Files that programs add for themselves. */
const HIDDEN_FILE = /^__MACOSX\/|(?:^|\/)\./
export const MAX_TABLES = 100

/** Reads and writes tables one by one. Throws `CsvFileError`, `service.file_too_large` and `service.file_invalid`. */
export const readArchive = async (task: ArchiveTask): Promise<ArchiveTables> => {
  const parts = new PartWriter(task.folder, task.names)
  const budget: ByteBudget = { left: task.bytesLeft }
  try {
    const tables = await readTables(task, parts, budget)
    return { tables, names: parts.names.slice(task.names.length), bytes: parts.bytes, bytesLeft: budget.left }
  } finally {
    await parts.close()
  }
}

/** Its thread is ended instead. */
const UNSTOPPED = new AbortController().signal

const readTables = async (
  { path, folder, linesBefore, like }: ArchiveTask,
  parts: PartWriter,
  budget: ByteBudget,
): Promise<StagedTable[]> => {
  const tables: StagedTable[] = []
  let tried = 0
  let problem = fileError('The ZIP file has no CSV or XLSX file')
  const take = async (name: string, isSheet: boolean, chunks: AsyncIterable<Uint8Array | number>): Promise<void> => {
    tried += 1
    if (tried > MAX_TABLES) throw fileError(`The file has more than ${MAX_TABLES} tables. Divide it into several files`)
    const position = {
      linesBefore: linesBefore + countStagedLines(tables),
      like: like ?? (isSheet ? undefined : tables[0]),
    }
    try {
      tables.push(await stageTable(chunks, { name, isSheet, ...position }, { signal: UNSTOPPED, parts }))
    } catch (error) {
      // Other tables can still be imported: a workbook has empty sheets, and a delivery has notes.
      if (!(error instanceof CsvFileError)) throw error
      problem = error
    }
  }
  const takeWorkbook = async (archive: Archive, prefix: string): Promise<void> => {
    for (const sheet of await readWorkbook(archive)) await take(`${prefix}${sheet.name}`, true, sheet.read())
  }
  const openCounted = (file: string) =>
    openArchive(
      file,
      (size) => spend(budget, size),
      // The files together may state more than is read of them: a bomb is refused before it is unpacked.
      (size) => spend({ left: budget.left }, size),
    )
  const archive = await openCounted(path)
  try {
    if (isWorkbook(archive)) await takeWorkbook(archive, '')
    else {
      for (const name of archive.names.filter((one) => TABLE_FILE.test(one) && !HIDDEN_FILE.test(one)).sort()) {
        if (!/\.xlsx$/i.test(name)) {
          await take(name, false, decompress(Readable.from(archive.read(name)), { left: budget.left }))
          continue
        }
        const innerPath = join(folder, 'inner-archive.part')
        await spool(archive.read(name), innerPath)
        const inner = await openCounted(innerPath)
        try {
          await takeWorkbook(inner, `${name}: `)
        } finally {
          inner.close()
          await rm(innerPath, { force: true })
        }
      }
    }
  } finally {
    archive.close()
  }
  if (tables.length === 0) throw problem
  return tables
}
