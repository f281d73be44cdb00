import { findColumn } from '../catalog/catalog.ts'
import { type Dimension, InvalidValue } from '../catalog/column.ts'
import type { Scope } from '../catalog/formula.ts'
import type { Fact, ReportType } from '../catalog/report-type.ts'
import type { QueryRange, SemanticQuery } from '../query.ts'
import { compileFilter, type FilterContext, spanWithin } from './compile-filter.ts'
import { compileHistory } from './compile-history.ts'
import { baseTable, typeJoins } from './joins.ts'
import { BASE, type CompilerScope, FACT } from './scope.ts'
import { type SplitFilter, splitFilter } from './split-filter.ts'

/** Minor units in one major unit, of the account's currency. */
interface CurrencyUnits {
  readonly minorUnits: number
}

/** Records of the account's currency, those of the others, or both. */
export type Currencies = 'account' | 'others' | 'all'

const rangeColumn = (type: ReportType, range: QueryRange): Dimension => {
  const column = findColumn(type, range.columnId)
  if (column?.kind !== 'dimension' || (column.type !== 'dateTime' && column.type !== 'date') || column.part)
    throw new InvalidValue(`${range.columnId} is not a date of ${type.title}`)
  return column
}

const rangeCondition = (column: Dimension, range: QueryRange, scope: Scope): string => {
  if (scope.perDay.key !== '' && !column.span) {
    const sql = column.field(scope)
    return `(${sql} >= ${scope.from()} AND ${sql} < ${scope.until()})`
  }
  if (column.span) {
    const [from, until] = [scope.bind(range.from, 'date'), scope.bind(range.until, 'date')]
    return spanWithin(column.span, from, until, scope)
  }
  const sql = column.field(scope)
  const bound = column.type === 'dateTime' ? 'timestamp' : 'date'
  return `(${sql} >= ${scope.bind(range.from, bound)} AND ${sql} < ${scope.bind(range.until, bound)})`
}

const currencyCondition = (column: string | null, scope: Scope, currencies: Currencies): string[] =>
  column === null || currencies === 'all'
    ? []
    : [`(${scope.col(column)} ${currencies === 'others' ? '<>' : '='} ${scope.currency()})`]

const channelCondition = (column: string | null, scope: Scope): string[] =>
  column !== null && scope.withoutClubOrders ? [`(${scope.col(column)} <> 'club')`] : []

const serviceCondition = ({ serviceIds }: SemanticQuery, scope: Scope): string[] => {
  if (serviceIds === undefined) return []
  const ids = serviceIds.map((id) => scope.bind(id, 'text'))
  return [ids.length === 0 ? 'FALSE' : `(${scope.col('service_id')} IN (${ids.join(', ')}))`]
}

export interface SourceOptions extends CurrencyUnits {
  readonly scope: CompilerScope
  readonly type: ReportType
  readonly query: SemanticQuery
  readonly currencies: Currencies
}

export interface Source {
  /** conditions on records that hold for every measure */
  readonly conditions: readonly string[]
  /** the range as a condition, bound only where it is used; null without one */
  readonly range: (() => string) | null
  /** conditions on the records of a fact, range included; the scope's `col` is the fact's */
  readonly factConditions: (name: string, fact: Fact, scope: Scope, currencies?: Currencies) => readonly string[]
}

/** Throws for an invalid filter on a fact, whose condition is otherwise compiled only where the fact is used. */
const assertFactFilters = (
  facts: SplitFilter['facts'],
  { scope, ...context }: Pick<SourceOptions, 'scope' | 'type' | 'minorUnits'>,
): void => {
  const unbound: Scope = { ...scope.nested({ alias: FACT }), bind: () => '' }
  for (const filter of facts.values()) compileFilter(filter, { scope: unbound, ...context })
}

/** Compile conditions first: they may need joins, which `fromClause` then adds. */
export const compileSource = ({ scope, type, query, currencies, minorUnits }: SourceOptions): Source => {
  const { records, facts } = splitFilter(type, query.filter)
  const { range } = query
  const limited = range === null ? null : rangeColumn(type, range)
  assertFactFilters(facts, { scope, type, minorUnits })
  const history: FilterContext['history'] = (condition) =>
    compileHistory(condition, { scope, type, minorUnits, customFields: query.customFields })
  return {
    conditions: [
      ...currencyCondition(type.currencyColumn, scope, currencies),
      ...channelCondition(type.channelColumn, scope),
      ...serviceCondition(query, scope),
      ...(records === null ? [] : [compileFilter(records, { scope, type, minorUnits, history })]),
    ],
    range: range === null || limited === null || limited.fact ? null : () => rangeCondition(limited, range, scope),
    factConditions: (name, fact, factScope, factCurrencies = 'account') => {
      const filter = facts.get(name)
      return [
        ...currencyCondition(fact.currencyColumn, factScope, factCurrencies),
        ...channelCondition(fact.channelColumn, factScope),
        ...(filter === undefined ? [] : [compileFilter(filter, { scope: factScope, type, minorUnits })]),
        ...(range !== null && limited?.fact === name ? [rangeCondition(limited, range, factScope)] : []),
      ]
    },
  }
}

export const factNamed = (type: ReportType, name: string): Fact => {
  const fact = type.facts?.[name]
  if (fact === undefined) throw new Error(`${type.reportType} has no fact ${name}`)
  return fact
}

/** Scope options to read base columns from the fact that repeats them. */
export const denormalizedColumns = ({ denormalized }: Fact) =>
  denormalized ? { denormalized: denormalized.columns } : {}

const factKey = ({ on }: Fact, scope: Scope) =>
  on.map(([base, name]) => ({ base, column: scope.dialect.quote(name), sql: `${FACT}.${scope.dialect.quote(name)}` }))

/** Limits a fact to the page's records; service_id is left to the join, because it is not selective. */
const factPageCondition = ({ on }: Fact, scope: CompilerScope): string[] =>
  on.flatMap(([base, column]) =>
    base === 'service_id' ? [] : scope.pageCondition(`${FACT}.${scope.dialect.quote(column)}`, base),
  )

/** Requested values of a fact for single records, one row per base record. */
const factRecords = (name: string, scope: CompilerScope, type: ReportType, source: Source): string => {
  const fact = factNamed(type, name)
  const list = scope.factsUsed.get(name)
  if (list === undefined) return ''
  const alias = scope.dialect.quote(name)
  const keys = factKey(fact, scope)
  const selected = [...keys.map(({ sql, column }) => `${sql} AS ${column}`), ...list.selectList()]
  const where = whereClause([...source.factConditions(name, fact, list.scope), ...factPageCondition(fact, scope)])
  const on = keys.map(({ base, column }) => `${scope.col(base)} = ${alias}.${column}`)
  return ` LEFT JOIN (SELECT ${selected.join(', ')} FROM ${scope.table(fact.table)} AS ${FACT}${where} GROUP BY ${keys.map(({ sql }) => sql).join(', ')}) AS ${alias} ON ${on.join(' AND ')}`
}

/** Joins that the scope needs. */
const joinsClause = (scope: CompilerScope, type: ReportType, source: Source): string => {
  const facts = [...scope.factsUsed.keys()].map((name) => factRecords(name, scope, type, source))
  return [typeJoins(scope, type), ...facts].join('')
}

interface FromOptions {
  readonly scope: CompilerScope
  readonly type: ReportType
  readonly source: Source
}

/** Base table, or the records of a page, with the joins that the scope needs. */
export const fromClause = ({ scope, type, source }: FromOptions): string =>
  `FROM ${baseTable(scope, type)}${scope.perDay.join()}${joinsClause(scope, type, source)}`

interface FactFrom {
  readonly from: string
  /** condition that a record of the fact has a base record, where that is not joined */
  readonly conditions: readonly string[]
}

/**
 * The records of a fact that have a base record, which is joined only where a column is needed that the fact does not
 * repeat. Call it after the rest of the relation is compiled.
 */
export const factFromClause = (fact: Fact, { scope, type, source }: FromOptions): FactFrom => {
  const { quote } = scope.dialect
  const joins = joinsClause(scope, type, source)
  const from = `FROM ${scope.table(fact.table)} AS ${FACT}`
  if (fact.denormalized && scope.columnsUsed.size === 0 && scope.pageColumns === null) {
    const { hasBase } = fact.denormalized
    return { from: `${from}${joins}`, conditions: hasBase === null ? [] : [`${FACT}.${quote(hasBase)}`] }
  }
  const on = fact.on.map(([base, name]) => `${FACT}.${quote(name)} = ${BASE}.${quote(base)}`)
  for (const [base] of fact.on) scope.pageColumns?.add(base)
  const baseJoin = ` INNER JOIN ${baseTable(scope, type)} ON ${on.join(' AND ')}`
  return { from: `${from}${baseJoin}${joins}`, conditions: [] }
}

export const whereClause = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`

/**
 * A restriction of records beyond filters on their own values: joins that follow those of the base table, and conditions. It
 * is compiled for the scope of its relation, before that relation's own joins.
 */
interface Restriction {
  readonly joins: string
  readonly conditions: readonly string[]
}

export type Restrict = (scope: CompilerScope) => Restriction

export const combineRestrictions =
  (...all: readonly Restrict[]): Restrict =>
  (scope) => {
    const each = all.map((one) => one(scope))
    return { joins: each.map(({ joins }) => joins).join(''), conditions: each.flatMap(({ conditions }) => conditions) }
  }
