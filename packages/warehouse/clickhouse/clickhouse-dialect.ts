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
import type { SqlParam } from '../engine.ts'

/** The account of a statement, bound by whoever runs it and never by who writes it. */
const ACCOUNT_PARAM = 'account'

/** Name of the `index`th parameter, counted from 1. */
const parameterName = (index: number): string => `p${index}`

/** What a statement is run with: its values by name, and the account that it may read. */
export const namedParams = (accountId: number, params: readonly SqlParam[]): Record<string, SqlParam> => ({
  ...Object.fromEntries(params.map((value, index) => [parameterName(index + 1), value])),
  [ACCOUNT_PARAM]: accountId,
})

const SQL_TYPE: Readonly<Record<ParamType, string>> = {
  text: 'String',
  integer: 'Int64',
  number: 'Float64',
  boolean: 'Bool',
  // a day outside of 1900 to 2299 becomes the nearest one that the type knows
  date: 'Date32',
  timestamp: "DateTime64(6, 'UTC')",
}

const CUSTOM_VALUE: Readonly<Record<CustomFieldType, (text: string) => string>> = {
  text: (text) => text,
  number: (text) => `toDecimal64OrNull(${text}, 6)`,
  money: (text) => `toInt64OrNull(${text})`,
  date: (text) => `toDate32OrNull(${text})`,
  boolean: (text) => `(${text} = 'true')`,
}

const quote = (identifier: string): string => `"${identifier.replace(/["\\]/g, (sign) => `\\${sign}`)}"`

const week = (sql: string, { weekStart }: PeriodCalendar): string => {
  if (weekStart === 'saturday') return `addDays(toStartOfWeek(addDays(${sql}, 1), 0), -1)`
  return `toStartOfWeek(${sql}, ${weekStart === 'sunday' ? 0 : 1})`
}

const START_OF = { year: 'toStartOfYear', quarter: 'toStartOfQuarter' } as const

const fiscal = (grain: keyof typeof START_OF, sql: string, { fiscalYearStartMonth }: PeriodCalendar): string => {
  const months = fiscalYearStartMonth - 1
  if (months === 0) return `${START_OF[grain]}(${sql})`
  return `addMonths(${START_OF[grain]}(addMonths(${sql}, -${months})), ${months})`
}

const toDate = (sql: string): string => `toDate32(${sql})`

const truncate = (grain: PeriodGrain, sql: string, calendar: PeriodCalendar): string => {
  if (grain === 'week') return toDate(week(sql, calendar))
  if (grain === 'year' || grain === 'quarter') return toDate(fiscal(grain, sql, calendar))
  return toDate(grain === 'day' ? sql : `toStartOfMonth(${sql})`)
}

/** Over no rows a minimum is null, as in SQL, and not the type's zero. */
const orNull = (name: string, sql: string, predicate: string | null): string =>
  `${name}OrNull(${sql})${filtered(predicate)}`

/** The keys of a map of sums are sorted, so the first with the highest count is the smallest value. */
const mode = (sql: string, predicate: string | null): string => {
  const present = `(${sql} IS NOT NULL${predicate === null ? '' : ` AND ${predicate}`})`
  const counts = `sumMap([assumeNotNull(CAST(${sql} AS Float64))], [toUInt64(1)])${filtered(present)}`
  const most = `indexOf(tupleElement(${counts}, 2), arrayMax(tupleElement(${counts}, 2)))`
  return `if(empty(tupleElement(${counts}, 1)), NULL, arrayElement(tupleElement(${counts}, 1), ${most}))`
}

/** Sums of the logarithms of the shares that stay, and of their variances, from the shortest observed on. */
const survival = (sql: string, bound: SurvivalBound, predicate: string | null): string => {
  const counted = [`${sql} IS NOT NULL`, ...(predicate === null ? [] : [predicate])].join(' AND ')
  const keys = `arraySort(groupArray(assumeNotNull(${sql}))${filtered(counted)})`
  const each = (ended: string) =>
    `arrayCumSum(arrayMap((k, i, n) -> if(k % 2 = 0, ${ended}, 0.), ${keys}, arrayEnumerate(${keys}), arrayWithConstant(length(${keys}), length(${keys}))))`
  const logs = each('log((n - i) / (n - i + 1))')
  const variances = each('if(n > i, 1 / ((n - i + 1) * (n - i)), 0.)')
  const ofLog = `l * exp(${SURVIVAL_ERRORS[bound]} * sqrt(v) / -l) <= ${HALF}`
  const isHalf = `multiIf(d = next, false, isInfinite(l), true, l >= 0, false, ${ofLog})`
  const days = `arrayMap(k -> intDiv(k, 2), ${keys})`
  const nextDays = `arrayPushBack(arrayPopFront(${days}), NULL)`
  const at = `arrayFirstIndex((l, v, d, next) -> ${isHalf}, ${logs}, ${variances}, ${days}, ${nextDays})`
  return `if(${at} = 0, NULL, CAST(arrayElement(${days}, ${at}) AS Nullable(Float64)))`
}

/**
 * Written for the settings of `clickhouse-settings.ts`, without which a cast of null fails and a join fills in zeros.
 * Every relation is limited to the account whose id is bound in addition to the statement's own parameters: a statement
 * without it does not run.
 */
export const clickHouseDialect: Dialect = {
  ...COMMON_SQL,
  name: 'clickhouse',
  hasRollups: false,
  computesNamedOnce: false,
  named: (name, select) => `${name} AS (${select})`,
  expectFew: (select) => select,
  quote,
  table: (name) => `(SELECT * FROM ${quote(name)} FINAL WHERE account_id = {${ACCOUNT_PARAM}:UInt64})`,
  replaceColumns: (alias, replaced) =>
    `${alias}.* REPLACE (${replaced.map(([column, sql]) => `${sql} AS ${quote(column)}`).join(', ')})`,
  placeholder: (index, type) => `{${parameterName(index)}:${SQL_TYPE[type]}}`,
  dayList: (placeholders, alias, column) =>
    `(SELECT arrayJoin([${placeholders.join(', ')}]) AS ${quote(column)}) AS ${alias}`,

  truncate,
  weekday: (sql) => `toDayOfWeek(${sql})`,
  hour: (sql) => `toHour(${sql})`,
  daysBetween: (from, to) => `dateDiff('day', ${from}, ${to})`,
  wholeMonths: (from, to) => {
    const months = `dateDiff('month', ${from}, ${to})`
    return `(${months} - if(addMonths(${from}, ${months}) > ${to}, 1, 0))`
  },
  eachBetween: (from, until, among) => {
    const [first, end] = [`toInt64(${from})`, `toInt64(ifNull(${until}, 0))`]
    return among === null
      ? `arrayJoin(range(${first}, greatest(${first}, ${end})))`
      : `arrayJoin(arrayFilter(n -> n >= ${first} AND n < ${end}, [${among.map((one) => `toInt64(${one})`).join(', ')}]))`
  },
  toDate,
  addMonths: (sql, months) => (months === 0 ? sql : `addMonths(${sql}, ${months})`),
  addDays: (sql, days) => toDate(`addDays(${sql}, ${days})`),
  integerAt: (list, index) => `toInt64(arrayElement(splitByChar(',', assumeNotNull(${list})), ${index} + 1))`,

  dayText: (sql) => `formatDateTime(${sql}, '%Y-%m-%d')`,
  monthText: (sql) => `formatDateTime(${sql}, '%Y-%m')`,
  quarterText: (sql) => `concat(toString(toYear(${sql})), '-Q', toString(toQuarter(${sql})))`,
  yearNumber: (sql) => `toYear(${sql})`,
  monthNumber: (sql) => `toMonth(${sql})`,
  instantText: (sql) => `formatDateTime(${sql}, '%Y-%m-%dT%H:%i:%SZ')`,

  customValue: (json, key, type) =>
    CUSTOM_VALUE[type](`JSONExtract(${json}, ${customKeyLiteral(key)}, 'Nullable(String)')`),

  sumOnce: (sql, key, predicate) =>
    `CAST(arraySum(one -> COALESCE(one.${key.length + 1}, 0), groupUniqArray((${[...key, sql].join(', ')}))${filtered(predicate)}) AS Float64)`,
  min: (sql, predicate) => orNull('min', sql, predicate),
  max: (sql, predicate) => orNull('max', sql, predicate),
  average: (sql, predicate) => orNull('avg', sql, predicate),
  // the plain quantile samples, and its exact kin take the nearer value instead of one between two
  quantile: (sql, fraction, predicate) =>
    `quantileExactInclusiveOrNull(${fraction})(CAST(${sql} AS Float64))${filtered(predicate)}`,
  survival,
  mode,
  anyTrue: (condition) => `maxOrNull(${condition})`,
  // without such a row the other end is one of zeros
  anyAtEnd: (condition, key, end) => {
    const least = `${end === 'first' ? 'min' : 'max'}(tuple(${key.join(', ')}))`
    return `(countIf(${condition}) > 0 AND ${least}${filtered(condition)} = ${least})`
  },
  // a value that cannot be null would be 0 before the first row
  previousRow: (sql, window) =>
    `lagInFrame(toNullable(${sql})) ${overWindow(window, 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING')}`,

  asBoolean: (sql) => `CAST(${sql} AS Bool)`,

  // made an i and a dot, where every other letter stays one
  foldCase: (sql) => `replaceAll(lowerUTF8(replaceAll(${sql}, 'İ', 'i')), 'ς', 'σ')`,
  foldAccents: (sql) => `lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(${sql}), '\\\\p{Mn}', ''))`,
  extractText: (sql, pattern) => `NULLIF(extract(${sql}, '${pattern}'), '')`,
  contains: (sql, part) => `(position(${sql}, ${part}) > 0)`,
  startsWith: (sql, part) => `startsWith(${sql}, ${part})`,
  endsWith: (sql, part) => `endsWith(${sql}, ${part})`,
  orderBy: (sql, direction, collation) =>
    `${sql} ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST${collation === undefined ? '' : ` COLLATE '${collation}'`}`,
}
