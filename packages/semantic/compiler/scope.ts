import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { Formula } from '../catalog/formula.ts'
import { definedTable } from '../definitions/defined-table.ts'
import { type Definitions, STANDARD_DEFINITIONS } from '../definitions/registry.ts'
import { AggregateList, composeFormula } from './compile-formula.ts'
import type { Dialect, ParamType, QueryContext } from './dialect.ts'

export type SqlParam = string | number | boolean | null

/** Days that measures with dates of their own look at. `until` is exclusive. */
export interface Window {
  readonly from: LocalDay | null
  readonly until: LocalDay
}

export const BASE = 'b'
export const FACT = 'f'
const AS_OF = 's'
/** Relation of the records that a page holds, where they are found before the rest of their columns is. */
export const PAGE = 'page'

/**
 * What a column of the catalog may use to write its SQL: columns of the base table and of joins, bound values, the
 * dialect, and the window of the query. Remembers which joins were asked for and collects the parameters in order.
 */
export interface Scope {
  readonly dialect: Dialect
  readonly calendar: PeriodCalendar
  /** ways to count that the account chose */
  readonly definitions: Definitions
  col(name: string): string
  joined(join: string, name: string): string
  /** the account's rows of a table, as its definitions read them */
  table(name: string): string
  bind(value: SqlParam, type: ParamType): string
  /** first day of the range as a date; the beginning of time without a range */
  from(): string
  /** first day after the range as a date; tomorrow without a range */
  until(): string
  /** for a relation that looks at `until`: what pairs its rows with each day, and that day among its keys; empty without a list */
  readonly perDay: { readonly join: () => string; readonly key: string }
  /** the account's local today as a date */
  today(): string
  currency(): string
  readonly withoutClubOrders: boolean
  /**
   * For a relation that is joined to the base table: the condition that leaves out rows of no record that is asked for; none
   * where all are. `column` is the relation's, equal to the base table's `base`.
   */
  wanted(column: string, base: string): readonly string[]
  /** a formula over the records of a fact that belong to one record of the base table */
  perRecord(fact: string, formula: Formula): string
}

export interface CompilerScope extends Scope {
  readonly params: readonly SqlParam[]
  readonly joinsUsed: ReadonlySet<string>
  /** columns of the scope's own table that were asked for and are not held elsewhere */
  readonly columnsUsed: ReadonlySet<string>
  /** facts whose values of single records were asked for, with what of them */
  readonly factsUsed: ReadonlyMap<string, AggregateList>
  /** for a relation of its own in the same statement: joins and facts of its own, the same parameters */
  nested(place?: ScopePlace): CompilerScope
}

interface ScopePlace {
  /** alias of the table that `col` means */
  readonly alias?: string
  /** SQL of the day that the range begins on */
  readonly from?: string
  /** the base table is the relation `PAGE` */
  readonly isPage?: boolean
  /** columns that are read from the fact beside the base table, by the name that they have there */
  readonly held?: Readonly<Record<string, string>>
}

const BEGINNING = '0001-01-01'

interface ScopeOptions {
  readonly dialect: Dialect
  readonly context: QueryContext
  readonly window: Window
  /** the window ends at each of these days, which are joined to the records */
  readonly days: readonly LocalDay[] | null
  readonly withoutClubOrders: boolean
}

/** Parameters of a statement in order; equal values share a place. */
const parameters = (dialect: Dialect) => {
  const params: SqlParam[] = []
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
  return { params, bind }
}

export const createScope = (options: ScopeOptions): CompilerScope => {
  const { dialect, context, window, days, withoutClubOrders } = options
  const { definitions = STANDARD_DEFINITIONS } = context
  const { params, bind } = parameters(dialect)
  const qualified = (alias: string, name: string) => `${alias}.${dialect.quote(name)}`

  const ofDay = qualified(AS_OF, 'until')
  const joinDays = (): string => {
    const places = (days ?? []).map((day) => bind(day, 'date'))
    return days === null ? '' : ` CROSS JOIN ${dialect.dayList(places, AS_OF, 'until')}`
  }
  const perDay = { join: joinDays, key: days === null ? '' : `, ${ofDay}` }

  const scopeAt = ({ alias = BASE, from, isPage = false, held = {} }: ScopePlace): CompilerScope => {
    const joinsUsed = new Set<string>()
    const columnsUsed = new Set<string>()
    const factsUsed = new Map<string, AggregateList>()
    const factOf = (fact: string): AggregateList => {
      const list = factsUsed.get(fact) ?? new AggregateList(scopeAt({ alias: FACT }), 'a', null)
      factsUsed.set(fact, list)
      return list
    }
    return {
      dialect,
      calendar: context,
      definitions,
      params,
      joinsUsed,
      columnsUsed,
      factsUsed,
      withoutClubOrders,
      bind,
      nested: (place = {}) => scopeAt(place),
      col: (name) => {
        const heldAs = held[name]
        if (heldAs !== undefined) return qualified(FACT, heldAs)
        columnsUsed.add(name)
        return qualified(alias, name)
      },
      wanted: (column, base) => {
        if (!isPage) return []
        columnsUsed.add(base)
        return [`${column} IN (SELECT ${dialect.quote(base)} FROM ${PAGE})`]
      },
      joined: (join, name) => {
        joinsUsed.add(join)
        return qualified(dialect.quote(join), name)
      },
      table: (name) => definedTable(name, dialect, definitions),
      from: () => from ?? bind(window.from ?? BEGINNING, 'date'),
      until: () => (days === null ? bind(window.until, 'date') : ofDay),
      perDay,
      today: () => bind(context.today, 'date'),
      currency: () => bind(context.currency, 'text'),
      perRecord: (fact, formula) =>
        composeFormula(formula, dialect, (leaf) => factOf(fact).value(leaf, dialect.quote(fact))),
    }
  }
  return scopeAt({})
}
