import { findColumn } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { QueryRange, SemanticQuery } from '../query.ts'
import { compileFilter } from './compile-filter.ts'
import { BASE, type CompilerScope, dayListRelation } from './scope.ts'

/** Minor units in one major unit, of the account's currency. */
export interface CurrencyUnits {
  readonly minorUnits: number
}

const rangeCondition = (type: ReportType, range: QueryRange, scope: CompilerScope): string => {
  const column = findColumn(type, range.columnId)
  const field = column?.kind === 'dimension' ? column.field : null
  if (field === null) throw new Error(`${range.columnId} is not a date of ${type.reportType}`)
  const bound = column?.type === 'dateTime' ? 'timestamp' : 'date'
  const sql = field(scope)
  return `(${sql} >= ${scope.bind(range.from, bound)} AND ${sql} < ${scope.bind(range.until, bound)})`
}

const currencyCondition = (type: ReportType, scope: CompilerScope, isOther: boolean): string | null => {
  if (type.currencyColumn === null) return null
  const currency = scope.col(type.currencyColumn)
  if (isOther) return `(${currency} <> ${scope.currency()})`
  return `(${currency} = ${scope.currency()})`
}

const channelCondition = (type: ReportType, scope: CompilerScope): string | null =>
  type.channelColumn !== null && scope.withoutClubOrders ? `(${scope.col(type.channelColumn)} <> 'club')` : null

export interface SourceOptions extends CurrencyUnits {
  readonly scope: CompilerScope
  readonly type: ReportType
  readonly query: SemanticQuery
  /** records of the account's currency, or those of the others */
  readonly currencies: 'account' | 'others'
}

export interface Source {
  /** conditions on records that hold for every measure */
  readonly conditions: readonly string[]
  /** the range as a condition, bound only where it is used; null without one */
  readonly range: (() => string) | null
}

/** Conditions first: they may ask for joins, which `fromClause` then knows. */
export const compileSource = ({ scope, type, query, currencies, minorUnits }: SourceOptions): Source => {
  const currency = currencyCondition(type, scope, currencies === 'others')
  const filter = query.filter === null ? null : compileFilter(query.filter, { scope, type, minorUnits })
  const { range } = query
  return {
    conditions: [currency, channelCondition(type, scope), filter].filter((condition) => condition !== null),
    range: range === null ? null : () => rangeCondition(type, range, scope),
  }
}

/** Base table with the joins that the scope was asked for. */
export const fromClause = (scope: CompilerScope, type: ReportType, query: SemanticQuery): string => {
  const days = query.asOfDays ? ` CROSS JOIN ${dayListRelation(scope, query.asOfDays)}` : ''
  const joins = [...scope.joinsUsed].map((name) => {
    const join = type.joins[name]
    if (join === undefined) throw new Error(`${type.reportType} has no join ${name}`)
    const alias = scope.dialect.quote(name)
    const on = join.on.map(([base, joined]) => `${scope.col(base)} = ${alias}.${scope.dialect.quote(joined)}`)
    return ` LEFT JOIN ${join.relation(scope)} AS ${alias} ON ${on.join(' AND ')}`
  })
  return `FROM ${scope.table(type.table)} AS ${BASE}${days}${joins.join('')}`
}

export const whereClause = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
