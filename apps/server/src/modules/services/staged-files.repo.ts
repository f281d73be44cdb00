import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Insertable, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { CsvFileReport } from '#connectors/csv/normalizer.ts'
import { FileProblem } from '#contract/imports.ts'
import { DAY_MS } from '#domain/clock.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'

/** Small files count as this much, which also limits their number. */
const MIN_COUNTED_BYTES = 8 * 1024 * 1024

const REPORT = 'report.json'

const StoredReport = z.object({
  columns: z.array(z.string()),
  delimiter: z.string(),
  rows: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  problems: z.array(FileProblem),
  sample: z.array(z.array(z.string())),
  notes: z.array(z.string()).default([]),
  parts: z.array(z.string()),
})

/** A staged file is a folder with normalized parts and a report that is written last. */
export interface StagedFile extends CsvFileReport {
  /** absolute, in the order of the file */
  readonly paths: readonly string[]
}

export const PART_SUFFIX = '.part'

export const partName = (index: number): string => `${String(index).padStart(4, '0')}.csv`

/** Lists the parts of a folder; must be written after the last of them. */
export const writeReport = (folder: string, report: CsvFileReport, parts: readonly string[]): Promise<void> =>
  writeFile(join(folder, REPORT), JSON.stringify({ ...report, parts }))

/** Null when the folder is missing or incomplete. */
export const readStagedFile = async (folder: string): Promise<StagedFile | null> => {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => null)
  if (text === null) return null
  const { parts, ...report } = StoredReport.parse(JSON.parse(text))
  return { ...report, paths: parts.map((part) => join(folder, part)) }
}

export const removeStagedFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

export type StagedFileRow = Selectable<Schema['staged_files']>

export const insertStagedFile = async (db: Db, row: Insertable<Schema['staged_files']>): Promise<void> => {
  await db.insertInto('staged_files').values(row).execute()
}

export const findStagedFile = (
  db: Db,
  { accountId, serviceId, id }: { accountId: number; serviceId: string; id: string },
): Promise<StagedFileRow | undefined> =>
  db
    .selectFrom('staged_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst()

export const stagedFilesOfService = (db: Db, accountId: number, serviceId: string): Promise<StagedFileRow[]> =>
  db
    .selectFrom('staged_files')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .execute()

/** Total size of the account's staged files. */
export const stagedBytes = async (db: Db, accountId: number): Promise<number> => {
  const row = await db
    .selectFrom('staged_files')
    .select(sql<string | null>`sum(greatest(bytes, ${MIN_COUNTED_BYTES}::bigint))`.as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

export const deleteStagedFile = async (db: Db, accountId: number, id: string): Promise<void> => {
  await db.deleteFrom('staged_files').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Files received before `before` that no open run needs. Covers all accounts, hence unscoped. */
export const expiredFiles = (db: Db, before: Date): Promise<StagedFileRow[]> =>
  unscoped(db)
    .selectFrom('staged_files')
    .selectAll()
    .where('created_at', '<', before)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('service_runs')
            .select('service_runs.id')
            .whereRef('service_runs.file_id', '=', 'staged_files.id')
            .where('service_runs.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .execute()

const LIFETIME_MS = DAY_MS

type FileDeps = Pick<Deps, 'db' | 'warehouse'>

/** Removes a staged file from disk and then its row, so that after a kill the row still leads to what remains. */
export const removeStagedFile = async (
  { db, warehouse }: FileDeps,
  accountId: number,
  fileId: string,
): Promise<void> => {
  await removeStagedFolder(join(await warehouse.stagingFolder(accountId), fileId))
  await deleteStagedFile(db, accountId, fileId)
}

/** Removes files that were not imported within a day. */
export const sweepStagedFiles = async (deps: Pick<Deps, 'db' | 'warehouse' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now() - LIFETIME_MS)
  for (const { account_id, id } of await expiredFiles(deps.db, before)) await removeStagedFile(deps, account_id, id)
}
