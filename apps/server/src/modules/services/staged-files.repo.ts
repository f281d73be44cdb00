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

const StoredTable = z.object({
  /** of the sheet or the file in a ZIP file; blank for a file of its own */
  name: z.string().default(''),
  isSheet: z.boolean().default(false),
  /** its line numbers follow those of the tables before it */
  linesBefore: z.number().default(0),
  lines: z.number().default(0),
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

/** A table of a staged file: the file itself, a sheet of a workbook, or a file in a ZIP file. */
export interface StagedTable extends CsvFileReport {
  readonly name: string
  readonly isSheet: boolean
  readonly linesBefore: number
  readonly lines: number
  readonly parts: readonly string[]
}

// Reports of earlier versions are of one table.
const StoredReport = z.union([z.object({ tables: z.array(StoredTable).min(1) }), StoredTable])

/** A staged file is a folder with normalized parts and a report that is written last. */
export interface StagedFile extends CsvFileReport {
  /** absolute, in the order of the file */
  readonly paths: readonly string[]
  /** names of all its tables; empty for a file that is one table */
  readonly tables: readonly string[]
  /** the tables that are read as one, in their order */
  readonly readTables: readonly { readonly name: string; readonly linesBefore: number }[]
}

export const PART_SUFFIX = '.part'

/** Must be written after the last part. */
export const writeReport = (folder: string, tables: readonly StagedTable[]): Promise<void> =>
  writeFile(join(folder, REPORT), JSON.stringify({ tables }))

/**
 * Null when the folder is missing or incomplete. `table` chooses one of its tables by name; otherwise it is the first, and
 * in a ZIP file also the others with the same columns.
 */
export const readStagedFile = async (folder: string, table?: string): Promise<StagedFile | null> => {
  const text = await readFile(join(folder, REPORT), 'utf8').catch(() => null)
  if (text === null) return null
  const stored = StoredReport.parse(JSON.parse(text))
  const tables = 'tables' in stored ? stored.tables : [stored]
  return joinedTables(folder, tables, table)
}

const joinedTables = (
  folder: string,
  tables: readonly StagedTable[],
  chosen: string | undefined,
): StagedFile | null => {
  const first = tables.find(({ name }) => name === chosen) ?? tables[0]
  if (first === undefined) return null
  const isSame = (one: StagedTable) =>
    one.delimiter === first.delimiter && one.columns.join('\n') === first.columns.join('\n')
  const joined = chosen || first.isSheet ? [first] : tables.filter(isSame)
  const others = tables.filter((one) => !joined.includes(one)).map(({ name }) => `“${name}”`)
  const sum = (count: (table: StagedTable) => number) => joined.reduce((total, table) => total + count(table), 0)
  return {
    columns: first.columns,
    delimiter: first.delimiter,
    rows: sum(({ rows }) => rows),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
    problems: joined.flatMap(({ problems }) => problems),
    sample: joined.flatMap(({ sample }) => sample),
    notes: [
      ...(joined.length > 1 ? [`Read together: ${joined.map(({ name }) => `“${name}”`).join(', ')}`] : []),
      ...(others.length > 0 ? [`Not imported: ${others.slice(0, MAX_NAMED_TABLES).join(', ')}`] : []),
      ...joined.flatMap(({ name, notes }) => (joined.length > 1 ? notes.map((note) => `“${name}”: ${note}`) : notes)),
    ],
    paths: joined.flatMap(({ parts }) => parts.map((part) => join(folder, part))),
    tables: tables.length > 1 ? tables.map(({ name }) => name) : [],
    readTables: joined.map(({ name, linesBefore }) => ({ name, linesBefore })),
  }
}

const MAX_NAMED_TABLES = 10

/** A problem with the line of its own table, which its message names where there are several. */
export const placedProblem = <Problem extends FileProblem>(problem: Problem, { readTables }: StagedFile): Problem => {
  const { line, message } = problem
  if (line === null) return problem
  const table = readTables.findLast(({ linesBefore }) => linesBefore < line)
  if (table === undefined) return problem
  const named = readTables.length > 1 ? `${table.name}: ${message}` : message
  return { ...problem, line: line - table.linesBefore, message: named }
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
    .where((eb) => eb.and({ account_id: accountId, service_id: serviceId, id }))
    .executeTakeFirst()

/** Gives a file to another service of its account, with which it is removed from then on. */
export const moveStagedFile = async (
  db: Db,
  { accountId, serviceId, id }: { accountId: number; serviceId: string; id: string },
): Promise<void> => {
  await db
    .updateTable('staged_files')
    .set({ service_id: serviceId })
    .where((eb) => eb.and({ account_id: accountId, id }))
    .execute()
}

export const stagedFilesOfService = (db: Db, accountId: number, serviceId: string): Promise<StagedFileRow[]> =>
  db
    .selectFrom('staged_files')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, service_id: serviceId }))
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
const expiredFiles = (db: Db, before: Date): Promise<StagedFileRow[]> =>
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

/** Removes a staged file from disk and then its row, so that after a kill the row still leads to what remains. */
export const removeStagedFile = async ({ db, warehouse }: Deps, accountId: number, fileId: string): Promise<void> => {
  await removeStagedFolder(join(await warehouse.stagingFolder(accountId), fileId))
  await deleteStagedFile(db, accountId, fileId)
}

/** Removes files that were not imported within a day. */
export const sweepStagedFiles = async (deps: Deps): Promise<void> => {
  const before = new Date(deps.clock.now() - LIFETIME_MS)
  for (const { account_id, id } of await expiredFiles(deps.db, before)) await removeStagedFile(deps, account_id, id)
}
