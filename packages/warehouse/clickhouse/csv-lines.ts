import { FORMULA_AFTER_SEPARATOR, FORMULA_START } from '#domain/spreadsheet-formula.ts'
import type { CsvLabels, CsvRequest } from '../engine.ts'

/** A literal: marks of placeholders are none within it. */
const literal = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\t', '\\t').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`

/** Characters at which a program may split a line. */
const SEPARATORS = [';', '\t', '\r', '\n']

// Most texts begin with a digit or a letter and contain no separator, and testing for characters is much cheaper than the patterns.
const text = (sql: string): string => {
  const value = `toString(${sql})`
  const hasSeparator = `multiSearchAny(${value}, [${SEPARATORS.map(literal).join(', ')}])`
  const replaced = `replaceRegexpAll(${value}, ${literal(FORMULA_AFTER_SEPARATOR)}, ${literal("\\1'\\2")})`
  const later = `if(${hasSeparator}, ${replaced}, ${value})`
  const first = `ascii(ifNull(${value}, ''))`
  return `multiIf(${first} BETWEEN 48 AND 57 OR ${first} BETWEEN 65 AND 122, ${later}, match(${value}, ${literal(FORMULA_START)}), concat(${literal("'")}, ${later}), ${later})`
}

const labeled = (sql: string, { byValue, blank }: CsvLabels): string => {
  const value = `toString(${sql})`
  const ofBlank = blank === null ? 'CAST(NULL AS Nullable(String))' : literal(blank)
  const cases = Object.entries(byValue).map(([code, label]) => `${value} = ${literal(code)}, ${literal(label)}, `)
  return text(`multiIf(ifNull(${value}, '') = '', ${ofBlank}, ${cases.join('')}${value})`)
}

/** Halves are rounded away from zero, as DuckDB does: ClickHouse rounds them to even numbers. */
const rounded = (sql: string, decimals = 0): string => {
  const [number, power] = [`CAST(${sql} AS Nullable(Float64))`, `1e${decimals}`]
  return `(sign(${number}) * floor(abs(${number}) * ${power} + 0.5) / ${power})`
}

const money = (sql: string, digits: number, type: string): string => {
  const minor = type.startsWith('Float') ? `accurateCastOrNull(${rounded(sql)}, 'Int64')` : sql
  return `toDecimalString(CAST(${minor} AS Nullable(Decimal(38, ${digits}))) / ${10 ** digits}, ${digits})`
}

const float = (sql: string, decimals: number | null): string => {
  const number = decimals === null ? sql : rounded(sql, decimals)
  // Without a minus before zero.
  return `toString(if(isFinite(${number}), ${number} + 0, NULL))`
}

const localTime = (sql: string, timeZone: string): string =>
  `formatDateTime(parseDateTime64BestEffortOrNull(${sql}, 0, 'UTC'), '%Y-%m-%d %H:%i:%S', ${literal(timeZone)})`

/** Texts that a field cannot hold as they are; an empty text is not null. */
const quoted = (sql: string): string =>
  `multiIf(${sql} IS NULL, '', ${sql} = '' OR multiSearchAny(${sql}, ['"', ',', '\\r', '\\n']), concat('"', replaceAll(${sql}, '"', '""'), '"'), ${sql})`

const csvFieldSql = (
  type: string,
  index: number,
  { moneyColumns, moneyDigits, decimals = {}, instants, labels }: CsvRequest,
): string => {
  const sql = `line.${index + 1}`
  const label = labels?.get(index)
  if (instants?.columns.includes(index)) return localTime(sql, instants.timeZone)
  if (label) return quoted(labeled(sql, label))
  const bare = type.replace(/^Nullable\((.*)\)$/, '$1')
  if (moneyColumns.includes(index)) return money(sql, moneyDigits, bare)
  if (bare.startsWith('Float')) return float(sql, decimals[index] ?? null)
  const scale = /^Decimal\(\d+, (\d+)\)$/.exec(bare)?.[1]
  if (scale !== undefined) return `toDecimalString(${sql}, ${scale})`
  return /^(U?Int|Bool)/.test(bare) ? `toString(${sql})` : quoted(text(sql))
}

/** A statement whose rows are the lines of a CSV file, in the order of `sql`, whose columns have these types. */
export const csvLines = (sql: string, types: readonly string[], request: CsvRequest): string => {
  const fields = types.map((type, index) => `ifNull(${csvFieldSql(type, index, request)}, '')`)
  return `SELECT concat(${fields.join(", ',', ")}, '') FROM (SELECT tuple(*) AS line FROM (${sql})) FORMAT TSVRaw`
}
