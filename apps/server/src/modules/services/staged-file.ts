import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CsvFileReport } from '#connectors/csv/normalizer.ts'
import { FileProblem } from '#contract/services.ts'

const REPORT = 'report.json'

const StoredReport = z.object({
  columns: z.array(z.string()),
  delimiter: z.string(),
  rows: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  problems: z.array(FileProblem),
  sample: z.array(z.array(z.string())),
  parts: z.array(z.string()),
})

/** A staged file is a folder: normalised parts, and a report that is written last. */
export interface StagedFile extends CsvFileReport {
  /** absolute, in the order of the file */
  readonly paths: readonly string[]
}

export const PART_SUFFIX = '.part'

export const partName = (index: number): string => `${String(index).padStart(4, '0')}.csv`

/** Says what the parts of a folder are; to be written after the last of them. */
export const writeReport = (folder: string, report: CsvFileReport, parts: readonly string[]): Promise<void> =>
  writeFile(join(folder, REPORT), JSON.stringify({ ...report, parts }))

/** Null when the folder is not there or not whole. */
export const readStagedFile = async (folder: string): Promise<StagedFile | null> => {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => null)
  if (text === null) return null
  const { parts, ...report } = StoredReport.parse(JSON.parse(text))
  return { ...report, paths: parts.map((part) => join(folder, part)) }
}

export const removeStagedFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
