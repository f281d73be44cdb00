import type { CustomFieldType } from '#domain/custom-fields.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import type { Definitions } from '../definitions/definitions.ts'

/** The curve of those who stay, or an end of its 95% interval. */
export type SurvivalBound = 'estimate' | 'low' | 'high'

/** Standard errors from the curve to an end of its 95 % interval, above 0 for the lower one. */
export const SURVIVAL_ERRORS: Readonly<Record<SurvivalBound, number>> = { estimate: 0, low: 1.959964, high: -1.959964 }

/** Logarithm of a half, above which a share of half the members that was multiplied up may end. */
export const HALF = Math.log(0.5) + 1e-9

/** Type of a bound value, for engines that want it in the statement. */
export type ParamType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp'

export interface RowWindow {
  readonly partitionBy: readonly string[]
  readonly orderBy: readonly string[]
}

/** SQL after OVER, with the frame given. */
export const overWindow = ({ partitionBy, orderBy }: RowWindow, frame = ''): string => {
  const partition = partitionBy.length === 0 ? '' : `PARTITION BY ${partitionBy.join(', ')} `
  return `OVER (${partition}ORDER BY ${orderBy.join(', ')}${frame === '' ? '' : ` ${frame}`})`
}

/**
 * Every difference between engines, as methods that take and return SQL text. The compiler depends on nothing else of them.
 * Arguments named `sql` are expressions of the catalog or the compiler; values are bound as parameters.
 */
export interface Dialect {
  readonly name: string
  /** the engine's loader maintains the rollups of `domain/canonical/rollups.ts` */
  readonly hasRollups: boolean
  /** a relation that `named` names is computed once, however often the statement reads it */
  readonly computesNamedOnce: boolean
  /** a SELECT as an entry of WITH */
  named(name: string, select: string): string
  /** the rows of a SELECT, as a SELECT that the planner of joins takes for a few */
  expectFew(select: string): string
  quote(identifier: string): string
  /** the account's rows of a table, as a relation that always carries the account predicate */
  table(name: string): string
  /** all columns of the relation with this alias, some of them with other values */
  replaceColumns(alias: string, replaced: readonly (readonly [column: string, sql: string])[]): string
  /** placeholder of the `index`th parameter, from 1 */
  placeholder(index: number, type: ParamType): string
  /** a literal list of days as a relation with one date column */
  dayList(placeholders: readonly string[], alias: string, column: string): string

  /** start of the period that contains a local timestamp */
  truncate(grain: PeriodGrain, sql: string, calendar: PeriodCalendar): string
  /** 1 (Monday) to 7 */
  weekday(sql: string): string
  /** 0 to 23 */
  hour(sql: string): string
  /** whole days between two dates, `to` minus `from` */
  daysBetween(from: string, to: string): string
  /** whole months between two dates, `to` minus `from`: a day that a month lacks is its last; negative where `to` is before `from` */
  wholeMonths(from: string, to: string): string
  /**
   * A column of a SELECT: the row is repeated for each whole number from one to before another, and left out where there is none. `among`:
   * these numbers only.
   */
  eachBetween(from: string, until: string, among: readonly number[] | null): string
  toDate(sql: string): string
  /** a date plus a number of months, which may be negative */
  addMonths(sql: string, months: number): string
  /** a date plus a number of days, which may be negative, or SQL of one */
  addDays(sql: string, days: number | string): string
  /** the whole number at an index, from 0, of a text with numbers separated by commas */
  integerAt(list: string, index: string): string

  /** `YYYY-MM-DD` */
  dayText(sql: string): string
  /** `YYYY-MM` */
  monthText(sql: string): string
  /** `YYYY-Qn`, of the calendar */
  quarterText(sql: string): string
  yearNumber(sql: string): string
  /** 1 to 12, of the calendar */
  monthNumber(sql: string): string
  /** ISO 8601 with Z, of a UTC timestamp */
  instantText(sql: string): string

  /** the typed value of a custom field in the JSON of a column; null where the record has none. Throws for an invalid key. */
  customValue(json: string, key: string, type: CustomFieldType): string

  countWhere(predicate: string | null): string
  /** distinct combinations of the parts; a null single part is not counted, and several parts are never null */
  countDistinct(parts: readonly string[], predicate: string | null): string
  /** exact for integers: a 64-bit integer */
  sumInteger(sql: string, predicate: string | null): string
  /** exact decimals; returned as a number */
  sumDecimal(sql: string, predicate: string | null): string
  /** sum over distinct keys: rows with the same key have the same value and count once */
  sumOnce(sql: string, key: readonly string[], predicate: string | null): string
  min(sql: string, predicate: string | null): string
  max(sql: string, predicate: string | null): string
  average(sql: string, predicate: string | null): string
  /** linear interpolation between the two nearest values; exact, never sampled */
  quantile(sql: string, fraction: number, predicate: string | null): string
  /** see the aggregate `survival`, with Greenwood's variance on the log-log scale */
  survival(sql: string, bound: SurvivalBound, predicate: string | null): string
  /** the most frequent value, the smallest of several */
  mode(sql: string, predicate: string | null): string
  /** whether the condition holds for any row; null over no rows and where it is null for all */
  anyTrue(condition: string): string
  /** whether the condition holds for any of the rows that come first, or last, by the values of the key, which are not null */
  anyAtEnd(condition: string, key: readonly string[], end: 'first' | 'last'): string
  /** as a floating-point number */
  toNumber(sql: string): string
  /**
   * Values of rows that depend on others, as window functions: their partition (empty: all rows) and terms of ORDER BY. A running
   * total skips nulls; the value of the row before is null for the first; rows with equal values have the same rank.
   */
  runningTotal(sql: string, window: RowWindow): string
  previousRow(sql: string, window: RowWindow): string
  rank(window: RowWindow): string
  /** null where the divisor is 0 or null; never infinity */
  divide(numerator: string, denominator: string): string

  /** a condition as returned: true, false, or null */
  asBoolean(sql: string): string
  isTrue(sql: string): string
  isFalse(sql: string): string

  /**
   * Case-insensitive form of a text, one character at a time: neighbors do not matter, no character becomes two, and a
   * final Greek sigma is a sigma.
   */
  foldCase(sql: string): string
  /** lower-case form of a text without accents, for searching by what a person types */
  foldAccents(sql: string): string
  /** what the group of a regular expression (RE2, without quotes or backslashes) matches; null where nothing does */
  extractText(sql: string, pattern: string): string
  contains(sql: string, part: string): string
  startsWith(sql: string, part: string): string
  endsWith(sql: string, part: string): string
  /** null-safe equality; used only in the ON clause of a join */
  isSame(left: string, right: string): string
  /** nulls last on every engine; texts by an ICU collation, else by code point */
  orderBy(sql: string, direction: 'asc' | 'desc', collation?: string): string
}

/** An aggregate over the rows for which a predicate holds. */
export const filtered = (predicate: string | null): string => (predicate === null ? '' : ` FILTER (WHERE ${predicate})`)

const toNumber = (sql: string): string => `CAST(${sql} AS DOUBLE)`

/** What both engines write in the same way. */
export const COMMON_SQL = {
  countWhere: (predicate) => `COUNT(*)${filtered(predicate)}`,
  countDistinct: (parts, predicate) =>
    `COUNT(DISTINCT ${parts.length === 1 ? parts[0] : `(${parts.join(', ')})`})${filtered(predicate)}`,
  sumInteger: (sql, predicate) => `CAST(COALESCE(SUM(${sql})${filtered(predicate)}, 0) AS BIGINT)`,
  sumDecimal: (sql, predicate) => toNumber(`COALESCE(SUM(${sql})${filtered(predicate)}, 0)`),
  toNumber,
  runningTotal: (sql, window) =>
    `SUM(${toNumber(sql)}) ${overWindow(window, 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW')}`,
  rank: (window) => `RANK() ${overWindow(window)}`,
  divide: (numerator, denominator) => `(${toNumber(numerator)} / NULLIF(${denominator}, 0))`,
  isTrue: (sql) => `(${sql} = TRUE)`,
  isFalse: (sql) => `(${sql} = FALSE)`,
  isSame: (left, right) => `(${left} IS NOT DISTINCT FROM ${right})`,
} as const satisfies Partial<Dialect>

/** Account settings that a query depends on. `today` is the account's local day. */
export interface QueryContext extends RangeCalendar {
  /** ISO 4217; measures cover this currency only */
  readonly currency: string
  /** ICU collation that names sort by; default: English */
  readonly collation?: string
  /** default: the standard definitions */
  readonly definitions?: Definitions
  /** the account's own channels, order types and fulfillment statuses; default: none */
  readonly ownCodes?: readonly OwnCode[]
  /** units that the account has promised; default: none */
  readonly promises?: readonly PromisedUnits[]
}
