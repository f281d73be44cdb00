import type { CustomFieldType } from '#domain/custom-fields.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { customKeyLiteral } from '#semantic/catalog/custom-fields.ts'
import {
  COMMON_SQL,
  type Dialect,
  filtered,
  HALF,
  overWindow,
  type ParamType,
  SURVIVAL_ERRORS,
  type SurvivalBound,
} from '#semantic/catalog/dialect.ts'
import { quoted } from './ddl.ts'

const SQL_TYPE: Readonly<Record<ParamType, string>> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

/** Days to move a week's start onto the Monday that DuckDB cuts weeks at. */
const DAYS_TO_MONDAY: Readonly<Record<PeriodCalendar['weekStart'], number>> = { monday: 0, sunday: 1, saturday: 2 }

const truncateWeek = (sql: string, { weekStart }: PeriodCalendar): string => {
  const days = DAYS_TO_MONDAY[weekStart]
  if (days === 0) return `CAST(date_trunc('week', ${sql}) AS DATE)`
  return `(CAST(date_trunc('week', ${sql} + INTERVAL ${days} DAY) AS DATE) - ${days})`
}

const truncateFiscal = (grain: 'year' | 'quarter', sql: string, { fiscalYearStartMonth }: PeriodCalendar): string => {
  const months = fiscalYearStartMonth - 1
  if (months === 0) return `CAST(date_trunc('${grain}', ${sql}) AS DATE)`
  const moved = `date_trunc('${grain}', ${sql} - INTERVAL ${months} MONTH)`
  return `CAST(${moved} + INTERVAL ${months} MONTH AS DATE)`
}

const truncate = (grain: PeriodGrain, sql: string, calendar: PeriodCalendar): string => {
  if (grain === 'week') return truncateWeek(sql, calendar)
  if (grain === 'year' || grain === 'quarter') return truncateFiscal(grain, sql, calendar)
  return grain === 'day' ? `CAST(${sql} AS DATE)` : `CAST(date_trunc('month', ${sql}) AS DATE)`
}

/**
 * DuckDB's own mode returns any of several most frequent values. A column with the name of a lambda's parameter would be taken
 * for it.
 */
const mode = (sql: string, predicate: string | null): string => {
  const counts = `HISTOGRAM(CAST(${sql} AS DOUBLE))${filtered(predicate)}`
  const most = `list_max(map_values(${counts}))`
  return `list_min(list_transform(list_filter(map_entries(${counts}), lambda entry: entry.value = ${most}), lambda entry: entry.key))`
}

const CUSTOM_VALUE: Readonly<Record<CustomFieldType, (text: string) => string>> = {
  text: (text) => text,
  number: (text) => `TRY_CAST(${text} AS DECIMAL(18,6))`,
  money: (text) => `TRY_CAST(${text} AS BIGINT)`,
  date: (text) => `TRY_CAST(${text} AS DATE)`,
  boolean: (text) => `(${text} = 'true')`,
}

/** Whether the curve, or an end of its interval, is down to a half at `at`: its share `s`, with variance `v` of the logarithm. */
const isHalf = (at: string, bound: SurvivalBound): string => {
  const ofLog = `LN(${at}.s) * EXP(${SURVIVAL_ERRORS[bound]} * SQRT(${at}.v) / -LN(${at}.s)) <= ${HALF}`
  return `(CASE WHEN ${at}.s <= 0 THEN TRUE WHEN ${at}.s >= 1 THEN FALSE ELSE ${ofLog} END)`
}

/** From the longest on, the position of a record is the number of those observed at least as long. Days count as a whole. */
const survival = (sql: string, bound: SurvivalBound, predicate: string | null): string => {
  const counted = [`${sql} IS NOT NULL`, ...(predicate === null ? [] : [predicate])].join(' AND ')
  const longestFirst = `list_reverse_sort(list(CAST(${sql} AS BIGINT)) FILTER (WHERE ${counted}))`
  const share = 'CASE WHEN k % 2 = 0 THEN (i - 1) / i::DOUBLE ELSE 1 END'
  const variance = 'CASE WHEN k % 2 = 0 AND i > 1 THEN 1 / (i::DOUBLE * (i - 1)) ELSE 0 END'
  const steps = `list_reverse(list_transform(${longestFirst}, lambda k, i: {'s': ${share}, 'v': ${variance}, 'd': k // 2}))`
  const next = `{'s': a.s * b.s, 'v': a.v + b.v, 'd': b.d}`
  const last = `list_reduce(${steps}, lambda a, b: CASE WHEN a.d < b.d AND ${isHalf('a', bound)} THEN a ELSE ${next} END)`
  return `list_extract(list_transform([${last}], lambda e: CASE WHEN ${isHalf('e', bound)} THEN CAST(e.d AS DOUBLE) END), 1)`
}

/** DuckDB returns infinity for 1/0, 128-bit integer sums and decimals as objects: each is converted here. */
export const duckDbDialect: Dialect = {
  ...COMMON_SQL,
  name: 'duckdb',
  hasRollups: true,
  computesNamedOnce: true,
  named: (name, select) => `${name} AS MATERIALIZED (${select})`,
  // an aggregate is planned as one row
  expectFew: (select) => `SELECT UNNEST(few, max_depth := 2) FROM (SELECT LIST(one) AS few FROM (${select}) AS one)`,
  quote: quoted,
  // the file holds no other account's rows
  table: quoted,
  replaceColumns: (alias, replaced) =>
    `${alias}.* REPLACE (${replaced.map(([column, sql]) => `${sql} AS ${quoted(column)}`).join(', ')})`,
  placeholder: (index, type) => `CAST($${index} AS ${SQL_TYPE[type]})`,
  dayList: (placeholders, alias, column) =>
    `(VALUES ${placeholders.map((one) => `(${one})`).join(', ')}) AS ${alias}("${column}")`,

  truncate,
  weekday: (sql) => `isodow(${sql})`,
  hour: (sql) => `hour(${sql})`,
  daysBetween: (from, to) => `date_diff('day', ${from}, ${to})`,
  wholeMonths: (from, to) => {
    const months = `date_diff('month', ${from}, ${to})`
    return `(${months} - CASE WHEN ${from} + to_months(CAST(${months} AS INTEGER)) > ${to} THEN 1 ELSE 0 END)`
  },
  eachBetween: (from, until, among) =>
    among === null
      ? `UNNEST(range(${from}, ${until}))`
      : `UNNEST(list_filter([${among.join(', ')}]::BIGINT[], lambda n: n >= ${from} AND n < ${until}))`,
  toDate: (sql) => `CAST(${sql} AS DATE)`,
  addMonths: (sql, months) => (months === 0 ? sql : `(${sql} + INTERVAL (${months}) MONTH)`),
  addDays: (sql, days) => `CAST(${sql} + INTERVAL (${days}) DAY AS DATE)`,
  integerAt: (list, index) => `CAST(split_part(${list}, ',', CAST(${index} AS INTEGER) + 1) AS BIGINT)`,

  dayText: (sql) => `strftime(${sql}, '%Y-%m-%d')`,
  monthText: (sql) => `strftime(${sql}, '%Y-%m')`,
  quarterText: (sql) => `(year(${sql}) || '-Q' || quarter(${sql}))`,
  yearNumber: (sql) => `year(${sql})`,
  monthNumber: (sql) => `month(${sql})`,
  instantText: (sql) => `strftime(${sql}, '%Y-%m-%dT%H:%M:%SZ')`,

  customValue: (json, key, type) => CUSTOM_VALUE[type](`json_extract_string(${json}, ${customKeyLiteral(key, '$.')})`),

  sumOnce: (sql, key, predicate) =>
    `CAST(COALESCE(list_sum(list_transform(list(DISTINCT ROW(${[...key, sql].join(', ')}))${filtered(predicate)}, lambda entry: entry[${key.length + 1}])), 0) AS DOUBLE)`,
  min: (sql, predicate) => `MIN(${sql})${filtered(predicate)}`,
  max: (sql, predicate) => `MAX(${sql})${filtered(predicate)}`,
  average: (sql, predicate) => `CAST(AVG(${sql})${filtered(predicate)} AS DOUBLE)`,
  quantile: (sql, fraction, predicate) => `QUANTILE_CONT(CAST(${sql} AS DOUBLE), ${fraction})${filtered(predicate)}`,
  survival,
  mode,
  anyTrue: (condition) => `BOOL_OR(${condition})`,
  anyAtEnd: (condition, key, end) => {
    const least = `${end === 'first' ? 'MIN' : 'MAX'}(${key.length === 1 ? key[0] : `ROW(${key.join(', ')})`})`
    return `(${least}${filtered(condition)} = ${least})`
  },
  previousRow: (sql, window) => `LAG(${sql}) ${overWindow(window)}`,

  asBoolean: (sql) => sql,

  foldCase: (sql) => `replace(lower(${sql}), 'ς', 'σ')`,
  foldAccents: (sql) => `lower(strip_accents(${sql}))`,
  extractText: (sql, pattern) => `NULLIF(regexp_extract(${sql}, '${pattern}', 1), '')`,
  contains: (sql, part) => `contains(${sql}, ${part})`,
  startsWith: (sql, part) => `starts_with(${sql}, ${part})`,
  endsWith: (sql, part) => `ends_with(${sql}, ${part})`,
  orderBy: (sql, direction, collation) => {
    const value = collation === undefined ? sql : `(${sql}) COLLATE "${collation}"`
    return `${value} ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`
  },
}
