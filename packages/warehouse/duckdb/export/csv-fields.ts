import { DuckDBTypeId } from '@duckdb/node-api'
import { quoted } from '../ddl.ts'

/** A column of the rows to write. */
export interface CsvField {
  readonly name: string
  readonly type: DuckDBTypeId
  /** digits after the point of an amount in minor units; null: no money */
  readonly moneyDigits: number | null
}

/**
 * What makes a spreadsheet calculate or run something: = + - @ and their full-width forms, also behind blanks, and a leading
 * tab or carriage return.
 */
const FORMULA = String.raw`^\s*[=+\-@＝＋－＠]|^[\t\r]`

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

// An unknown kind is treated as text: an extra apostrophe is better than a formula. Most texts begin with a digit or a letter,
// and testing one character is much cheaper than the whole pattern.
const text = (sql: string): string => {
  const value = `CAST(${sql} AS VARCHAR)`
  const isPlain = `ascii(${value}) BETWEEN 48 AND 57 OR ascii(${value}) BETWEEN 65 AND 122`
  return `CASE WHEN ${isPlain} THEN ${value} WHEN regexp_matches(${value}, '${FORMULA}') THEN chr(39) || ${value} ELSE ${value} END`
}

const written = ({ name, type, moneyDigits }: CsvField): string => {
  const sql = quoted(name)
  if (moneyDigits !== null) return money(sql, moneyDigits)
  if (type === DuckDBTypeId.DOUBLE || type === DuckDBTypeId.FLOAT) return decimal(sql)
  return NUMBERS.has(type) ? `CAST(${sql} AS VARCHAR)` : text(sql)
}

/** The select list that formats the fields for the file. */
export const csvSelectList = (fields: readonly CsvField[]): string => fields.map(written).join(', ')
