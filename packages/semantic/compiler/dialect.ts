import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Definitions } from '../definitions/registry.ts'

/** Type of a bound value, for engines that want it in the statement. */
export type ParamType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp'

/**
 * Everything in which engines differ, as methods that take and return SQL text. The compiler knows nothing else of them.
 * Arguments named `sql` are expressions that the catalog or the compiler made; values never travel this way.
 */
export interface Dialect {
  readonly name: string
  /** the engine's loader keeps the sums of `domain/canonical/rollups.ts` */
  readonly hasRollups: boolean
  quote(identifier: string): string
  /** the account's own rows of a table, as a relation that cannot be had without its account */
  table(name: string): string
  /** all columns of the relation with this alias, some of them with other values */
  replaceColumns(alias: string, replaced: readonly (readonly [column: string, sql: string])[]): string
  /** the place of the `index`th parameter, counted from 1 */
  placeholder(index: number, type: ParamType): string
  /** a literal list of days as a relation with one date column */
  dayList(placeholders: readonly string[], alias: string, column: string): string

  /** first moment of the bucket that a local timestamp lies in */
  truncate(grain: PeriodGrain, sql: string, calendar: PeriodCalendar): string
  /** 1 (Monday) to 7 */
  weekday(sql: string): string
  /** 0 to 23 */
  hour(sql: string): string
  /** whole days between two dates, `to` minus `from` */
  daysBetween(from: string, to: string): string
  toDate(sql: string): string
  /** a date plus so many months, which may be negative */
  addMonths(sql: string, months: number): string
  /** a date plus so many days, which may be negative */
  addDays(sql: string, days: number): string

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

  countWhere(predicate: string | null): string
  /** combinations of the parts; one of a null single part is not counted, and several parts are never null */
  countDistinct(parts: readonly string[], predicate: string | null): string
  /** exact for integers: a whole number of 64 bits */
  sumInteger(sql: string, predicate: string | null): string
  /** exact decimals; answered as a number */
  sumDecimal(sql: string, predicate: string | null): string
  /** the decimals of all rows that differ in their key: rows of one key, whose value is the same, count once */
  sumOnce(sql: string, key: readonly string[], predicate: string | null): string
  min(sql: string, predicate: string | null): string
  max(sql: string, predicate: string | null): string
  average(sql: string, predicate: string | null): string
  median(sql: string, predicate: string | null): string
  /** whether the condition holds for any row; null over no rows and where it is null for all */
  anyTrue(condition: string): string
  /** null where the divisor is 0 or null; never infinity */
  divide(numerator: string, denominator: string): string

  /** a condition as it is answered: true, false or null */
  asBoolean(sql: string): string
  isTrue(sql: string): string
  isFalse(sql: string): string

  /**
   * Text without case, letter by letter: what stands beside a letter changes nothing, no letter becomes two, and a Greek
   * sigma at the end of a word is a sigma.
   */
  foldCase(sql: string): string
  contains(sql: string, part: string): string
  startsWith(sql: string, part: string): string
  endsWith(sql: string, part: string): string
  /** equal, where null equals null; only used in the ON of a join */
  isSame(left: string, right: string): string
  /** a stable order on every engine: nulls last */
  orderBy(sql: string, direction: 'asc' | 'desc'): string
}

/** Settings of the account that a query's meaning depends on. `today` is its local day. */
export interface QueryContext extends RangeCalendar {
  /** ISO 4217; measures cover this currency only */
  readonly currency: string
  /** left out: the standard ones */
  readonly definitions?: Definitions
}
