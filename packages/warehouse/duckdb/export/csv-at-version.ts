import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api'
import type { CsvRequest, CsvRows } from '../../engine.ts'
import type { AccountFile } from '../account-file.ts'
import { readState } from '../account-file.ts'
import { bindAll } from '../connection.ts'
import { columnList, textLiteral } from '../ddl.ts'
import { stagingRoot } from '../paths.ts'
import { type CsvField, csvSelectList } from './csv-fields.ts'

const FOLDER = 'exports'

/** A new file name in the export part of the account's staging folder. */
const newExportPath = async (staging: string): Promise<string> => {
  const folder = join(staging, FOLDER)
  await mkdir(folder, { recursive: true })
  return join(folder, `${randomUUID()}.csv`)
}

/** Removes files that an earlier process had not finished. Nothing else may have the data directory open. */
export const sweepExports = async (dataDir: string): Promise<void> => {
  const root = stagingRoot(dataDir)
  const accounts = await readdir(root).catch(() => [])
  await Promise.all(accounts.map((account) => rm(join(root, account, FOLDER), { recursive: true, force: true })))
}

interface CsvExport {
  readonly connection: DuckDBConnection
  readonly file: AccountFile
  /** the account's staging folder: DuckDB may write nowhere else */
  readonly staging: string
  readonly request: CsvRequest
}

const fieldsOf = (prepared: DuckDBPreparedStatement, { moneyColumns, moneyDigits }: CsvRequest): CsvField[] =>
  Array.from({ length: prepared.columnCount }, (_, place) => ({
    name: `c${place + 1}`,
    type: prepared.columnTypeId(place),
    moneyDigits: moneyColumns.includes(place) ? moneyDigits : null,
  }))

/** The statement alone must be one SELECT: so the COPY contains nothing else. */
const describeFields = async ({ connection, request }: CsvExport): Promise<CsvField[]> => {
  const prepared = await connection.prepare(request.statement.sql)
  try {
    if (prepared.statementType !== StatementType.SELECT) throw new TypeError('An export is one SELECT')
    return fieldsOf(prepared, request)
  } finally {
    prepared.destroySync()
  }
}

/** Runs the COPY and returns the number of rows written. */
const copy = async (job: CsvExport, path: string): Promise<number> => {
  const { connection, request } = job
  const fields = await describeFields(job)
  const rows = `(${request.statement.sql}) AS rows(${columnList(fields.map(({ name }) => name))})`
  const options = 'FORMAT csv, HEADER false, USE_TMP_FILE false'
  const sql = `COPY (SELECT ${csvSelectList(fields)} FROM ${rows}) TO ${textLiteral(path)} (${options})`
  const prepared = await connection.prepare(sql)
  try {
    bindAll(prepared, request.statement.params)
    const result = await prepared.run()
    return Number((await result.getRows())[0]?.[0] ?? 0)
  } finally {
    prepared.destroySync()
  }
}

/** The file is unlinked once it is open, so an aborted reader leaves no file. */
const openNameless = async (path: string) => {
  const handle = await open(path)
  const { size } = await handle.stat()
  await rm(path)
  return { bytes: size, content: handle.createReadStream({ highWaterMark: 256 * 1024 }) }
}

/** All rows of a statement as a CSV file, with the version they were read at. */
export const csvAtVersion = async (job: CsvExport): Promise<CsvRows> => {
  const { connection } = job
  const path = await newExportPath(job.staging)
  try {
    await connection.run('BEGIN TRANSACTION READ ONLY')
    const { dataVersion } = await readState(connection)
    const rows = await copy(job, path)
    await connection.run('COMMIT')
    return { rows, dataVersion, ...(await openNameless(path)) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
