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
  // Adding zero takes the sign from a negative amount that rounds to nothing.
  `printf('%.${digits}f', round(CAST(${sql} AS DOUBLE)) / ${10 ** digits} + 0.0)`

const decimal = (sql: string): string =>
  `CASE WHEN ${sql} = trunc(${sql}) AND abs(${sql}) < ${WHOLE_LIMIT} THEN CAST(CAST(${sql} AS BIGINT) AS VARCHAR) ELSE CAST(${sql} AS VARCHAR) END`

// What is of no known kind is treated as text: better an apostrophe too many than a formula.
const text = (sql: string): string => {
  const written = `CAST(${sql} AS VARCHAR)`
  return `CASE WHEN regexp_matches(${written}, '${FORMULA}') THEN chr(39) || ${written} ELSE ${written} END`
}

const written = ({ name, type, moneyDigits }: CsvField): string => {
  const sql = quoted(name)
  if (moneyDigits !== null) return `CASE WHEN ${sql} IS NULL THEN NULL ELSE ${money(sql, moneyDigits)} END`
  if (type === DuckDBTypeId.DOUBLE || type === DuckDBTypeId.FLOAT) return decimal(sql)
  return NUMBERS.has(type) ? `CAST(${sql} AS VARCHAR)` : text(sql)
}

/** The select list that turns the fields into what stands in the file. */
export const csvSelectList = (fields: readonly CsvField[]): string => fields.map(written).join(', ')
