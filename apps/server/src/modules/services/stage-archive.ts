import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvFileError } from '#connectors/csv/file-problem.ts'
import type { TableHead } from '#connectors/csv/normalizer.ts'
import { type Archive, openArchive } from '#connectors/csv/workbook/archive.ts'
import { isWorkbook, readWorkbook } from '#connectors/csv/workbook/workbook.ts'
import { type ByteBudget, decompress, spend } from './decompress.ts'
import { linesOf, type Output, stageTable } from './stage-table.ts'
import type { StagedTable } from './staged-files.repo.ts'

const ARCHIVE = 'archive.part'
const TABLE_FILE = /\.(?:csv|tsv|txt|tab|xlsx|gz)$/i
/** Files that programs add for themselves. */
const HIDDEN_FILE = /^__MACOSX\/|(?:^|\/)\./
const MAX_TABLES = 100

interface ArchiveOutput extends Output {
  readonly folder: string
  readonly budget: ByteBudget
  readonly linesBefore: number
  readonly like: TableHead | undefined
}

/** Stages the tables of a ZIP file or workbook. It is read from its end, so it is written to disk first. */
export const stageArchive = async (
  bytes: AsyncGenerator<Uint8Array>,
  { folder, signal, parts, budget, linesBefore, like }: ArchiveOutput,
): Promise<StagedTable[]> => {
  const { left } = budget
  const spooled = [await spool(bytes, join(folder, ARCHIVE), signal)]
  // What counts is what the file unpacks to.
  budget.left = left
  const tables: StagedTable[] = []
  const count = (size: number) => spend(budget, size)
  let problem: unknown = new CsvFileError({
    line: null,
    column: null,
    value: null,
    message: 'The ZIP file has no CSV or XLSX file',
  })
  const take = async (name: string, isSheet: boolean, chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    const place = { linesBefore: linesBefore + linesOf(tables), like: like ?? (isSheet ? undefined : tables[0]) }
    try {
      if (tables.length < MAX_TABLES)
        tables.push(await stageTable(chunks, { name, isSheet, ...place }, { signal, parts }))
    } catch (error) {
      // Other tables can still be imported: a workbook has empty sheets, and a delivery has notes.
      if (!(error instanceof CsvFileError)) throw error
      problem = error
    }
  }
  const takeWorkbook = async (archive: Archive, prefix: string): Promise<void> => {
    for (const sheet of await readWorkbook(archive)) await take(`${prefix}${sheet.name}`, true, sheet.read())
  }
  // The files together may state more than is read of them: a bomb is refused before it is unpacked.
  const assertStated = (size: number) => spend({ left: budget.left }, size)
  const archive = await openArchive(spooled[0] ?? '', count, assertStated)
  try {
    if (isWorkbook(archive)) await takeWorkbook(archive, '')
    else {
      for (const name of archive.names.filter((one) => TABLE_FILE.test(one) && !HIDDEN_FILE.test(one)).sort()) {
        if (!/\.xlsx$/i.test(name)) {
          await take(name, false, decompress(Readable.from(archive.read(name)), { left: budget.left }))
          continue
        }
        const path = await spool(archive.read(name), join(folder, `${spooled.length}.${ARCHIVE}`), signal)
        spooled.push(path)
        const inner = await openArchive(path, count, assertStated)
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
