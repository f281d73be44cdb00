import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { Dialect, ParamType, QueryContext } from './dialect.ts'

export type SqlParam = string | number | boolean | null

/** Days that measures with dates of their own look at. `until` is exclusive. */
export interface Window {
  readonly from: LocalDay | null
  readonly until: LocalDay
}

export const BASE = 'b'
const AS_OF = 's'

/**
 * What a column of the catalog may use to write its SQL: columns of the base table and of joins, bound values, the
 * dialect, and the window of the query. Remembers which joins were asked for and collects the parameters in order.
 */
export interface Scope {
  readonly dialect: Dialect
  readonly calendar: PeriodCalendar
  col(name: string): string
  joined(join: string, name: string): string
  table(name: string): string
  bind(value: SqlParam, type: ParamType): string
  /** first day of the range as a date; the beginning of time without a range */
  from(): string
  /** first day after the range as a date; tomorrow without a range */
  until(): string
  /** the account's local today as a date */
  today(): string
  currency(): string
  readonly withoutClubOrders: boolean
}

export interface CompilerScope extends Scope {
  readonly params: readonly SqlParam[]
  readonly joinsUsed: ReadonlySet<string>
}

const BEGINNING = '0001-01-01'

interface ScopeOptions {
  readonly dialect: Dialect
  readonly context: QueryContext
  readonly window: Window
  /** the window's end comes from a list of days joined to the records */
  readonly hasDayList: boolean
  readonly withoutClubOrders: boolean
}

export const createScope = ({
  dialect,
  context,
  window,
  hasDayList,
  withoutClubOrders,
}: ScopeOptions): CompilerScope => {
  const params: SqlParam[] = []
  const joinsUsed = new Set<string>()
  const bound = new Map<string, string>()

  const bind = (value: SqlParam, type: ParamType): string => {
    const key = `${type}:${typeof value}:${String(value)}`
    const known = bound.get(key)
    if (known !== undefined) return known
    params.push(value)
    const placeholder = dialect.placeholder(params.length, type)
    bound.set(key, placeholder)
    return placeholder
  }
  const qualified = (alias: string, name: string) => `${alias}.${dialect.quote(name)}`

  return {
    dialect,
    calendar: context,
    params,
    joinsUsed,
    withoutClubOrders,
    bind,
    col: (name) => qualified(BASE, name),
    joined: (join, name) => {
      joinsUsed.add(join)
      return qualified(dialect.quote(join), name)
    },
    table: (name) => dialect.table(name),
    from: () => bind(window.from ?? BEGINNING, 'date'),
    until: () => (hasDayList ? qualified(AS_OF, 'until') : bind(window.until, 'date')),
    today: () => bind(context.today, 'date'),
    currency: () => bind(context.currency, 'text'),
  }
}

/** The relation that pairs every record with each of the days. */
export const dayListRelation = (scope: Scope, days: readonly LocalDay[]): string =>
  scope.dialect.dayList(
    days.map((day) => scope.bind(day, 'date')),
    AS_OF,
    'until',
  )
