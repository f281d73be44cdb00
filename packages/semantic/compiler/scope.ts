import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { Dialect, ParamType, QueryContext } from '../catalog/dialect.ts'
import type { Scope, SqlParam } from '../catalog/formula.ts'
import { STANDARD_DEFINITIONS } from '../definitions/definitions.ts'
import { AggregateList, composeFormula } from './compile-formula.ts'
import { definedTable } from './defined-table.ts'

/** Days of measures with dates of their own. `until` is exclusive. */
export interface Window {
  readonly from: LocalDay | null
  readonly until: LocalDay
}

export const BASE = 'b'
export const FACT = 'f'
const AS_OF = 's'
/** Relation of a page's records, where they are found before their other columns. */
export const PAGE = 'page'

export interface CompilerScope extends Scope {
  readonly params: readonly SqlParam[]
  readonly joinsUsed: ReadonlySet<string>
  /** requested columns of the scope's own table that the fact does not repeat */
  readonly columnsUsed: ReadonlySet<string>
  /** facts with requested values of single records, and their aggregates */
  readonly factsUsed: ReadonlyMap<string, AggregateList>
  /** columns that `PAGE` must have, which then is the base table; null where that is the table itself */
  readonly pageColumns: Set<string> | null
  /** scope of another relation in the same statement: its own joins and facts, the same parameters */
  nested(options?: NestedScopeOptions): CompilerScope
}

interface NestedScopeOptions {
  /** alias of the table of `col` */
  readonly alias?: string
  /** SQL of the first day of the range */
  readonly from?: string
  /** days of measures with dates of their own; default: those of the query */
  readonly window?: Window
  /** the base table is the relation `PAGE`, also in scopes nested in this one; its columns are collected here */
  readonly pageColumns?: Set<string> | null
  /** of all time until today, whatever the days of the query */
  readonly isAsOfToday?: boolean
  /** base columns that are read from the fact, by their name there */
  readonly denormalized?: Readonly<Record<string, string>>
}

const BEGINNING = '0001-01-01'

interface ScopeOptions {
  readonly dialect: Dialect
  readonly context: QueryContext
  readonly window: Window
  /** the window ends on each of these days, which are joined to the records */
  readonly days: readonly LocalDay[] | null
  readonly withoutClubOrders: boolean
  readonly months: readonly number[] | null
  readonly minorUnits: number
}

/** Parameters of a statement in order; equal values share a placeholder. */
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
  const { dialect, context, withoutClubOrders, months, minorUnits } = options
  const { definitions = STANDARD_DEFINITIONS, ownCodes = [], promises = [], plan = [] } = context
  const { params, bind } = parameters(dialect)
  const qualified = (alias: string, name: string) => `${alias}.${dialect.quote(name)}`

  const ofDay = qualified(AS_OF, 'until')
  const joinDays = (): string => {
    const placeholders = (options.days ?? []).map((day) => bind(day, 'date'))
    return ` CROSS JOIN ${dialect.dayList(placeholders, AS_OF, 'until')}`
  }
  /** the window that ends on a day begins with its month, or within it with the range */
  const monthOfDay = (): string => {
    const start = dialect.truncate('month', dialect.addDays(ofDay, -1), context)
    const { from } = options.window
    if (from === null) return start
    const first = bind(from, 'date')
    return `(CASE WHEN ${start} < ${first} THEN ${first} ELSE ${start} END)`
  }
  const today: Window = { from: null, until: addDays(context.today, 1) }

  const scopeAt = ({
    alias = BASE,
    from,
    isAsOfToday = false,
    window = isAsOfToday ? today : options.window,
    pageColumns = null,
    denormalized = {},
  }: NestedScopeOptions): CompilerScope => {
    const days = isAsOfToday ? null : options.days
    const joinsUsed = new Set<string>()
    const columnsUsed = new Set<string>()
    const factsUsed = new Map<string, AggregateList>()
    const factAggregates = (fact: string): AggregateList => {
      const list = factsUsed.get(fact) ?? new AggregateList(scopeAt({ alias: FACT, window, isAsOfToday }), 'a', null)
      factsUsed.set(fact, list)
      return list
    }
    return {
      dialect,
      calendar: context,
      definitions,
      ownCodes,
      promises,
      plan,
      params,
      joinsUsed,
      columnsUsed,
      factsUsed,
      pageColumns,
      withoutClubOrders,
      months,
      minorUnits,
      bind,
      nested: (own = {}) => scopeAt(own.isAsOfToday ? own : { window, pageColumns, isAsOfToday, ...own }),
      col: (name) => {
        const factColumn = denormalized[name]
        if (factColumn !== undefined) return qualified(FACT, factColumn)
        columnsUsed.add(name)
        if (alias === BASE) pageColumns?.add(name)
        return qualified(alias, name)
      },
      pageCondition: (column, base) => {
        if (pageColumns === null) return []
        pageColumns.add(base)
        return [`${column} IN (SELECT ${dialect.quote(base)} FROM ${PAGE})`]
      },
      joined: (join, name) => {
        joinsUsed.add(join)
        return qualified(dialect.quote(join), name)
      },
      table: (name) => definedTable(name, dialect, definitions),
      from: () => from ?? (days === null ? bind(window.from ?? BEGINNING, 'date') : monthOfDay()),
      until: () => (days === null ? bind(window.until, 'date') : ofDay),
      perDay: days === null ? { join: () => '', key: '' } : { join: joinDays, key: `, ${ofDay}` },
      today: () => bind(context.today, 'date'),
      currency: () => bind(context.currency, 'text'),
      perRecord: (fact, formula) =>
        composeFormula(formula, { dialect, minorUnits }, (leaf) =>
          factAggregates(fact).value(leaf, dialect.quote(fact)),
        ),
    }
  }
  return scopeAt({})
}
