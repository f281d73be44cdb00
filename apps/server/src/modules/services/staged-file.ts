import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CsvFileReport } from '#connectors/csv/normalizer.ts'
import { FileProblem } from '#contract/services.ts'

/** A staged file is a folder: normalised parts, and a report that is written last. */
export interface StagedFolder {
  readonly path: string
}

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

export interface StagedFile extends CsvFileReport {
  /** absolute, in the order of the file */
  readonly paths: readonly string[]
}

export const PART_SUFFIX = '.part'

export const partName = (index: number): string => `${String(index).padStart(4, '0')}.csv`

/** Makes a finished upload of a folder that is being filled; after this it is whole. */
export const finishStagedFile = async (
  folder: string,
  { report, parts, target }: { report: CsvFileReport; parts: readonly string[]; target: string },
): Promise<void> => {
  await writeFile(join(folder, REPORT), JSON.stringify({ ...report, parts }))
  await rename(folder, target)
}

/** Null when the folder is not there or not whole. */
export const readStagedFile = async (folder: string): Promise<StagedFile | null> => {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => null)
  if (text === null) return null
  const { parts, ...report } = StoredReport.parse(JSON.parse(text))
  return { ...report, paths: parts.map((part) => join(folder, part)) }
}

export const removeStagedFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
