import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, type DuckDBPreparedStatement, DuckDBTypeId, StatementType } from '@duckdb/node-api'
import { FORMULA_AFTER_SEPARATOR, FORMULA_START } from '#domain/spreadsheet-formula.ts'
import type { CsvLabels, CsvRequest, CsvRows, Statement } from '../../engine.ts'
import { type AccountFile, readState } from '../account-file.ts'
import { bindAll } from '../connection.ts'
import { columnList, quoted, textLiteral } from '../ddl.ts'

/** A column of the rows to write. */
interface CsvField {
  readonly name: string
  readonly type: DuckDBTypeId
  /** digits after the point of an amount in minor units; null: no money */
  readonly moneyDigits: number | null
  /** that a decimal is rounded to; null: written as it is */
  readonly decimals: number | null
  /** the zone of an instant's local time; null: no instant */
  readonly timeZone: string | null
  readonly labels: CsvLabels | null
}

const NUMBERS: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.BOOLEAN,
])

/** Below this a whole DOUBLE is written without a point and without an exponent. */
const WHOLE_LIMIT = '1e15'

const money = (sql: string, digits: number): string =>
  `CAST(CAST(round(CAST(${sql} AS DOUBLE)) / ${10 ** digits} AS DECIMAL(18,${digits})) AS VARCHAR)`

const decimal = (sql: string): string =>
  `CASE WHEN ${sql} = trunc(${sql}) AND abs(${sql}) < ${WHOLE_LIMIT} THEN CAST(CAST(${sql} AS BIGINT) AS VARCHAR) ELSE CAST(${sql} AS VARCHAR) END`

/** Characters at which a program may split a line, by their codes. */
const SEPARATORS = [';'.charCodeAt(0), '\t'.charCodeAt(0), '\r'.charCodeAt(0), '\n'.charCodeAt(0)]

// An unknown kind is treated as text: an extra apostrophe is better than a formula. Most texts begin with a digit or a letter and
// contain no separator, and testing for characters is much cheaper than the patterns.
const text = (sql: string): string => {
  const value = `CAST(${sql} AS VARCHAR)`
  const hasSeparator = SEPARATORS.map((code) => `contains(${value}, chr(${code}))`).join(' OR ')
  const replaced = `regexp_replace(${value}, '${FORMULA_AFTER_SEPARATOR}', '\\1''\\2', 'g')`
  const later = `CASE WHEN ${hasSeparator} THEN ${replaced} ELSE ${value} END`
  const startsPlain = `ascii(${value}) BETWEEN 48 AND 57 OR ascii(${value}) BETWEEN 65 AND 122`
  return `CASE WHEN ${startsPlain} THEN ${later} WHEN regexp_matches(${value}, '${FORMULA_START}') THEN chr(39) || ${later} ELSE ${later} END`
}

const localTime = (sql: string, timeZone: string): string => {
  const zoned = `timezone('UTC', CAST(${sql} AS TIMESTAMP))`
  return `strftime(timezone(${textLiteral(timeZone)}, ${zoned}), '%Y-%m-%d %H:%M:%S')`
}

const labeled = (sql: string, { byValue, blank }: CsvLabels): string => {
  const value = `CAST(${sql} AS VARCHAR)`
  const ofBlank = blank === null ? 'NULL' : textLiteral(blank)
  const cases = Object.entries(byValue).map(([code, label]) => `WHEN ${textLiteral(code)} THEN ${textLiteral(label)}`)
  const label = cases.length === 0 ? value : `CASE ${value} ${cases.join(' ')} ELSE ${value} END`
  return text(`(CASE WHEN ${value} IS NULL OR ${value} = '' THEN ${ofBlank} ELSE ${label} END)`)
}

const written = ({ name, type, moneyDigits, decimals, timeZone, labels }: CsvField): string => {
  const sql = quoted(name)
  if (timeZone !== null) return localTime(sql, timeZone)
  if (labels !== null) return labeled(sql, labels)
  if (moneyDigits !== null) return money(sql, moneyDigits)
  if (type === DuckDBTypeId.DOUBLE || type === DuckDBTypeId.FLOAT)
    return decimal(decimals === null ? sql : `round(${sql}, ${decimals})`)
  return NUMBERS.has(type) ? `CAST(${sql} AS VARCHAR)` : text(sql)
}

/** The select list that formats the fields for the file. */
const csvSelectList = (fields: readonly CsvField[]): string => fields.map(written).join(', ')

const FOLDER = 'exports'

/** A new file name in the export part of the account's staging folder. */
const newExportPath = async (staging: string): Promise<string> => {
  const folder = join(staging, FOLDER)
  await mkdir(folder, { recursive: true })
  return join(folder, `${randomUUID()}.csv`)
}

/** Removes files that an earlier process had not finished from the accounts' staging folders. No other process may export. */
export const sweepExports = async (root: string): Promise<void> => {
  const accounts = await readdir(root).catch(() => [])
  await Promise.all(accounts.map((account) => rm(join(root, account, FOLDER), { recursive: true, force: true })))
}

interface CsvExport {
  readonly connection: DuckDBConnection
  readonly file: AccountFile
  /** the account's staging folder: DuckDB may write nowhere else */
  readonly staging: string
  readonly request: CsvRequest<Statement>
}

const buildCsvFields = (
  prepared: DuckDBPreparedStatement,
  { moneyColumns, moneyDigits, decimals = {}, instants, labels }: CsvRequest,
): CsvField[] =>
  Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: `c${index + 1}`,
    type: prepared.columnTypeId(index),
    moneyDigits: moneyColumns.includes(index) ? moneyDigits : null,
    decimals: decimals[index] ?? null,
    timeZone: instants?.columns.includes(index) ? instants.timeZone : null,
    labels: labels?.get(index) ?? null,
  }))

/** The statement alone must be one SELECT: so the COPY contains nothing else. */
const describeFields = async ({ connection, request }: CsvExport): Promise<CsvField[]> => {
  const prepared = await connection.prepare(request.statement.sql)
  try {
    if (prepared.statementType !== StatementType.SELECT) throw new TypeError('An export is one SELECT')
    return buildCsvFields(prepared, request)
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

/** Small enough to be sent in a fraction of a millisecond, for which other requests wait. */
const CHUNK_BYTES = 64 * 1024

/** The file is unlinked once it is open, so an aborted reader leaves no file. */
const openNameless = async (path: string) => {
  const handle = await open(path)
  const { size } = await handle.stat()
  await rm(path)
  const fill = async (buffer: Buffer): Promise<number> => (await handle.read(buffer, 0, buffer.length, null)).bytesRead
  return { bytes: size, content: handle.createReadStream({ highWaterMark: CHUNK_BYTES }), fill }
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
