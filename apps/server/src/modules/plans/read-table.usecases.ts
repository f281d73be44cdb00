import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CsvFileError } from '#connectors/csv/file-problem.ts'
import { detectDelimiter } from '#connectors/csv/header-row.ts'
import { parseRow } from '#connectors/csv/row-text.ts'
import { openArchive } from '#connectors/csv/workbook/archive.ts'
import { readWorkbook } from '#connectors/csv/workbook/workbook.ts'
import { fail } from '#contract/errors.ts'

/** A plan is a small table: more than this is another file. */
const MAX_BYTES = 20_000_000
const MAX_ROWS = 1_000

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK'

/** Lines of the first sheet, as CSV with commas. */
const readSheet = async (bytes: Buffer): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-plan-'))
  try {
    const path = join(folder, 'plan.xlsx')
    await writeFile(path, bytes)
    let size = 0
    const archive = await openArchive(path, (read) => {
      size += read
      if (size > MAX_BYTES) throw fail('plan.file_invalid')
    })
    try {
      const [sheet] = await readWorkbook(archive)
      if (sheet === undefined) throw fail('plan.file_invalid')
      const chunks: Uint8Array[] = []
      for await (const chunk of sheet.read()) if (typeof chunk !== 'number') chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    } finally {
      archive.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The rows of the first table of a CSV or XLSX file. Errors: `plan.file_invalid`. */
export const readPlanTable = async (file: string): Promise<string[][]> => {
  const bytes = Buffer.from(file, 'base64')
  try {
    const content = isZip(bytes) ? await readSheet(bytes) : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const lines = content
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== '')
    const [first] = lines
    if (first === undefined) throw fail('plan.file_invalid')
    const delimiter = detectDelimiter(first)
    return lines.slice(0, MAX_ROWS).map((line) => parseRow(line, delimiter).map((value) => value.trim()))
  } catch (error) {
    if (error instanceof CsvFileError || error instanceof TypeError) throw fail('plan.file_invalid', { cause: error })
    throw error
  }
}
